// Bytes of collectives as Score-P counts them, for four processes that send or receive 100 bytes each.
#include "core/recordings/otf2_collectives.h"

#include <gtest/gtest.h>

namespace topomorph::recordings {
namespace {

using trace::Collective;

constexpr std::uint32_t kProcesses = 4, kRoot = 1;

struct Case {
  std::uint32_t operation;
  Collective kind;
  std::uint64_t bytes;  // of every process
  std::uint64_t sent_by_root, received_by_root, sent_by_others, received_by_others;
};

TEST(CollectivesOfOtf2, HaveTheBytesOfTheCall) {
  for (const Case& each :
       {Case{0, Collective::Barrier, 0, 0, 0, 0, 0}, Case{1, Collective::Bcast, 100, 400, 100, 0, 100},
        Case{2, Collective::Gather, 100, 100, 400, 100, 0}, Case{3, Collective::Gatherv, 100, 100, 400, 100, 0},
        Case{4, Collective::Scatter, 100, 400, 100, 0, 100}, Case{5, Collective::Scatterv, 100, 400, 100, 0, 100},
        Case{6, Collective::Allgather, 100, 400, 400, 400, 400},
        Case{7, Collective::Allgatherv, 100, 400, 400, 400, 400},
        Case{8, Collective::Alltoall, 100, 400, 400, 400, 400}, Case{9, Collective::Alltoallv, 300, 400, 400, 400, 400},
        Case{10, Collective::Alltoallv, 300, 400, 400, 400, 400},
        Case{11, Collective::Allreduce, 100, 400, 400, 400, 400}, Case{12, Collective::Reduce, 100, 100, 400, 100, 0},
        Case{13, Collective::ReduceScatter, 400, 400, 400, 400, 400},
        Case{16, Collective::ReduceScatter, 400, 400, 400, 400, 400}}) {
    for (std::uint32_t rank = 0; rank < kProcesses; ++rank) {
      const bool is_root = rank == kRoot;
      const auto found =
          collective_of({each.operation, kProcesses, rank, kRoot, is_root ? each.sent_by_root : each.sent_by_others,
                         is_root ? each.received_by_root : each.received_by_others});
      ASSERT_TRUE(found) << each.operation;
      EXPECT_EQ(found->kind, each.kind) << each.operation;
      EXPECT_EQ(found->bytes, each.bytes) << each.operation << ", rank " << rank;
    }
  }
}

TEST(CollectivesOfOtf2, ScansSendToHigherRanks) {
  for (std::uint32_t rank = 0; rank < kProcesses; ++rank) {
    const std::uint64_t above = kProcesses - rank - 1;
    EXPECT_EQ(collective_of({14, kProcesses, rank, 0, 100 * (above + 1), 100 * (rank + 1)})->bytes, 100U) << rank;
    EXPECT_EQ(collective_of({15, kProcesses, rank, 0, 100 * above, 100 * rank})->bytes, 100U) << rank;
  }
}

TEST(CollectivesOfOtf2, MakingAWindowMovesNothing) {
  EXPECT_FALSE(collective_of({17, kProcesses, 0, 0, 8, 8}));
  EXPECT_FALSE(collective_of({4000, kProcesses, 0, 0, 8, 8}));
}

}  // namespace
}  // namespace topomorph::recordings
