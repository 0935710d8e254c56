// The affinity of a trace is what its replay sends over each pair's own link.
#include "core/replay/affinity.h"

#include "tests/core/replay/machines.h"

namespace topomorph::replay {
namespace {

using namespace testing;
using namespace trace;
using topomorph::testing::traffic_of;

/// A link of its own for each ordered pair of hosts.
class Mesh final : public Routing {
 public:
  explicit Mesh(std::uint64_t hosts) : hosts_(hosts) {}
  std::uint64_t links() const override { return hosts_ * hosts_; }
  std::string name(Link link) const override { return std::to_string(link); }
  double bandwidth(Link) const override { return 1; }
  void route(Slot a, Slot b, std::vector<Link>& path) const override {
    if (a != b) path.push_back(a * hosts_ + b);
  }

 private:
  std::uint64_t hosts_;
};

/// Expects that the replay, which knows no loops, sends the same bytes for each pair, and as many messages in all.
void expect_as_replayed(const Trace& trace) {
  const std::uint64_t size = trace.processes.size();
  std::vector<std::uint32_t> hosts(size);
  std::iota(hosts.begin(), hosts.end(), 0U);
  Platform platform = network_platform(std::make_shared<Mesh>(size), hosts, kLatency, 0, kInside);
  platform.eager_limit = std::uint64_t{1} << 40;
  const Result result = replayed(trace, platform);
  std::vector<std::uint64_t> counted(size * size), seen(size * size);
  std::uint64_t messages = 0;
  for (const Traffic& traffic : traffic_of(affinity_of(trace))) {
    if (traffic.source != traffic.destination) counted[traffic.source * size + traffic.destination] = traffic.bytes;
    messages += traffic.messages;
  }
  for (const LinkUse& use : result.links) seen[use.link] = use.bytes;
  EXPECT_EQ(counted, seen);
  EXPECT_EQ(messages, result.messages);
}

TEST(TraceAffinity, LoopsInLoops) {
  const Trace trace =
      trace_of({{send(1, 7), loop(3, 4), send(1, 10), loop(5, 1), start_send(1, 2, 0), send(1, 1)}, {}});
  EXPECT_THROW(affinity_of(trace), InputError);  // the request is started again and never waited for
  const Trace good =
      trace_of({{send(1, 7), loop(3, 5), send(1, 10), loop(5, 2), start_send(1, 2, 0), wait(0), send(1, 1)},
                {loop(7, 3), loop(3, 1), receive(0), compute(1), loop(2, 1), receive(0)}});
  const std::vector<Traffic> expected = {{0, 1, 7 + 3 * (10 + 5 * 2 + 1), 1 + 3 * (1 + 5 + 1)}};
  EXPECT_EQ(traffic_of(affinity_of(good)), expected);
}

TEST(TraceAffinity, EveryCollectiveOfAnySize) {
  for (std::size_t kind = 0; kind < kCollectives; ++kind) {
    for (std::uint32_t size = 1; size <= 9; ++size) {
      for (const std::uint64_t bytes : {0, 24, 90000}) {
        SCOPED_TRACE(::testing::Message() << "collective " << kind << ", " << size << " processes, " << bytes);
        std::vector<std::vector<Step>> steps;
        for (std::uint32_t role = 0; role < size; ++role) {
          const Step call = collective(static_cast<Collective>(kind), bytes, 0, size / 2);
          steps.push_back({loop(2, 3), call, loop(3, 1), call});
        }
        expect_as_replayed(trace_of(steps));
      }
    }
  }
}

TEST(TraceAffinity, BlocksOfUnequalSizes) {
  for (const Collective kind : {Collective::Gatherv, Collective::Scatterv, Collective::Allgatherv}) {
    std::vector<std::vector<Step>> steps;
    for (std::uint32_t role = 0; role < 6; ++role) {
      steps.push_back(
          {loop(4, 1), collective(kind, 100 * role + 8, 0, 2), collective(kind, 1000 - role, 1 + role % 2, 1)});
    }
    Trace trace = trace_of(steps);
    trace.groups.push_back({4, 0, 2});
    trace.groups.push_back({1, 3, 5});
    expect_as_replayed(trace);
  }
}

Trace trace_in_loops(std::uint32_t processes, Random& random) {
  std::vector<std::vector<Step>> steps(processes);
  for (std::size_t phase = 0; phase < 5; ++phase) {
    const std::uint64_t outer = 1 + random.below(4), inner = 1 + random.below(4);
    const auto distance = static_cast<std::uint32_t>(random.below(processes));
    const std::uint64_t bytes = random.below(20000), reduced = random.below(20000);
    const auto kind = static_cast<Collective>(random.below(kCollectives));
    for (std::uint32_t p = 0; p < processes; ++p) {
      const std::vector<Step> part = {loop(outer, 5),
                                      loop(inner, 3),
                                      start_receive((p + processes - distance) % processes, 0),
                                      send((p + distance) % processes, bytes),
                                      wait(0),
                                      collective(kind, reduced)};
      steps[p].insert(steps[p].end(), part.begin(), part.end());
    }
  }
  return trace_of(steps);
}

TEST(TraceAffinity, RandomTraces) {
  Random random(7);
  for (std::uint32_t processes = 1; processes <= 12; ++processes) expect_as_replayed(trace_in_loops(processes, random));
}

TEST(TraceAffinity, RefusesWhatNoCounterHolds) {
  const std::uint64_t most = std::uint64_t{1} << 40;
  EXPECT_INPUT_ERROR(affinity_of(trace_of({{loop(most, 1), send(1, most)}, {loop(most, 1), receive(0)}})),
                     "process 0 sends more to process 1");
}

}  // namespace
}  // namespace topomorph::replay
