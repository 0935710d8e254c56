// Writes and reads declared virtual topologies.
#include "core/wire/declared.h"

#include <algorithm>
#include <charconv>

#include "core/base/error.h"

namespace topomorph::wire {
namespace {

[[noreturn]] void refuse_topology(std::string_view part) {
  throw InputError("damaged record: '" + std::string(part.substr(0, 40)) + "' is no virtual topology");
}

/// Cuts the text before the next `sign`, or all, from `rest`.
std::string_view take_until(std::string_view& rest, char sign) {
  const std::size_t end = std::min(rest.find(sign), rest.size());
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}

template <typename Number>
Number number_in(std::string_view text, std::string_view part) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) refuse_topology(part);
  return number;
}

std::vector<DeclaredEdge> edges_in(std::string_view text, std::string_view part) {
  std::vector<DeclaredEdge> edges;
  while (!text.empty()) {
    std::string_view edge = take_until(text, ' ');
    const std::string_view destination = take_until(edge, '*');
    edges.push_back({number_in<std::uint64_t>(destination, part),
                     edge.empty() ? std::uint64_t{1} : number_in<std::uint64_t>(edge, part)});
  }
  return edges;
}

DeclaredTopology topology_in(std::string_view part) {
  if (std::count(part.begin(), part.end(), '|') != 3) refuse_topology(part);
  std::string_view rest = part;
  DeclaredTopology topology;
  topology.call = take_until(rest, '|');
  topology.group = number_in<std::uint32_t>(take_until(rest, '|'), part);
  topology.calls = number_in<std::uint64_t>(take_until(rest, '|'), part);
  topology.has_edges = rest != "-";
  if (topology.has_edges) topology.edges = edges_in(rest, part);
  return topology;
}

void append(std::string& text, const DeclaredTopology& topology) {
  text += (text.empty() ? "" : ";") + topology.call + '|' + std::to_string(topology.group) + '|' +
          std::to_string(topology.calls) + '|' + (topology.has_edges ? "" : "-");
  for (std::size_t i = 0; topology.has_edges && i < topology.edges.size(); ++i) {
    text += (i > 0 ? " " : "") + std::to_string(topology.edges[i].destination);
    if (topology.edges[i].weight != 1) text += '*' + std::to_string(topology.edges[i].weight);
  }
}

}  // namespace

std::string declared_text(std::span<const DeclaredTopology> topologies) {
  std::string text;
  for (const DeclaredTopology& topology : topologies) append(text, topology);
  return text;
}

std::vector<std::string> changed_calls_in(std::string_view text) {
  std::vector<std::string> calls;
  while (!text.empty()) calls.emplace_back(take_until(text, ';'));
  return calls;
}

std::string words_of_calls(std::span<const std::string> calls) {
  constexpr std::size_t kNamed = 3;
  std::string words;
  for (const std::string& call : calls.first(std::min(calls.size(), kNamed))) {
    words += (words.empty() ? "" : ", ") + call;
  }
  return calls.size() <= kNamed ? words : words + " and " + std::to_string(calls.size() - kNamed) + " more";
}

std::vector<DeclaredTopology> declared_in(std::string_view text) {
  std::vector<DeclaredTopology> topologies;
  while (!text.empty()) topologies.push_back(topology_in(take_until(text, ';')));
  return topologies;
}

}  // namespace topomorph::wire
