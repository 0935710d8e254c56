// Tests of the models of collectives, run for all processes of a group: the messages must carry the operation out.
#include "monitoring/counting/collective_model.h"

#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace topomorph::monitoring::model {
namespace {

struct Sent {
  int source = 0;
  Side side = Side::Local;
  int destination = 0;
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
};

struct Collector final : Sink {
  void send(Side side, int peer, std::uint64_t bytes, std::uint64_t messages) override {
    sent.push_back({rank, side, peer, bytes, messages});
  }
  int rank = 0;
  std::vector<Sent> sent;
};

/// Returns what all ranks of one group send, in the order of the ranks.
template <class Play>
std::vector<Sent> all_ranks(int size, int remote_size, Play play) {
  Collector collector;
  for (int rank = 0; rank < size; ++rank) {
    collector.rank = rank;
    play(Place{rank, size, remote_size}, collector);
  }
  return collector.sent;
}

template <class Play>
std::vector<Sent> all_ranks(int size, Play play) {
  auto sent = all_ranks(size, 0, play);
  for (const Sent& message : sent) {
    EXPECT_EQ(message.side, Side::Local);
    EXPECT_NE(message.source, message.destination);
    EXPECT_TRUE(message.destination >= 0 && message.destination < size);
  }
  return sent;
}

std::uint64_t total_bytes(const std::vector<Sent>& sent) {
  return std::accumulate(sent.begin(), sent.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const Sent& message) { return sum + message.bytes * message.messages; });
}

std::vector<std::uint64_t> received_bytes(const std::vector<Sent>& sent, int size) {
  std::vector<std::uint64_t> received(static_cast<std::size_t>(size));
  for (const Sent& message : sent)
    received[static_cast<std::size_t>(message.destination)] += message.bytes * message.messages;
  return received;
}

/// Returns the ranks that data of `root` reaches, whatever the order of the messages.
std::set<int> reached_from(int root, const std::vector<Sent>& sent) {
  std::set<int> reached{root};
  for (bool more = true; more;) {
    more = false;
    for (const Sent& message : sent) {
      if (reached.count(message.source) != 0) more |= reached.insert(message.destination).second;
    }
  }
  return reached;
}

class Sizes : public testing::TestWithParam<int> {
 protected:
  int size() const { return GetParam(); }
  std::uint64_t others() const { return static_cast<std::uint64_t>(size() - 1); }
};

TEST_P(Sizes, BcastReachesEveryRankOnceFromAnyRoot) {
  for (int root = 0; root < size(); ++root) {
    const auto sent = all_ranks(size(), [&](Place place, Sink& sink) {
      bcast(place, {RootKind::Rank, root}, 100, sink);
    });
    EXPECT_EQ(sent.size(), others());
    auto received = received_bytes(sent, size());
    EXPECT_EQ(received[static_cast<std::size_t>(root)], 0u);
    received[static_cast<std::size_t>(root)] = 100;
    EXPECT_EQ(received, std::vector<std::uint64_t>(static_cast<std::size_t>(size()), 100));
    EXPECT_EQ(reached_from(root, sent).size(), static_cast<std::size_t>(size()));
  }
}

TEST_P(Sizes, ReduceIsBcastBackwards) {
  for (int root = 0; root < size(); ++root) {
    std::multiset<std::pair<int, int>> down, up;
    for (const Sent& m : all_ranks(size(), [&](Place p, Sink&s) { bcast(p, {RootKind::Rank, root}, 8, s); })) {
      down.insert({m.source, m.destination});
    }
    for (const Sent& m : all_ranks(size(), [&](Place p, Sink&s) { reduce(p, {RootKind::Rank, root}, 8, s); })) {
      up.insert({m.destination, m.source});
    }
    EXPECT_EQ(down, up);
  }
}

