// The rounds of all processes of a collective fit together, carry the data to where they belong, and take their time.
#include "core/replay/rounds.h"

#include <deque>
#include <map>
#include <set>

#include "tests/core/replay/machines.h"

namespace topomorph::replay {
namespace {

using trace::Collective;
using Set = std::set<std::uint32_t>;

constexpr CollectiveOptions kOptions;

/// What each process knows at the end: whose data reached it.
class Simulation {
 public:
  Simulation(Collective kind, std::uint32_t size, std::uint32_t root, std::uint64_t each,
             const CollectiveOptions& options)
      : options_(options), known(size), state_(size) {
    for (std::uint32_t rank = 0; rank < size; ++rank) {
      known[rank] = {rank};
      calls_.push_back({kind, size, rank, root, each});
    }
    while (step_all()) {
    }
    for (std::uint32_t rank = 0; rank < size; ++rank)
      complete &= !round_of(calls_[rank], state_[rank].number, options_);
    for (const auto& [pair, queue] : channels_) complete &= queue.empty();
  }

 private:
  struct State {
    std::uint32_t number = 0;
    bool sent = false;
  };

  bool step_all() {
    bool moved = false;
    for (std::uint32_t rank = 0; rank < calls_.size(); ++rank) moved |= step(rank);
    return moved;
  }
  bool step(std::uint32_t rank) {
    State& state = state_[rank];
    const auto round = round_of(calls_[rank], state.number, options_);
    if (!round) return false;
    if (!state.sent && round->to != Round::kNobody) {
      channels_[{rank, round->to}].push_back(known[rank]);
      bytes += round->bytes;
      ++messages;
    }
    const bool first = !state.sent;
    state.sent = true;
    if (round->from != Round::kNobody) {
      auto& queue = channels_[{round->from, rank}];
      if (queue.empty()) return first;
      known[rank].insert(queue.front().begin(), queue.front().end());
      queue.pop_front();
    }
    ++state.number;
    state.sent = false;
    return true;
  }

  std::vector<Call> calls_;
  CollectiveOptions options_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::deque<Set>> channels_;

 public:
  std::vector<Set> known;
  std::uint64_t bytes = 0, messages = 0;
  bool complete = true;

