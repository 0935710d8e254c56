// Speed and memory of the replay of halo exchanges on a fat tree, and of the folding of traces (Google Benchmark).
#include <algorithm>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <malloc.h>

#include "benchmarks/replay/halo.h"
#include "core/base/random.h"
#include "core/planning/calibration.h"
#include "core/replay/replay.h"
#include "core/trace/folder.h"

namespace topomorph::benchmarks {

namespace {

constexpr std::uint64_t kMessagesWanted = 700000;  // of one replay

/// Returns the process's peak memory in MB since reset_peak().
double peak() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word != "VmHWM:") continue;
    double kilobytes = 0;
    status >> kilobytes;
    return kilobytes / 1024;
  }
  return 0;
}
/// Memory that earlier replays have freed must not serve this one unseen.
void reset_peak() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << "5";
}

/// Messages of one process in an iteration: the halo, and the rounds of the allreduce.
std::uint64_t messages_of(std::uint64_t processes) {
  std::uint64_t rounds = 0;
  while (std::uint64_t{1} << rounds < processes) ++rounds;
  return 6 + rounds;
}

/// Arguments: processes per dimension, bytes of a message, order (0: by the grid, 1: random), tolerance in thousandths.
void replay_halo(benchmark::State& state) {
  const auto side = static_cast<std::uint32_t>(state.range(0));
  const std::uint64_t processes = std::uint64_t{side} * side * side;
  const std::uint64_t iterations = kMessagesWanted / (processes * messages_of(processes)) + 1;
  const TreeTopology tree = fat_tree(processes);
  const replay::Platform platform = fat_tree_platform(tree);
  reset_peak();
  const double before = peak();
  const trace::Trace trace = halo(side, static_cast<std::uint64_t>(state.range(1)), iterations, 0.1);
  Mapping mapping(processes);
  std::iota(mapping.begin(), mapping.end(), Slot{0});
  if (state.range(2) == 1) mapping = Random(1).permutation<Slot>(processes);
  replay::Options options;
  options.sharing_tolerance = static_cast<double>(state.range(3)) / 1000;
  double messages = 0, seconds = 0;
  for (auto _ : state) {
    const replay::Result result = *replay::replay(trace, platform, mapping, options);
    messages += static_cast<double>(result.messages);
    seconds = result.seconds;
  }
  state.counters["messages"] = benchmark::Counter(messages, benchmark::Counter::kIsRate);
  state.counters["MB"] = peak() - before;
  state.counters["job_ms"] = seconds * 1e3 / static_cast<double>(iterations);
}

/// Returns the grid's order, the cyclic one that launchers offer, and a random one.
std::vector<Mapping> three_orders(std::uint64_t processes) {
  Mapping by_slot(processes), by_node(processes);
  std::iota(by_slot.begin(), by_slot.end(), Slot{0});
  const std::uint64_t hosts = std::max<std::uint64_t>(processes / 32, 1), cores = processes / hosts;
  for (std::uint64_t i = 0; i < processes; ++i) by_node[i] = i < hosts * cores ? i % hosts * cores + i / hosts : i;
  return {by_slot, by_node, Random(1).permutation<Slot>(processes)};
}

/// What a plan takes to compare three orders of a job. Arguments: processes per dimension, steps of the whole job.
void decide(benchmark::State& state) {
  constexpr std::uint64_t kStepsOfIteration = 14, kMostIterations = 200;  // of a whole replay
  const auto side = static_cast<std::uint32_t>(state.range(0));
  const std::uint64_t processes = std::uint64_t{side} * side * side;
  const std::uint64_t iterations =
      std::max<std::uint64_t>(static_cast<std::uint64_t>(state.range(1)) / (processes * kStepsOfIteration), 1);
  const TreeTopology tree = fat_tree(processes);
  const replay::Platform platform = fat_tree_platform(tree);
  const trace::Trace trace = halo(side, 65536, iterations, 0.1);
  const std::vector<Mapping> orders = three_orders(processes);
  std::vector<planning::JobTime> times;
  for (auto _ : state) times = *planning::job_times(trace, platform, orders, {}, Deadline(std::nullopt));
  const trace::Trace some = halo(side, 65536, std::min(iterations, kMostIterations), 0.1);
  const auto whole = [&](std::size_t order) { return replay::replay(some, platform, orders[order])->seconds; };
  state.counters["replayed"] = times.front().replayed;
  state.counters["over_whole"] = times.back().seconds / times.front().seconds * whole(0) / whole(2);
}

/// Argument: different steps of an iteration.
void fold(benchmark::State& state) {
  constexpr std::uint64_t kSteps = 1000000;
  std::size_t bytes = 0;
  for (auto _ : state) {
    trace::Folder folder;
    for (std::uint64_t i = 0; i < kSteps; ++i) {
      folder.compute(1e-6);
      folder.add(trace::send(static_cast<std::uint32_t>(i % static_cast<std::uint64_t>(state.range(0))), 8));
    }
    bytes = folder.bytes();
  }
  state.counters["steps"] = benchmark::Counter(kSteps, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["bytes"] = static_cast<double>(bytes);
}

void all_sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"side", "bytes", "random", "tolerance"})->Unit(benchmark::kMillisecond)->MinTime(1);
  for (const int side : {4, 8, 16}) {
    for (const int bytes : {8192, 65536}) {
      for (const int random : {0, 1}) {
        for (const int tolerance : {50, 0}) {
          if (side < 16 || random == 0 || tolerance > 0) benchmark->Args({side, bytes, random, tolerance});
        }
      }
    }
  }
}

BENCHMARK(replay_halo)->Apply(all_sizes);
BENCHMARK(decide)
    ->ArgNames({"side", "steps"})
    ->ArgsProduct({{3, 4, 8, 10, 16}, {100'000, 1'000'000, 10'000'000, 100'000'000}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(fold)->ArgName("body")->Arg(1)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace topomorph::benchmarks

BENCHMARK_MAIN();