TEST_P(Sizes, GatherAndScatterMoveEveryBlockAlongTheSameTree) {
  for (int root = 0; root < size(); ++root) {
    std::map<std::pair<int, int>, std::uint64_t> up, down;
    for (const Sent& m : all_ranks(size(), [&](Place p, Sink&s) { gather(p, {RootKind::Rank, root}, 10, s); })) {
      up[{m.destination, m.source}] += m.bytes;
    }
    for (const Sent& m : all_ranks(size(), [&](Place p, Sink&s) { scatter(p, {RootKind::Rank, root}, 10, s); })) {
      down[{m.source, m.destination}] += m.bytes;
    }
    EXPECT_EQ(up, down);
    std::uint64_t at_root = 0;
    for (const auto& [edge, bytes] : up) at_root += edge.first == root ? bytes : 0;
    EXPECT_EQ(at_root, 10 * others());
    // A rank passes on its subtree: it receives its own block more than it sends.
    for (int rank = 0; rank < size(); ++rank) {
      std::uint64_t in = 0, out = 0;
      for (const auto& [edge, bytes] : down)
        in += edge.second == rank ? bytes : 0, out += edge.first == rank ? bytes : 0;
      EXPECT_EQ(in + (rank == root ? 10 * others() : 0), out + (rank == root ? 0u : 10u)) << "rank " << rank;
    }
  }
}

TEST_P(Sizes, AllreduceBringsEveryContributionToEveryRank) {
  const auto sent = all_ranks(size(), [](Place place, Sink& sink) { allreduce(place, 16, sink); });
  for (int rank = 0; rank < size(); ++rank)
    EXPECT_EQ(reached_from(rank, sent).size(), static_cast<std::size_t>(size()));
}

TEST(CollectiveModel, AllreduceOfAPowerOfTwoIsRecursiveDoubling) {
  const auto sent = all_ranks(8, [](Place place, Sink& sink) { allreduce(place, 16, sink); });
  std::set<std::pair<int, int>> pairs;
  for (const Sent& message : sent) pairs.insert({message.source, message.source ^ message.destination});
  std::set<std::pair<int, int>> expected;
  for (int rank = 0; rank < 8; ++rank) expected.insert({{rank, 1}, {rank, 2}, {rank, 4}});
  EXPECT_EQ(pairs, expected);
  EXPECT_EQ(sent.size(), 24u);
}

TEST(CollectiveModel, AllreduceOfSixFoldsTwoPairs) {
  std::map<std::pair<int, int>, int> pairs;
  for (const Sent& m : all_ranks(6, [](Place place, Sink&sink) { allreduce(place, 16, sink); }))
    ++pairs[{m.source, m.destination}];
  const std::map<std::pair<int, int>, int> expected = {{{0, 1}, 1}, {{1, 0}, 1}, {{2, 3}, 1}, {{3, 2}, 1},
                                                       {{1, 3}, 1}, {{3, 1}, 1}, {{4, 5}, 1}, {{5, 4}, 1},
                                                       {{1, 4}, 1}, {{4, 1}, 1}, {{3, 5}, 1}, {{5, 3}, 1}};
  EXPECT_EQ(pairs, expected);
}

TEST_P(Sizes, BarrierLetsEveryRankHearOfEveryOther) {
  const auto sent = all_ranks(size(), [](Place place, Sink& sink) { barrier(place, sink); });
  for (int rank = 0; rank < size(); ++rank)
    EXPECT_EQ(reached_from(rank, sent).size(), static_cast<std::size_t>(size()));
  EXPECT_EQ(total_bytes(sent), 0u);
}

TEST_P(Sizes, AllgatherPassesEveryBlockAroundTheRing) {
  const auto block = [](int rank) { return static_cast<std::uint64_t>(10 + rank); };
  const auto sent = all_ranks(size(), [&](Place p, Sink& s) { allgather(p, block(p.rank), block, s); });
  const auto received = received_bytes(sent, size());
  std::uint64_t all = 0;
  for (int rank = 0; rank < size(); ++rank) all += block(rank);
  for (int rank = 0; rank < size(); ++rank) EXPECT_EQ(received[static_cast<std::size_t>(rank)], all - block(rank));
  EXPECT_EQ(sent.size(), others() * static_cast<std::uint64_t>(size()));
}

TEST_P(Sizes, AlltoallAndReduceScatterSendEachBlockStraight) {
  const auto sent = all_ranks(size(), [&](Place place, Sink& sink) {
    alltoall(
        place, [&](int peer) { return static_cast<std::uint64_t>(100 * place.rank + peer); }, sink);
  });
  std::set<std::pair<int, int>> pairs;
  for (const Sent& message : sent) {
    EXPECT_EQ(message.bytes, static_cast<std::uint64_t>(100 * message.source + message.destination));
    pairs.insert({message.source, message.destination});
  }
  EXPECT_EQ(pairs.size(), others() * static_cast<std::uint64_t>(size()));
  EXPECT_EQ(sent.size(), pairs.size());
  const auto scattered = all_ranks(size(), [](Place place, Sink& sink) {
    reduce_scatter(
        place, [](int) { return 7u; }, sink);
  });
  EXPECT_EQ(received_bytes(scattered, size()),
            std::vector<std::uint64_t>(static_cast<std::size_t>(size()), 7 * others()));
}

