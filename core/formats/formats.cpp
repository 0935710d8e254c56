// The helpers that the formats of affinities share: parsers of words, undirected graphs.
#include "core/formats/formats.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/base/successive.h"

namespace topomorph::formats {

std::uint64_t count_or_fail(const LineReader& reader, std::string_view word, const char* what) {
  if (const auto value = parse_count(word)) return *value;
  if (word.empty()) reader.fail(std::string("the line ends where ") + what + " was expected");
  reader.fail("found \"" + std::string(word.substr(0, 60)) + "\", expected " + what);
}

std::uint64_t volume_or_fail(const LineReader& reader, std::string_view word) {
  if (const auto value = parse_volume(word)) return *value;
  if (word.empty()) reader.fail("the line ends where a volume was expected");
  reader.fail("found \"" + std::string(word.substr(0, 60)) +
              "\", expected a whole volume of at least 0 and below 2^64");
}

std::uint64_t roles_or_fail(const LineReader& reader, std::string_view word) {
  const std::uint64_t roles = count_or_fail(reader, word, "the number of roles");
  if (roles == 0 || roles > kMaxRoles) {
    reader.fail("found " + std::string(word) + " roles, expected 1 to " + std::to_string(kMaxRoles));
  }
  return roles;
}

Affinity build_affinity(const std::string& path, std::uint64_t roles, std::vector<Traffic> traffic) {
  try {
    return Affinity::from_traffic(roles, std::move(traffic));
  } catch (const InputError& error) {
    throw InputError(path, 0, error.what());
  }
}

void UndirectedBuilder::add(Role vertex, Role neighbour, std::uint64_t weight) {
  auto& half = vertex < neighbour ? lower_ : upper_;
  half.push_back({std::min(vertex, neighbour), std::max(vertex, neighbour), weight, weight});
}

namespace {

/// Sorts by source and destination. Lists come in the order of the vertices that they belong to, so most files need no
/// more than to be put into rows.
void sort_into_rows(std::uint64_t roles, std::vector<Traffic>& traffic) {
  const auto begin = interval_begins(roles, traffic, [](const Traffic& edge) { return edge.source; });
  std::vector<Traffic> rows(traffic.size());
  std::vector<std::uint64_t> end = begin;
  for (const Traffic& edge : traffic) rows[end[edge.source]++] = edge;
  const auto before = [](const Traffic& a, const Traffic& b) { return a.destination < b.destination; };
  for (Role source = 0; source < roles; ++source) {
    const auto first = rows.begin() + static_cast<std::ptrdiff_t>(begin[source]);
    const auto last = rows.begin() + static_cast<std::ptrdiff_t>(begin[source + 1]);
    if (!std::is_sorted(first, last, before)) std::sort(first, last, before);
  }
  traffic = std::move(rows);
}

}  // namespace

Affinity UndirectedBuilder::build() {
  const std::uint64_t roles = line_of_.size();
  const auto before = [](const Traffic& a, const Traffic& b) {
    return a.source != b.source ? a.source < b.source : a.destination < b.destination;
  };
  const auto same = [](const Traffic& a, const Traffic& b) {
    return a.source == b.source && a.destination == b.destination && a.bytes == b.bytes;
  };
  for (auto* half : {&lower_, &upper_}) {  // files in ascending order leave one of them sorted
    if (!std::is_sorted(half->begin(), half->end(), before)) sort_into_rows(roles, *half);
  }

  const auto [low, high] = std::mismatch(lower_.begin(), lower_.end(), upper_.begin(), upper_.end(), same);
  if (low != lower_.end() || high != upper_.end()) {
    const bool low_first = high == upper_.end() || (low != lower_.end() && !before(*high, *low));
    const Traffic& edge = low_first ? *low : *high;
    throw InputError(
        path_, line_of_[low_first ? edge.source : edge.destination],
        fmt::format("vertices {} and {} do not have the same edge, with the same weight, in both their lists",
                    edge.source + 1, edge.destination + 1));
  }
  const auto twice = std::adjacent_find(lower_.begin(), lower_.end(), [&](const Traffic& a, const Traffic& b) {
    return a.source == b.source && a.destination == b.destination;
  });
  if (twice != lower_.end()) {
    throw InputError(
        path_, line_of_[twice->source],
        fmt::format("vertex {} stands twice in the list of vertex {}", twice->destination + 1, twice->source + 1));
  }
  upper_ = {};
  return build_affinity(path_, roles, std::move(lower_));
}

Affinity both_directions(const Affinity& affinity) {
  std::vector<Traffic> traffic;
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      if (entry.destination == source || entry.bytes == 0) continue;
      traffic.push_back({source, entry.destination, entry.bytes, 0});
      traffic.push_back({entry.destination, source, entry.bytes, 0});
    }
  }
  return Affinity::from_traffic(affinity.roles(), std::move(traffic));
}

}  // namespace topomorph::formats
