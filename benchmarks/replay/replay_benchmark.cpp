// Speed and memory of the replay of halo exchanges on a fat tree, and of the folding of traces (Google Benchmark).
#include <fstream>
#include <numeric>
#include <string>

#include <benchmark/benchmark.h>
#include <malloc.h>

#include "benchmarks/replay/halo.h"
#include "core/base/random.h"
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
BENCHMARK(fold)->ArgName("body")->Arg(1)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace topomorph::benchmarks

BENCHMARK_MAIN();
