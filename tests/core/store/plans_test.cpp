// Plans in the store: what is written is read, what is damaged is not there, and the newest stay.
#include "core/store/plans.h"

#include <filesystem>
#include <fstream>
#include <numeric>

#include <fmt/format.h>
#include <sys/stat.h>

#include "core/store/store.h"
#include "tests/core/testing.h"

namespace topomorph::store {
namespace {

namespace fs = std::filesystem;

class PlansTest : public ::testing::Test {
 protected:
  PlansTest() { Store(path_).prepare(); }

  std::string file_of(const std::string& digest) const { return path_ + "/plans/" + digest + ".plan"; }
  void write(const std::string& text) const { std::ofstream(file_of(kDigest)) << text; }
  bool finds(std::uint64_t ranks = 4) const { return find_plan(path_, kDigest, ranks).has_value(); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path_ + "/plans"), {}));
  }

  static constexpr const char* kDigest = "0123456789abcdef";
  testing::TemporaryFolder folder_;
  std::string path_ = folder_.file("store");
  StoredPlan plan_{{2, 0, 3, 1}, {{"decision", "reorder"}, {"message", "a = b\nc"}, {"new_ranks", "none"}}};
};

TEST_F(PlansTest, WhatIsWrittenIsRead) {
  EXPECT_FALSE(finds());
  add_plan(path_, kDigest, plan_);
  const auto read = find_plan(path_, kDigest, 4);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->new_ranks, plan_.new_ranks);
  EXPECT_EQ(read->summary, plan_.summary);
  EXPECT_FALSE(find_plan(path_, "fedcba9876543210", 4));
  EXPECT_FALSE(find_plan(folder_.file("nowhere"), kDigest, 4));
}

TEST_F(PlansTest, OneOfAnotherNumberOfRanksIsNotThere) {
  add_plan(path_, kDigest, plan_);
  EXPECT_FALSE(finds(3));
  EXPECT_FALSE(finds(5));
}

TEST_F(PlansTest, ADamagedOneIsNotThereAndIsReplaced) {
  add_plan(path_, kDigest, plan_);
  for (const char* text :
       {"", "new_ranks=0 1 2 3\n", "format_version=1\nsummary_decision=keep\n",
        "format_version=1\nsummary_decision=keep\nsummary_message=m\nnew_ranks=0 1 2 2\n",
        "format_version=1\nsummary_decision=keep\nsummary_message=m\nnew_ranks=0 1 2 4\n",
        "format_version=1\nsummary_decision=perhaps\nsummary_message=m\nnew_ranks=0 1 2 3\n",
        "format_version=1\nsummary_decision=keep\nnew_ranks=0 1 2 3\n", "format_version=1\nnew_ranks=0 1 2 3\n"}) {
    write(text);
    EXPECT_FALSE(finds()) << text;
  }
  write("format_version=1\nsummary_decision=keep\nsummary_message=m\nnew_ranks=0 1 2 3\n");
  EXPECT_TRUE(finds()) << "what the others lack";
  add_plan(path_, kDigest, plan_);
  EXPECT_EQ(find_plan(path_, kDigest, 4)->new_ranks, plan_.new_ranks);
}

TEST_F(PlansTest, AStoreThatNoRunWouldWriteToGivesNone) {
  add_plan(path_, kDigest, plan_);
  fs::permissions(path_, fs::perms::others_write, fs::perm_options::add);
  EXPECT_FALSE(finds()) << "everybody may write to it";
  fs::permissions(path_, fs::perms::owner_all);
  ASSERT_TRUE(finds());
  std::ofstream(path_ + "/format") << "topomorph store 2\n";
  EXPECT_FALSE(finds()) << "a later version";
  fs::remove(path_ + "/format");
  EXPECT_FALSE(finds()) << "no store";
}

TEST_F(PlansTest, APipeInItsPlaceIsNotWaitedFor) {
  add_plan(path_, kDigest, plan_);
  fs::remove(file_of(kDigest));
  ASSERT_EQ(mkfifo(file_of(kDigest).c_str(), 0600), 0);
  EXPECT_FALSE(finds());
  EXPECT_THROW(add_plan(path_, kDigest, plan_), InputError);
}

TEST_F(PlansTest, TheNewestStay) {
  for (std::size_t i = 0; i < kMostPlans + 3; ++i) {
    const std::string digest = fmt::format("{:016x}", i);
    add_plan(path_, digest, plan_);
    fs::last_write_time(file_of(digest), fs::file_time_type::clock::now() - std::chrono::hours(1000 - i));
  }
  EXPECT_EQ(files(), kMostPlans);
  EXPECT_FALSE(find_plan(path_, fmt::format("{:016x}", 0), 4));
  EXPECT_TRUE(find_plan(path_, fmt::format("{:016x}", kMostPlans + 2), 4));
  EXPECT_EQ(forget_plans(path_), kMostPlans);
  EXPECT_EQ(forget_plans(path_), 0);
  EXPECT_FALSE(fs::exists(path_ + "/plans"));
}

TEST_F(PlansTest, AHundredThousandRanksAreKeptAndAMillionAreNot) {
  for (const std::uint64_t ranks : {100'000, 1'000'000}) {
    plan_.new_ranks.resize(ranks);
    std::iota(plan_.new_ranks.rbegin(), plan_.new_ranks.rend(), std::uint64_t{0});
    const std::string digest = fmt::format("{:016x}", ranks);
    add_plan(path_, digest, plan_);
    const auto read = find_plan(path_, digest, ranks);
    EXPECT_EQ(read.has_value(), ranks == 100'000);
    EXPECT_TRUE(!read || read->new_ranks == plan_.new_ranks);
  }
}

}  // namespace
}  // namespace topomorph::store
