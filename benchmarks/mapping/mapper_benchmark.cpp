// Timings of the mapper's parts (Google Benchmark): constructions, refinement, and the whole.
#include <benchmark/benchmark.h>

#include "benchmarks/mapping/instances.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/search/swap_refiner.h"
#include "core/mapping/starts/grouping.h"
#include "core/mapping/starts/multisection.h"

namespace topomorph::benchmarks {

namespace {

constexpr mapping::EdgeWeight kLargestSum = mapping::EdgeWeight{1} << 40;

enum Kind { kGrid, kGeometric, kPowerLaw };

/// Returns an affinity of 2^exponent relabelled roles; grids are as square as possible.
Affinity affinity_of(Kind kind, int exponent) {
  const std::uint64_t roles = std::uint64_t{1} << exponent;
  const std::vector<std::uint64_t> extents = {std::uint64_t{1} << exponent / 2, std::uint64_t{1} << (exponent + 1) / 2};
  Instance instance = kind == kGrid        ? stencil(extents)
                      : kind == kGeometric ? random_geometric(roles, 12, 10, 1)
                                           : rmat(roles, 8, 1);
  relabel(instance, random_labels(roles, 2));
  return Affinity::from_traffic(roles, std::move(instance.edges));
}

/// Returns hosts of 2 sockets of 8 cores, 16 hosts per rack.
TreeTopology tree_of(int exponent) {
  const std::vector<std::uint64_t> arities = {8, 2, 16, std::uint64_t{1} << (exponent - 8)};
  const std::vector<std::uint64_t> distances = {1, 5, 20, 100};
  return TreeTopology::regular(arities, distances);
}

/// Input of the benchmarks of parts, made once for each benchmark.
struct Problem {
  mapping::SlotTree tree;
  mapping::Graph graph;

  explicit Problem(const benchmark::State& state)
      : tree(tree_of(static_cast<int>(state.range(1)))),
        graph(mapping::scaled_graph(affinity_of(static_cast<Kind>(state.range(0)), static_cast<int>(state.range(1))),
                                    Weight::Bytes, tree.slots(), kLargestSum)) {}

  mapping::Assignment constructed() const {
    mapping::PartitionContext context{{1, 4, 6, 0}, Random(1), Deadline({}), {}};
    return mapping::multisection(graph, tree, context);
  }
};

void report(benchmark::State& state, const Problem& problem, const mapping::Assignment& layout) {
  state.counters["cost"] = static_cast<double>(mapping::cost_on_tree(problem.graph, problem.tree, layout.slot_of));
}

void construct_by_multisection(benchmark::State& state) {
  const Problem problem(state);
  mapping::Assignment layout;
  for (auto _ : state) layout = problem.constructed();
  report(state, problem, layout);
}

void construct_by_grouping(benchmark::State& state) {
  const Problem problem(state);
  mapping::Assignment layout;
  for (auto _ : state) {
    Random random(1);
    layout = mapping::grouping(problem.graph, problem.tree, random, Deadline({}));
  }
  report(state, problem, layout);
}

void refine(benchmark::State& state) {
  const Problem problem(state);
  const mapping::Assignment start = problem.constructed();
  mapping::Assignment layout = start;
  for (auto _ : state) {
    layout = start;
    mapping::refine_by_group_swaps(problem.graph, problem.tree, layout, {}, Deadline({}));
  }
  report(state, problem, layout);
}

void map_by_default(benchmark::State& state) {
  const Affinity affinity = affinity_of(static_cast<Kind>(state.range(0)), static_cast<int>(state.range(1)));
  const TreeTopology tree = tree_of(static_cast<int>(state.range(1)));
  for (auto _ : state) state.counters["cost"] = static_cast<double>(mapping::map(affinity, tree).cost);
}

void kinds_and_sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"kind", "log2_roles"})->Unit(benchmark::kMillisecond);
  for (const int kind : {kGrid, kGeometric, kPowerLaw}) {
    for (const int exponent : {10, 12, 14}) benchmark->Args({kind, exponent});
  }
}

BENCHMARK(construct_by_multisection)->Apply(kinds_and_sizes);
BENCHMARK(construct_by_grouping)->Apply(kinds_and_sizes);
BENCHMARK(refine)->Apply(kinds_and_sizes);
BENCHMARK(map_by_default)->Apply(kinds_and_sizes);

}  // namespace

}  // namespace topomorph::benchmarks

BENCHMARK_MAIN();
