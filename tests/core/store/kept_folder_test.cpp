// Tests which folders of other users are stores for the caller.
#include "core/store/kept_folder.h"

#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

#include "tests/core/testing.h"

namespace topomorph::store {
namespace {

constexpr uid_t kAnother = 64101;
constexpr bool kNamed = true;

/// A folder of another user's with the mode of a shared store, whose group is the primary one of root, who tests.
class SharingTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "only root can make a folder another user's";
    chmod(outer_.c_str(), 0755);
    ASSERT_EQ(mkdir(store_.c_str(), 0770), 0);
    ASSERT_EQ(chown(store_.c_str(), kAnother, getegid()), 0);
    ASSERT_EQ(chmod(store_.c_str(), 02770), 0);
  }

  testing::TemporaryFolder folder_;
  std::string outer_ = std::filesystem::path(folder_.file("store")).parent_path(), store_ = folder_.file("store");
};

TEST_F(SharingTest, AnotherUsersFolderIsNoStoreWhereNobodyNamedIt) {
  EXPECT_INPUT_ERROR(KeptFolder::open_to_write(store_), "belongs to another user");
  EXPECT_TRUE(KeptFolder::open_to_write({store_, kNamed}).is_foreign());
}

TEST_F(SharingTest, OnlyOneOfAGroupCounts) {
  for (const mode_t mode : {0755, 0770, 02750}) {
    chmod(store_.c_str(), mode);
    EXPECT_FALSE(shares_with_caller(Folder(store_))) << mode;
  }
}

TEST_F(SharingTest, ThePrimaryGroupCountsOnlyWhereNobodyElseCanHaveMadeTheFolder) {
  EXPECT_TRUE(shares_with_caller(Folder(store_)));
  for (const mode_t mode : {0775, 01777, 01775}) {
    chmod(outer_.c_str(), mode);
    EXPECT_FALSE(shares_with_caller(Folder(store_))) << mode;
  }
  chmod(outer_.c_str(), 0755);
  ASSERT_EQ(chown(outer_.c_str(), kAnother, 0), 0);
  EXPECT_FALSE(shares_with_caller(Folder(store_))) << "its owner can have made the outer folder too, as in /tmp";
  ASSERT_EQ(chown(outer_.c_str(), kAnother + 1, 0), 0);
  EXPECT_FALSE(shares_with_caller(Folder(store_))) << "a third user's folder";
}

}  // namespace
}  // namespace topomorph::store