/// Reports an exchange message by message.
struct Expander final : Sink {
  explicit Expander(Place place) : me(place) {}
  void send(Side, int peer, std::uint64_t bytes, std::uint64_t messages) override {
    volume[{me.rank, peer}] += bytes * messages, sizes[bytes] += messages;
  }
  bool exchange(bool inward, std::uint64_t bytes, std::uint64_t alike) override {
    for (int peer = 0; peer < me.size; ++peer) {
      if (peer != me.rank) volume[inward ? std::pair(peer, me.rank) : std::pair(me.rank, peer)] += bytes;
    }
    sizes[bytes] += alike;
    return ++exchanges, true;
  }
  void beyond(int peer, std::uint64_t bytes, std::uint64_t more) override {
    volume[{me.rank, peer}] += more, ++sizes[bytes], ++tellings;
  }
  Place me;
  int exchanges = 0, tellings = 0;
  std::map<std::pair<int, int>, std::uint64_t> volume;
  std::map<std::uint64_t, std::uint64_t> sizes;
};

using Played = std::pair<std::map<std::pair<int, int>, std::uint64_t>, std::map<std::uint64_t, std::uint64_t>>;

/// Volumes of pairs and sizes of messages of all ranks, reported at once where possible. `tellings` counts the reports
/// of single peers.
template <class Play>
Played at_once(int size, int& tellings, Play play) {
  Played all;
  for (int rank = 0; rank < size; ++rank) {
    Expander expander(Place{rank, size, 0});
    play(expander.me, expander);
    EXPECT_EQ(expander.exchanges, size > 2 ? 1 : 0);
    tellings += expander.tellings;
    for (const auto& [pair, bytes] : expander.volume) all.first[pair] += bytes;
    for (const auto& [bytes, messages] : expander.sizes) all.second[bytes] += messages;
  }
  return all;
}

template <class Play>
Played one_by_one(int size, Play play) {
  Played all;
  for (const Sent& message : all_ranks(size, play)) {
    all.first[{message.source, message.destination}] += message.bytes * message.messages;
    all.second[message.bytes] += message.messages;
  }
  return all;
}

TEST_P(Sizes, AnExchangeToldAtOnceIsTheSameMessages) {
  const auto irregular = [](Place place, Sink& sink) {
    alltoall(
        place, [&](int peer) { return peer % 3 == 0 ? static_cast<std::uint64_t>(place.rank + peer) : 4u; }, sink);
  };
  const auto uniform = [](Place place, Sink& sink) { alltoall(place, 40, sink); };
  const auto scattered = [](Place place, Sink& sink) {
    reduce_scatter(
        place, [](int peer) { return static_cast<std::uint64_t>(8 * peer); }, sink);
  };
  int of_irregular = 0, of_others = 0;
  EXPECT_EQ(at_once(size(), of_irregular, irregular), one_by_one(size(), irregular));
  EXPECT_EQ(at_once(size(), of_others, uniform), one_by_one(size(), uniform));
  EXPECT_EQ(at_once(size(), of_others, scattered), one_by_one(size(), scattered));
  EXPECT_EQ(of_others, 0);
}

TEST_P(Sizes, ScanIsAChainAndVectorFormsAreDirect) {
  const auto chain = all_ranks(size(), [](Place place, Sink& sink) { scan(place, 5, sink); });
  ASSERT_EQ(chain.size(), others());
  for (const Sent& message : chain) EXPECT_EQ(message.destination, message.source + 1);
  const int root = size() - 1;
  for (const Sent& message : all_ranks(size(), [&](Place p, Sink&s) { gatherv(p, {RootKind::Rank, root}, 3, s); })) {
    EXPECT_EQ(message.destination, root);
  }
  const auto scattered = all_ranks(size(), [&](Place place, Sink& sink) {
    scatterv(
        place, {RootKind::Rank, root}, [](int peer) { return static_cast<std::uint64_t>(peer); }, sink);
  });
  EXPECT_EQ(scattered.size(), others());
  for (const Sent& message : scattered) EXPECT_EQ(message.bytes, static_cast<std::uint64_t>(message.destination));
}

