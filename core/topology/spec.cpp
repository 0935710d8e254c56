// Topologies as users write them on the command line.
#include "core/topology/spec.h"

#include <array>
#include <span>

#include <fmt/format.h>

#include "core/support/error.h"
#include "core/support/number.h"
#include "core/topology/hwloc_source.h"
#include "core/topology/tree.h"

namespace topomorph {

namespace {

std::vector<std::uint64_t> parse_numbers(std::string_view text) {
  std::vector<std::uint64_t> numbers;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t colon = std::min(text.find(':', at), text.size());
    const auto number = parse_count(text.substr(at, colon - at));
    if (!number) {
      throw InputError(
          fmt::format("topology \"tree:{}\": found \"{}\", expected a number", text, text.substr(at, colon - at)));
    }
    numbers.push_back(*number);
    at = colon + 1;
  }
  return numbers;
}

std::unique_ptr<Topology> parse_tree(const std::string& text) {
  const std::size_t at = text.find('@');
  const auto arities = parse_numbers(std::string_view(text).substr(0, at));
  std::vector<std::uint64_t> distances;
  if (at != std::string::npos) distances = parse_numbers(std::string_view(text).substr(at + 1));
  return std::make_unique<TreeTopology>(TreeTopology::regular(arities, distances));
}

std::unique_ptr<Topology> parse_hwloc(const std::string& path) {
  return std::make_unique<TreeTopology>(tree_of(Machine::from_xml(path)));
}

std::unique_ptr<Topology> parse_synthetic(std::string text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  return std::make_unique<TreeTopology>(tree_of(Machine::synthetic(text)));
}

struct Kind {
  std::string_view prefix;
  std::string_view form;
  std::unique_ptr<Topology> (*parse)(std::string text);
};

constexpr std::array<Kind, 3> kKinds = {{
    {"tree:", "tree:ARITY:ARITY:...[@DISTANCE:DISTANCE:...]", [](std::string text) { return parse_tree(text); }},
    {"hwloc:", "hwloc:FILE.xml", [](std::string text) { return parse_hwloc(text); }},
    {"synthetic:", "synthetic:\"pack:2 core:8 pu:1\"", parse_synthetic},
}};

}  // namespace

std::unique_ptr<Topology> parse_topology(const std::string& spec) {
  std::string forms;
  for (const Kind& kind : kKinds) {
    if (spec.starts_with(kind.prefix)) return kind.parse(spec.substr(kind.prefix.size()));
    forms += (forms.empty() ? "" : ", ") + std::string(kind.form);
  }
  throw InputError("unknown topology \"" + spec + "\", expected one of " + forms);
}

}  // namespace topomorph
