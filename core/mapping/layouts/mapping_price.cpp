// Prices mappings by a list of the pairs that communicate.
#include "core/mapping/layouts/mapping_price.h"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <tuple>
#include <vector>

#include "core/model/tree.h"

namespace topomorph::mapping {

namespace {

/// Two roles and the volume between them in both directions.
struct RolePair {
  Role a, b;
  Cost volume;
};

std::vector<RolePair> pairs_of(const Affinity& affinity, Weight weight) {
  std::vector<RolePair> pairs;
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      pairs.push_back(
          {std::min(source, entry.destination), std::max(source, entry.destination), volume_of(entry, weight)});
    }
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const RolePair& x, const RolePair& y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); });
  std::vector<RolePair> sums;
  for (const RolePair& pair : pairs) {
    if (!sums.empty() && sums.back().a == pair.a && sums.back().b == pair.b) {
      sums.back().volume += pair.volume;
    } else {
      sums.push_back(pair);
    }
  }
  return sums;
}

double by_distances(const std::vector<RolePair>& pairs, const Topology& topology, const Mapping& mapping) {
  Cost sum = 0;
  for (const RolePair& pair : pairs) sum += pair.volume * topology.distance(mapping[pair.a], mapping[pair.b]);
  return static_cast<double>(sum);
}

/// Sums the volumes by the first bit in which the codes of two slots differ. `tree` must have codes.
double by_codes(const std::vector<RolePair>& pairs, const TreeTopology& tree, const Mapping& mapping) {
  const std::span<const std::uint64_t> codes = tree.codes();
  std::array<Cost, 65> volume = {};  // by the number of bits in the difference; 0: the same slot
  for (const RolePair& pair : pairs)
    volume[static_cast<std::size_t>(std::bit_width(codes[mapping[pair.a]] ^ codes[mapping[pair.b]]))] += pair.volume;
  Cost sum = 0;
  for (std::size_t bits = 1; bits < volume.size(); ++bits) {
    if (volume[bits] > 0) sum += volume[bits] * tree.level(tree.level_of_bit(bits - 1)).distance;
  }
  return static_cast<double>(sum);
}

}  // namespace

std::function<double(const Mapping&)> mapping_price(const Affinity& affinity, const Topology& topology, Weight weight,
                                                    const evaluation::CostOptions& cost) {
  if (cost.model != evaluation::CostModel::HopBytes || !affinity.groups().empty()) {
    return [&affinity, &topology, weight, &cost](const Mapping& mapping) {
      return evaluation::model_cost(affinity, topology, mapping, weight, cost);
    };
  }
  const auto pairs = std::make_shared<const std::vector<RolePair>>(pairs_of(affinity, weight));
  const TreeTopology* tree = as_tree(topology);
  if (tree != nullptr && !tree->codes().empty())
    return [pairs, tree](const Mapping& mapping) { return by_codes(*pairs, *tree, mapping); };
  return [pairs, &topology](const Mapping& mapping) { return by_distances(*pairs, topology, mapping); };
}

}  // namespace topomorph::mapping