INSTANTIATE_TEST_SUITE_P(CollectiveModel, Sizes, testing::Values(1, 2, 3, 4, 5, 6, 7, 8, 13, 16, 33, 100));

TEST(CollectiveModel, NeighboursGetTheirBlocksAndNobodyElse) {
  Collector collector;
  const std::vector<int> around = {3, -2, 1, 3};  // MPI_PROC_NULL at an edge, one neighbour twice
  neighbours(
      around, [](int i) { return static_cast<std::uint64_t>(10 * (i + 1)); }, collector);
  ASSERT_EQ(collector.sent.size(), 3u);
  EXPECT_EQ(collector.sent[0].destination, 3);
  EXPECT_EQ(collector.sent[0].bytes, 10u);
  EXPECT_EQ(collector.sent[1].destination, 1);
  EXPECT_EQ(collector.sent[1].bytes, 30u);
  EXPECT_EQ(collector.sent[2].bytes, 40u);
}

/// Between groups of 3 and 5 ranks: how often each side sends to the other, and how many bytes.
std::map<std::pair<int, int>, std::uint64_t> crossing(const std::vector<Sent>& sent) {
  std::map<std::pair<int, int>, std::uint64_t> pairs;
  for (const Sent& message : sent) {
    if (message.side == Side::Remote) pairs[{message.source, message.destination}] += message.bytes;
  }
  return pairs;
}

using Crossing = std::map<std::pair<int, int>, std::uint64_t>;

TEST(CollectiveModel, BetweenGroupsTheRootFeedsTheOtherGroupsTree) {
  const auto near = all_ranks(3, 5, [](Place place, Sink& sink) {
    bcast(place, place.rank == 2 ? Root{RootKind::Self, 2} : Root{RootKind::Uninvolved, 0}, 100, sink);
  });
  EXPECT_EQ(crossing(near), (Crossing{{{2, 0}, 100}}));
  EXPECT_EQ(near.size(), 1u);
  const auto far = all_ranks(5, 3, [](Place place, Sink& sink) { bcast(place, {RootKind::Rank, 2}, 100, sink); });
  EXPECT_TRUE(crossing(far).empty());
  EXPECT_EQ(reached_from(0, far).size(), 5u);
}

TEST(CollectiveModel, BetweenGroupsGatherSendsAllBlocksToTheRootAtOnce) {
  const auto far = all_ranks(5, 3, [](Place place, Sink& sink) { gather(place, {RootKind::Rank, 2}, 10, sink); });
  EXPECT_EQ(crossing(far), (Crossing{{{0, 2}, 50}}));
  const auto near = all_ranks(3, 5, [](Place place, Sink& sink) {
    scatter(place, place.rank == 1 ? Root{RootKind::Self, 1} : Root{RootKind::Uninvolved, 0}, 10, sink);
  });
  EXPECT_EQ(crossing(near), (Crossing{{{1, 0}, 50}}));
}

TEST(CollectiveModel, BetweenGroupsLeadersExchangeAndAlltoallGoesToAll) {
  EXPECT_EQ(crossing(all_ranks(3, 5, [](Place p, Sink& s) { allreduce(p, 8, s); })), (Crossing{{{0, 0}, 8}}));
  EXPECT_EQ(crossing(all_ranks(3, 5,
                               [](Place p, Sink& s) {
                                 reduce_scatter(
                                     p, [](int) { return 4u; }, s);
                               })),
            (Crossing{{{0, 0}, 12}}));
  EXPECT_EQ(crossing(all_ranks(3, 5,
                               [](Place p, Sink& s) {
                                 alltoall(
                                     p, [](int) { return 4u; }, s);
                               }))
                .size(),
            15u);
  EXPECT_EQ(crossing(all_ranks(3, 5,
                               [](Place p, Sink& s) {
                                 allgather(
                                     p, 6, [](int) { return 9u; }, s);
                               }))
                .at({2, 4}),
            6u);
}

TEST(CollectiveModel, BytesPassThirtyTwoBits) {
  const std::uint64_t block = std::uint64_t{1} << 33;
  const auto sent = all_ranks(4, [&](Place place, Sink& sink) { gather(place, {RootKind::Rank, 0}, block, sink); });
  EXPECT_EQ(total_bytes(sent), 4 * block);  // ranks 1 and 2 send to the root, 3 through 2
}

}  // namespace
}  // namespace topomorph::monitoring::model
