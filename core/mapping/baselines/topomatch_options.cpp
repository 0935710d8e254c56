// Parameter of the algorithm "topomatch": the text after "topomatch:".
#include "core/mapping/baselines/topomatch_options.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/number.h"

namespace topomorph::mapping {

namespace {

using Partitioner = TopoMatchOptions::Partitioner;
using Method = TopoMatchOptions::Method;

[[noreturn]] void refuse(std::string_view word) {
  throw InputError(fmt::format(
      "--algorithm topomatch: found \"{}\", expected tau=N (0 to {}), partition=greedy|scotch or method=tree|scotch",
      word, kMostCandidateGroups));
}

std::uint64_t threshold_of(std::string_view word, std::string_view value) {
  const auto count = parse_count(value);
  if (!count || *count > kMostCandidateGroups) refuse(word);
  return *count;
}

template <class Choice>
Choice one_of(std::string_view word, std::string_view value, std::string_view first_name, Choice first, Choice second) {
  if (value == first_name) return first;
  if (value != "scotch") refuse(word);
  return second;
}

void set(std::string_view word, TopoMatchOptions& options) {
  const std::size_t equals = word.find('=');
  const std::string_view key = word.substr(0, equals);
  const std::string_view value = equals == std::string_view::npos ? std::string_view() : word.substr(equals + 1);
  if (key == "tau") {
    options.threshold = threshold_of(word, value);
  } else if (key == "partition") {
    options.partitioner = one_of(word, value, "greedy", Partitioner::Greedy, Partitioner::Scotch);
  } else if (key == "method") {
    options.method = one_of(word, value, "tree", Method::Tree, Method::Scotch);
  } else {
    refuse(word);
  }
}

}  // namespace

TopoMatchOptions parse_topomatch_options(std::string_view text) {
  TopoMatchOptions options;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    set(text.substr(0, comma), options);
    if (comma + 1 == text.size()) refuse("");  // the text ends with a comma
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  }
  return options;
}

}  // namespace topomorph::mapping
