// Affinities as profiles: what is written is read again.
#include "core/formats/profile/affinity_profile.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/formats/profile/profile.h"
#include "core/formats/profile/reader.h"
#include "core/model/groups.h"
#include "tests/temporary_folder.h"

namespace topomorph::formats {
namespace {

TEST(AffinityProfileTest, IsReadAgain) {
  const tests::TemporaryFolder folder;
  const std::string path = (folder.path() / "a.tmprof").string();
  const Affinity affinity = Affinity::from_traffic(3, {{0, 1, 10, 2}, {2, 0, 30, 4}});
  write_affinity_profile(affinity, {{"program", "./halo"}}, path);
  const Affinity read = read_profile_affinity(path);
  ASSERT_EQ(read.roles(), 3);
  EXPECT_EQ(read.total_bytes(), 40);
  ASSERT_EQ(read.row(2).size(), 1);
  EXPECT_EQ(read.row(2)[0].destination, 0);
  EXPECT_EQ(read.row(2)[0].messages, 4);
  EXPECT_EQ(read_profile(path).meta.at("program"), "./halo");
  EXPECT_EQ(read_profile(path).ranks.size(), 3);
}

TEST(AffinityProfileTest, KeepsGroups) {
  const tests::TemporaryFolder folder;
  const std::string path = (folder.path() / "a.tmprof").string();
  constexpr std::uint64_t kRanks = 300;
  GroupTraffic all;
  for (Role rank = 0; rank < kRanks; ++rank) all.members.push_back(rank);
  all.bytes.assign(kRanks, 299'000);
  all.messages.assign(kRanks, 299);
  write_affinity_profile(affinity_of(kRanks, {}, {all}, 0), {}, path);
  EXPECT_EQ(read_profile_affinity(path).total_bytes(), kRanks * 299'000);
}

TEST(AffinityProfileTest, ARankMayBeInSeveralGroups) {
  const tests::TemporaryFolder folder;
  const std::string path = (folder.path() / "a.tmprof").string();
  const std::vector<GroupTraffic> groups = {{{0, 1}, {10, 20}, {1, 1}}, {{1, 2, 3}, {200, 400, 600}, {2, 2, 2}}};
  write_affinity_profile(affinity_of(5, {}, groups, 0), {}, path);
  const Affinity expected = affinity_of(5, {}, groups), written = read_profile_affinity(path);
  for (Role rank = 0; rank < 5; ++rank) {
    ASSERT_EQ(written.row(rank).size(), expected.row(rank).size()) << rank;
    for (std::size_t i = 0; i < expected.row(rank).size(); ++i) {
      EXPECT_EQ(written.row(rank)[i].destination, expected.row(rank)[i].destination);
      EXPECT_EQ(written.row(rank)[i].bytes, expected.row(rank)[i].bytes);
    }
  }
}

TEST(AffinityProfileTest, AFileThatCannotBeWrittenIsAnError) {
  EXPECT_THROW(write_affinity_profile(Affinity::from_traffic(2, {{0, 1, 1, 1}}), {}, "/nowhere/a.tmprof"), InputError);
}

}  // namespace
}  // namespace topomorph::formats
