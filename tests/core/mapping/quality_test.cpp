// How good mappings are: against exhaustive search where that is possible, against the best known elsewhere.
#include <algorithm>

#include "core/mapping/mapping.h"
#include "core/metrics/evaluate.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph {
namespace {

Cost optimum(const Affinity& affinity, const Topology& topology) {
  const auto traffic = testing::traffic_of(affinity);
  Mapping mapping(topology.slots());
  for (Slot slot = 0; slot < mapping.size(); ++slot) mapping[slot] = slot;
  std::uint64_t best = ~std::uint64_t{0};
  do {
    std::uint64_t cost = 0;
    for (const Traffic& t : traffic) cost += t.bytes * topology.distance(mapping[t.source], mapping[t.destination]);
    best = std::min(best, cost);
  } while (std::next_permutation(mapping.begin(), mapping.end()));
  return best;
}

TEST(Quality, SmallInstancesGetTheOptimum) {
  for (const char* spec : {"tree:2:2:2@1:10:100", "tree:4:2@1:3", "tree:2:4@2:5"}) {
    const auto tree = parse_topology(spec);
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      const Affinity affinity = testing::random_affinity(8, 10 + seed, seed);
      const Cost cost = map(affinity, *tree, {}).cost, best = optimum(affinity, *tree);
      EXPECT_EQ(to_string(cost), to_string(best)) << spec << " " << seed;
    }
  }
}

TEST(Quality, BestIsNeverWorseThanDefault) {
  const auto tree = parse_topology("tree:4:2:8@1:10:100");
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Affinity affinity = testing::random_affinity(64, 200, seed);
    MapOptions options;
    const Cost by_default = map(affinity, *tree, options).cost;
    options.preset = Preset::Best;
    options.time_limit = 1;  // enough for all of default's tries, with room for a busy machine
    EXPECT_LE(map(affinity, *tree, options).cost, by_default) << seed;
  }
}

struct Known {
  std::string graph, topology;
  std::uint64_t cost;
};

void PrintTo(const Known& known, std::ostream* out) { *out << known.graph << " on " << known.topology; }

class KnownBest : public ::testing::TestWithParam<Known> {};

TEST_P(KnownBest, IsReachedWithinFivePercent) {
  const std::string path = testing::data_file("graphs/" + GetParam().graph);
  SKIP_WITHOUT(path);
  const auto tree = parse_topology(GetParam().topology);
  const Affinity affinity = read_affinity(path);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    MapOptions options;
    options.seed = seed;
    const Evaluation judged = evaluate(affinity, *tree, map(affinity, *tree, options).mapping);
    EXPECT_TRUE(judged.valid);
    EXPECT_LE(judged.hop_bytes * 100, Cost{GetParam().cost} * 105)
        << "seed " << seed << ": " << to_string(judged.hop_bytes);
  }
}

INSTANTIATE_TEST_SUITE_P(Graphs, KnownBest,
                         ::testing::Values(Known{"stencil2d5_1024.graph", "tree:4:8:32@1:10:100", 39424},
                                           Known{"lu1024r.graph", "tree:4:8:32@1:10:100", 17508096},
                                           Known{"stencil3d7_4096.graph", "tree:4:8:128@1:10:100", 377856}),
                         [](const auto& known) { return known.param.graph.substr(0, known.param.graph.find('.')); });

}  // namespace
}  // namespace topomorph
