// Converts the undirected graphs of METIS and Scotch files, which list every edge at both ends.
#include "core/formats/undirected.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/formats/formats.h"

namespace topomorph::formats {

void UndirectedBuilder::add(Role vertex, Role neighbour, std::uint64_t weight) {
  auto& half = vertex < neighbour ? lower_ : upper_;
  half.push_back({std::min(vertex, neighbour), std::max(vertex, neighbour), weight, weight});
}

Affinity UndirectedBuilder::build() {
  const std::uint64_t roles = line_of_.size();
  const auto before = [](const Traffic& a, const Traffic& b) {
    return a.source != b.source ? a.source < b.source : a.destination < b.destination;
  };
  const auto same = [](const Traffic& a, const Traffic& b) {
    return a.source == b.source && a.destination == b.destination && a.bytes == b.bytes;
  };
  for (auto* half : {&lower_, &upper_}) std::sort(half->begin(), half->end(), before);

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