 private:
  std::vector<State> state_;
};

/// Processes that must have the data of which others, by kind: 'a' all of all, 'f' all from the root, 't' the root of
/// all, 's' of all lower ones.
std::map<Collective, char> flows() {
  using enum Collective;
  return {{Barrier, 'a'},  {Bcast, 'f'},     {Reduce, 't'},        {Allreduce, 'a'}, {Gather, 't'},
          {Scatter, 'f'},  {Gatherv, 't'},   {Scatterv, 'f'},      {Allgather, 'a'}, {Allgatherv, 'a'},
          {Alltoall, 'a'}, {Alltoallv, 'a'}, {ReduceScatter, 'a'}, {Scan, 's'}};
}

bool reaches(const Set& known, char flow, std::uint32_t rank, std::uint32_t root, std::uint32_t size) {
  for (std::uint32_t from = 0; from < size; ++from) {
    const bool needed =
        flow == 'a' || (flow == 'f' && from == root) || (flow == 't' && rank == root) || (flow == 's' && from <= rank);
    if (needed && !known.contains(from)) return false;
  }
  return true;
}

TEST(Rounds, CarryTheDataToWhereTheyBelong) {
  for (const auto& [kind, flow] : flows()) {
    for (std::uint32_t size = 1; size <= 20; ++size) {
      for (const std::uint64_t bytes : {std::uint64_t{8}, std::uint64_t{1} << 20}) {
        for (std::uint32_t root = 0; root < size; root += 3) {
          CollectiveOptions options;
          options.allreduce_of_large =
              root % 2 == 0 ? CollectiveOptions::Allreduce::Ring : CollectiveOptions::Allreduce::Rabenseifner;
          const Simulation simulation(kind, size, root, bytes, options);
          ASSERT_TRUE(simulation.complete) << static_cast<int>(kind) << ' ' << size << ' ' << root;
          for (std::uint32_t rank = 0; rank < size; ++rank) {
            ASSERT_TRUE(reaches(simulation.known[rank], flow, rank, root, size))
                << static_cast<int>(kind) << ' ' << size << ' ' << root << ' ' << rank;
          }
        }
      }
    }
  }
}

TEST(Rounds, HaveTheBytesOfTheirAlgorithms) {
  const auto bytes = [](Collective kind, std::uint32_t size, std::uint64_t each,
                        const CollectiveOptions& options = kOptions) {
    return Simulation(kind, size, 0, each, options).bytes;
  };
  EXPECT_EQ(bytes(Collective::Bcast, 13, 100), 12 * 100);
  EXPECT_EQ(bytes(Collective::Reduce, 13, 100), 12 * 100);
  EXPECT_EQ(bytes(Collective::Gather, 8, 100), (4 * 1 + 2 * 2 + 1 * 4) * 100);
  EXPECT_EQ(bytes(Collective::Scatter, 8, 100), (4 * 1 + 2 * 2 + 1 * 4) * 100);
  EXPECT_EQ(bytes(Collective::Allreduce, 8, 100), 8 * 3 * 100);
  EXPECT_EQ(bytes(Collective::Allreduce, 6, 100), (4 * 2 + 2 * 2) * 100);
  EXPECT_EQ(bytes(Collective::Allreduce, 8, 80000), 8 * 14 * 10000);
  CollectiveOptions halving;
  halving.allreduce_of_large = CollectiveOptions::Allreduce::Rabenseifner;
  EXPECT_EQ(bytes(Collective::Allreduce, 8, 80000, halving), 8 * 2 * (40000 + 20000 + 10000));
  EXPECT_EQ(bytes(Collective::Allgather, 7, 100), 7 * 6 * 100);
  EXPECT_EQ(bytes(Collective::Allgather, 7, 1000000), 7 * 6 * 1000000);
  EXPECT_EQ(bytes(Collective::Alltoall, 7, 100), 7 * 6 * 100);
  EXPECT_EQ(bytes(Collective::Alltoallv, 7, 600), 7 * 600);
  EXPECT_EQ(bytes(Collective::ReduceScatter, 8, 800), 8 * 7 * 100);
  EXPECT_EQ(bytes(Collective::Scan, 7, 100), 6 * 100);
}

namespace timing {

using namespace testing;

double time_of(Collective kind, std::size_t size, std::uint64_t bytes) {
  std::vector<std::vector<trace::Step>> steps(size, {trace::collective(kind, bytes)});
  return seconds(trace_of(steps), star(size));
}

TEST(Rounds, BarrierTakesAsManyRoundsAsTheLogarithm) {
  for (const auto& [size, rounds] : std::map<std::size_t, int>{{1, 0}, {2, 1}, {5, 3}, {8, 3}, {9, 4}}) {
    EXPECT_NEAR(time_of(Collective::Barrier, size, 0), rounds * kLatency, 1e-9) << size;
  }
}

TEST(Rounds, BcastTakesItsDepth) {
  // Sends are eager, but share the sender's link: the last of log n children gets its data last.
  EXPECT_NEAR(time_of(Collective::Bcast, 2, 1000), kLatency + 1000 / kRate, 1e-9);
  EXPECT_NEAR(time_of(Collective::Bcast, 8, 0), 3 * kLatency, 1e-9);
}

TEST(Rounds, RingAllgatherTakesItsSteps) {
  EXPECT_NEAR(time_of(Collective::Allgather, 6, 100000), 5 * (kLatency + 100000 / kRate), 1e-6);
}

TEST(Rounds, AllreduceOfAPowerOfTwo) {
  EXPECT_NEAR(time_of(Collective::Allreduce, 8, 1000), 3 * (kLatency + 1000 / kRate), 1e-9);
}

TEST(Rounds, BlocksOfUnequalSizes) {
  std::vector<std::vector<trace::Step>> steps;
  for (std::uint64_t i = 0; i < 3; ++i) steps.push_back({trace::collective(Collective::Scatterv, 1000 * i)});
  const Result scatterv = replayed(trace_of(steps), star(3));
  EXPECT_EQ(scatterv.links[0].bytes, 3000);
  for (std::uint32_t i = 0; i < 3; ++i) steps[i] = {trace::collective(Collective::Allgatherv, 1000 * i)};
  const Result allgatherv = replayed(trace_of(steps), star(3));
  ASSERT_EQ(allgatherv.links.size(), 6);
  EXPECT_EQ(allgatherv.links[0].bytes, 0 + 2000);  // its own block, then that of process 2
  EXPECT_EQ(allgatherv.links[1].bytes, 1000 + 0);
  EXPECT_EQ(allgatherv.links[2].bytes, 2000 + 1000);
}

TEST(Rounds, GroupsHaveTheirOwnRanks) {
  trace::Trace trace = trace_of({{}, {}, {}});
  trace.groups = {{2, 0}};
  trace.processes[0].steps = {trace::collective(Collective::Bcast, 1000, 0, 0)};
  trace.processes[2].steps = trace.processes[0].steps;
  const Result result = replayed(trace, star(3));
  ASSERT_EQ(result.links.size(), 2);
  EXPECT_EQ(result.links[0].link, 2);
  EXPECT_EQ(result.links[1].link, 3);
}

}  // namespace timing

}  // namespace
}  // namespace topomorph::replay
