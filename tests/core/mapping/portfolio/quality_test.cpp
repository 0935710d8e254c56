// How good mappings are: against exhaustive search where that is possible, against the best known elsewhere.
#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <numeric>

#include "core/evaluation/evaluate.h"
#include "core/formats/affinity_file.h"
#include "core/mapping/portfolio/map.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

/// One of many small problems: 2 to 9 roles on a tree of their own, sparse or dense.
struct Small {
  Affinity affinity;
  std::shared_ptr<const Topology> tree;

  explicit Small(std::uint64_t seed) {
    const auto [roles, spec] = kTrees[seed % kTrees.size()];
    affinity = testing::random_affinity(roles, 1 + seed * 7 % (3 * roles), seed);
    tree = topology::parse_topology(spec);
  }

 private:
  static constexpr std::array<std::pair<std::uint64_t, const char*>, 10> kTrees = {{{2, "tree:2@3"},
                                                                                    {3, "tree:3@1"},
                                                                                    {4, "tree:2:2@1:10"},
                                                                                    {6, "tree:2:3@1:4"},
                                                                                    {6, "tree:3:2@2:5"},
                                                                                    {8, "tree:2:2:2@1:10:100"},
                                                                                    {8, "tree:4:2@1:3"},
                                                                                    {8, "tree:2:4@2:5"},
                                                                                    {9, "tree:3:3@1:10"},
                                                                                    {7, "tree:2:2:2@1:3:9"}}};
};

/// Of all ways to give the roles different slots. Role 0 stays on slot 0, because all leaves of these trees are alike.
Cost optimum(const Small& small) {
  const auto traffic = testing::traffic_of(small.affinity);
  const std::size_t slots = small.tree->slots();
  std::vector<std::uint64_t> distances;
  for (Slot a = 0; a < slots; ++a)
    for (Slot b = 0; b < slots; ++b) distances.push_back(small.tree->distance(a, b));
  std::vector<std::size_t> order(slots);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::uint64_t best = ~std::uint64_t{0};
  do {
    std::uint64_t cost = 0;
    for (const Traffic& t : traffic) cost += t.bytes * distances[order[t.source] * slots + order[t.destination]];
    best = std::min(best, cost);
  } while (std::next_permutation(order.begin() + 1, order.end()));
  return best;
}

/// With preset best and a hundredth of its usual time, which is enough nearly everywhere; else with all of it, the
/// result of which is what counts: more work is never worse.
MapResult map_best(const Small& small, Cost optimum) {
  MapOptions options;
  options.preset = Preset::Best;
  options.time_limit = 0.1;
  const MapResult result = map(small.affinity, *small.tree, options);
  if (result.cost == optimum) return result;
  options.time_limit.reset();
  return map(small.affinity, *small.tree, options);
}

TEST(Quality, SmallInstancesGetTheOptimum) {
  constexpr std::uint64_t kInstances = 300;
  double excess = 0;
  for (std::uint64_t seed = 0; seed < kInstances; ++seed) {
    const Small small(seed);
    const Cost best = optimum(small);
    const MapResult result = map_best(small, best);
    EXPECT_EQ(evaluation::to_string(result.cost), evaluation::to_string(best)) << "seed " << seed;
    EXPECT_TRUE(evaluation::evaluate(small.affinity, *small.tree, result.mapping).valid);
    excess += static_cast<double>(map(small.affinity, *small.tree, {}).cost) / static_cast<double>(best) - 1;
  }
  EXPECT_LE(excess / kInstances, 0.02) << "default, on average";
}

TEST(Quality, BestIsNeverWorseThanDefault) {
  const auto tree = topology::parse_topology("tree:4:2:8@1:10:100");
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const Affinity affinity = testing::random_affinity(64, 200, seed);
    MapOptions options;
    const auto begin = std::chrono::steady_clock::now();
    const Cost by_default = map(affinity, *tree, options).cost;
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    options.time_limit = std::max(1.0, 5 * taken.count());  // best begins with all of default's tries
    options.preset = Preset::Best;
    EXPECT_LE(map(affinity, *tree, options).cost, by_default) << seed;
  }
}

struct KnownGraph {
  std::string graph, topology;
  std::uint64_t cost;
};

void PrintTo(const KnownGraph& known, std::ostream* out) { *out << known.graph << " on " << known.topology; }

class KnownBest : public ::testing::TestWithParam<KnownGraph> {};

TEST_P(KnownBest, IsReachedWithinFivePercent) {
  const std::string path = testing::data_file("graphs/" + GetParam().graph);
  SKIP_WITHOUT(path);
  const auto tree = topology::parse_topology(GetParam().topology);
  const Affinity affinity = formats::read_affinity(path);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    MapOptions options;
    options.seed = seed;
    const evaluation::Evaluation judged = evaluation::evaluate(affinity, *tree, map(affinity, *tree, options).mapping);
    EXPECT_TRUE(judged.valid);
    EXPECT_LE(judged.hop_bytes * 100, Cost{GetParam().cost} * 105)
        << "seed " << seed << ": " << evaluation::to_string(judged.hop_bytes);
  }
}

INSTANTIATE_TEST_SUITE_P(Graphs, KnownBest,
                         ::testing::Values(KnownGraph{"stencil2d5_1024.graph", "tree:4:8:32@1:10:100", 39424},
                                           KnownGraph{"lu1024r.graph", "tree:4:8:32@1:10:100", 17508096},
                                           KnownGraph{"stencil3d7_4096.graph", "tree:4:8:128@1:10:100", 377856}),
                         [](const auto& known) { return known.param.graph.substr(0, known.param.graph.find('.')); });

}  // namespace
}  // namespace topomorph::mapping
