// Random traces end, never before their lower bounds, and give the same result again, folded and in any loop form.
#include "core/trace/folder.h"
#include "tests/core/replay/machines.h"

namespace topomorph::replay {
namespace {

using namespace testing;
using namespace trace;

/// All processes go through the same random list of exchanges, so that no deadlock is possible: messages of pairs that
/// are started before anybody waits, and collectives.
Trace random_trace(std::uint32_t processes, std::size_t phases, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::vector<Step>> steps(processes);
  for (std::size_t phase = 0; phase < phases; ++phase) {
    std::vector<std::uint32_t> slots(processes, 0);
    for (std::uint64_t i = 0; i < 2 * processes; ++i) {
      const auto a = static_cast<std::uint32_t>(random.below(processes)),
                 b = static_cast<std::uint32_t>(random.below(processes));
      const auto channel = static_cast<std::uint16_t>(random.below(2));
      steps[a].push_back(
          after(1e-5 * static_cast<double>(random.below(9)), start_send(b, random.below(20000), slots[a]++, channel)));
      steps[b].push_back(start_receive(a, slots[b]++, channel));
    }
    for (std::uint32_t p = 0; p < processes; ++p) {
      if (slots[p] > 0) steps[p].push_back(wait(0, slots[p]));
    }
    const auto kind = static_cast<Collective>(random.below(kCollectives));
    const auto root = static_cast<std::uint32_t>(random.below(processes));
    const std::uint64_t bytes = random.below(30000);
    for (auto& list : steps) list.push_back(collective(kind, bytes, 0, root));
  }
  return trace_of(steps);
}

Platform random_platform(std::uint64_t hosts, std::uint64_t slots, Random& random) {
  Platform platform = star(hosts, slots);
  platform.eager_limit = random.below(2) == 0 ? 5000 : std::uint64_t{1} << 40;
  platform.between_hosts = {1e-5 * static_cast<double>(random.below(3)), 1e-5 * static_cast<double>(random.below(3))};
  platform.inside_host = {1e-6, 2e-6};
  if (random.below(2) == 0) platform.cores.assign(hosts, static_cast<std::uint32_t>(1 + random.below(slots)));
  if (random.below(2) == 0) platform.burst = {static_cast<double>(random.below(9000)), 1e8};
  if (random.below(2) == 0) platform.piece = 1 + random.below(9000);
  return platform;
}

void expect_above_bounds(const Result& result, const Platform& platform) {
  for (const LinkUse& link : result.links) {
    const double burst = platform.burst.bytes;
    EXPECT_GE(result.seconds * 1.000001, (static_cast<double>(link.bytes) - burst) / kRate);
    EXPECT_LE(link.busy, result.seconds * 1.000001 + static_cast<double>(link.bytes) / kRate);
  }
  for (const ProcessTimes& process : result.processes) {
    EXPECT_NEAR(process.end, process.compute + process.messages + process.waiting + process.core_wait, 1e-9);
    EXPECT_LE(process.end, result.seconds);
  }
}

TEST(RandomTraces, EndAboveTheirLowerBounds) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const std::uint64_t hosts = 1 + random.below(5), slots = 1 + random.below(4);
    const auto processes = static_cast<std::uint32_t>(hosts * slots);
    const Trace trace = random_trace(processes, 6, seed);
    const Platform platform = random_platform(hosts, slots, random);
    const Mapping mapping = random.permutation<Slot>(processes);
    Options options = exact();
    if (seed % 2 == 0) options = {};
    const Result result = *replay(trace, platform, mapping, options);
    EXPECT_EQ(result.ended, processes);
    expect_above_bounds(result, platform);
    const Result again = *replay(trace, platform, mapping, options);
    EXPECT_EQ(result.seconds, again.seconds);
  }
}

TEST(RandomTraces, ToleranceChangesLittle) {
  double sum = 0, rough = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Trace trace = random_trace(12, 6, seed);
    sum += replayed(trace, star(4, 3)).seconds;
    Options options = exact();
    options.sharing_tolerance = 0.05;
    rough += replayed(trace, star(4, 3), options).seconds;
  }
  EXPECT_NEAR(rough, sum, 0.02 * sum);
}

TEST(RandomTraces, FoldedOnesTakeTheSameTime) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Trace once = random_trace(6, 2, seed);
    Trace unrolled = once, folded = once;
    std::size_t steps = 0;
    for (std::size_t p = 0; p < once.processes.size(); ++p) {
      Folder folder;
      unrolled.processes[p].steps.clear();
      for (int i = 0; i < 20; ++i) {
        for (const Step& step : once.processes[p].steps) {
          Step added = step;
          added.seconds = 0x1p-14;  // sums and means are exact
          folder.add(added);
          unrolled.processes[p].steps.push_back(added);
        }
      }
      folded.processes[p].steps.assign(folder.steps().begin(), folder.steps().end());
      steps += folded.processes[p].steps.size();
    }
    EXPECT_LE(steps, 3 * (once.processes[0].steps.size() + 30) * once.processes.size());
    EXPECT_EQ(seconds(folded, star(2, 3)), seconds(unrolled, star(2, 3))) << seed;
  }
}

}  // namespace
}  // namespace topomorph::replay
