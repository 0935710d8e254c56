// Training jobs: who is who, and what they send.
#include "core/model/training_pattern.h"

#include <map>

#include "core/formats/affinity_file.h"
#include "core/model/training_notation.h"
#include "tests/core/testing.h"

namespace topomorph::inline model {
namespace {

/// Returns what a process sends, by receiver.
std::map<Role, std::uint64_t> sent(const std::string& spec, Role process) {
  std::map<Role, std::uint64_t> sent;
  const Affinity affinity = to_affinity(parse_parallel_spec(spec));
  for (const AffinityEntry& entry : affinity.row(process)) sent[entry.destination] = entry.bytes;
  return sent;
}

using Sent = std::map<Role, std::uint64_t>;

TEST(TrainingPattern, RanksAreNumberedAsMegatronDoes) {
  const std::string spec = "parallel:tp=2,cp=1,dp=2,pp=2:tp-bytes=1,dp-bytes=2,pp-bytes=4";
  EXPECT_EQ(sent(spec, 0), (Sent{{1, 1}, {2, 2}, {4, 4}}));
  EXPECT_EQ(sent(spec, 7), (Sent{{6, 1}, {5, 2}, {3, 4}}));
  const std::string other = "parallel:tp=2,dp=2,pp=2:order=tp-pp-dp,tp-bytes=1,dp-bytes=2,pp-bytes=4";
  EXPECT_EQ(sent(other, 0), (Sent{{1, 1}, {4, 2}, {2, 4}}));
}

TEST(TrainingPattern, StagesSendForthAndBackAndNotAround) {
  EXPECT_EQ(sent("parallel:pp=3:pp-bytes=4", 0), (Sent{{1, 4}}));
  EXPECT_EQ(sent("parallel:pp=3:pp-bytes=4", 1), (Sent{{0, 4}, {2, 4}}));
  EXPECT_EQ(sent("parallel:pp=3:pp-bytes=4", 2), (Sent{{1, 4}}));
}

TEST(TrainingPattern, GradientsGoAroundContextAndDataTogether) {
  const std::string spec = "parallel:cp=2,dp=2:cp-bytes=1,dp-bytes=8";
  EXPECT_EQ(sent(spec, 1), (Sent{{0, 1}, {2, 8}}));
  EXPECT_EQ(sent(spec, 3), (Sent{{2, 1}, {0, 8}}));
}

TEST(TrainingPattern, ExpertsAreAmongNeighboursOfContextAndData) {
  const std::string spec = "parallel:tp=2,dp=4,ep=2:tp-bytes=0,dp-bytes=0,ep-bytes=6";
  EXPECT_EQ(sent(spec, 0), (Sent{{2, 6}}));
  EXPECT_EQ(sent(spec, 5), (Sent{{7, 6}}));
  EXPECT_EQ(sent("parallel:dp=4,ep=4:dp-bytes=0,ep-bytes=6", 1), (Sent{{0, 2}, {2, 2}, {3, 2}}));
}

TEST(TrainingPattern, BytesFollowFromTheModel) {
  const auto bytes = bytes_of_step({.hidden = 10,
                                    .layers = 4,
                                    .sequence = 100,
                                    .experts = 1,
                                    .micro_batch = 2,
                                    .micro_batches = 3,
                                    .element = 2,
                                    .gradient = 4},
                                   {2, 1, 1, 4, 2});
  const double activation = 100 * 2 * 10 * 2;
  EXPECT_DOUBLE_EQ(bytes[0], 3 * 2 * 4 * activation) << "of each micro-batch and layer four all-reduces of two";
  EXPECT_DOUBLE_EQ(bytes[1], 0);
  EXPECT_DOUBLE_EQ(bytes[2], 0);
  EXPECT_DOUBLE_EQ(bytes[3], 0.75 * (12 * 100 * 2 / 2) * 6);
  EXPECT_DOUBLE_EQ(bytes[4], 3 * activation / 2);
}

// NCCL itself sent it: six steps of four all-reduces of 2 MiB in each tensor group, one of 8 MiB in each data group,
// and 512 KiB from stage to stage, forth alone.
TEST(TrainingPattern, IsWhatNcclSends) {
  const std::string file = testing::data_file("training/nccl16.mtx");
  if (file.empty()) GTEST_SKIP() << "the third-party data (TOPOMORPH_DATA) are not here";
  const Affinity recorded = formats::read_affinity(file);
  const std::string spec = "parallel:tp=4,dp=2,pp=2:tp-bytes=75497472,dp-bytes=50331648,pp-bytes=3145728";
  ASSERT_EQ(to_affinity(parse_parallel_spec(spec)).roles(), recorded.roles());
  constexpr std::uint64_t kSmall = 1000;  // what NCCL exchanges to set itself up
  for (Role process = 0; process < 16; ++process) {
    Sent here = sent(spec, process);
    if (process >= 8) here.erase(process - 8);
    for (const AffinityEntry& entry : recorded.row(process)) {
      if (entry.bytes < kSmall) continue;
      EXPECT_NEAR(static_cast<double>(here[entry.destination]), static_cast<double>(entry.bytes), kSmall)
          << process << " to " << entry.destination;
      here.erase(entry.destination);
    }
    EXPECT_TRUE(here.empty()) << process;
  }
}

}  // namespace
}  // namespace topomorph::inline model
