// Which paths nobody but the caller and root can change: owners and rights of each part, links, groups.
#include <array>
#include <cstdint>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "core/base/trusted_path.h"
#include "tests/core/testing.h"

namespace topomorph {
namespace {

namespace fs = std::filesystem;

constexpr uid_t kOther = 64101;
constexpr gid_t kGroup = 64100;
constexpr uid_t kDaemon = 1;  // has a group of its name and number in most systems

/// A program "a/b/program" of root, who alone may write to it; root runs the test.
class UnchangeablePathTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "only root can give files to other users";
    chmod(folder_.path().c_str(), 0755);
    fs::create_directories(in("a/b"));
    folder_.write("a/b/program", "");
    set(program_, 0755);
  }
  void set(const std::string& path, mode_t mode, uid_t owner = 0, gid_t group = 0) const {
    ASSERT_EQ(lchown(path.c_str(), owner, group), 0);
    ASSERT_EQ(chmod(path.c_str(), mode), 0);
  }
  std::string in(const std::string& name) const { return folder_.file(name); }
  void expect_safe(const std::string& path) const {
    const UnchangeablePath found = unchangeable_path(path);
    EXPECT_EQ(found.obstacle, "");
    EXPECT_EQ(found.path, program_);
    EXPECT_TRUE(found.is_safe());
  }
  static void expect_unsafe(const std::string& path, const std::string& obstacle) {
    const UnchangeablePath found = unchangeable_path(path);
    EXPECT_EQ(found.obstacle, obstacle);
    EXPECT_FALSE(found.is_safe());
  }

  testing::TemporaryFolder folder_;
  const std::string root_ = fs::canonical(folder_.path()).string();
  const std::string program_ = root_ + "/a/b/program";
};

TEST_F(UnchangeablePathTest, LeadsOverLinksOfAnybodyToTheFile) {
  expect_safe(program_);
  expect_safe(root_ + "/a/../a//b/./program");
  fs::create_symlink("a/b", in("folder"));
  fs::create_symlink("folder/program", in("link"));
  ASSERT_EQ(lchown(in("link").c_str(), kOther, kOther), 0);
  expect_safe(in("link"));
  fs::create_directories(in("theirs"));
  fs::create_symlink(program_, in("theirs/link"));
  set(in("theirs"), 0777, kOther, kOther);
  expect_safe(in("theirs/link"));
}

TEST_F(UnchangeablePathTest, LeadsNowhere) {
  for (const std::string& path : {in("absent"), std::string()}) {
    EXPECT_EQ(unchangeable_path(path).path, "");
    expect_unsafe(path, path + " leads nowhere: No such file or directory");
  }
}

TEST_F(UnchangeablePathTest, NoPartBelongsToOthers) {
  for (const char* part : {"a/b/program", "a/b", "a"}) {
    set(in(part), 0755, kOther);
    expect_unsafe(program_, root_ + "/" + part + " belongs to another user");
    set(in(part), 0755);
  }
  expect_safe(program_);
}

TEST_F(UnchangeablePathTest, NobodyElseWritesToAPart) {
  for (const char* part : {"a/b/program", "a/b", "a"}) {
    set(in(part), 0757);
    expect_unsafe(program_, root_ + "/" + part + " may be written to by everybody");
    set(in(part), 0775, 0, kGroup);
    expect_unsafe(program_, root_ + "/" + part + " may be written to by its group");
    set(in(part), 0775);
    expect_safe(program_);  // the group is root's
    set(in(part), 0755, 0, kGroup);
    expect_safe(program_);
  }
}

TEST_F(UnchangeablePathTest, TheStickyBitHelpsOnTheWayAlone) {
  set(in("a"), 01777);
  expect_safe(program_);
  set(in("a/b"), 0755, kOther);
  expect_unsafe(program_, root_ + "/a/b belongs to another user");
  set(in("a/b"), 01777);
  expect_unsafe(program_, root_ + "/a/b may be written to by everybody");
  set(in("a/b"), 0755);
  set(in("a"), 01777, kOther);
  expect_unsafe(program_, root_ + "/a belongs to another user");
}

TEST_F(UnchangeablePathTest, TheGroupOfTheCallersNameIsTheCaller) {
  set(in("a/b"), 0775, kDaemon, kDaemon);
  ASSERT_EQ(seteuid(kDaemon), 0);
  expect_safe(program_);
  ASSERT_EQ(seteuid(0), 0);
  set(in("a/b"), 0775, 0, kDaemon);
  expect_unsafe(program_, root_ + "/a/b may be written to by its group");
}

TEST_F(UnchangeablePathTest, AnAccessControlListMayNameOthers) {
  struct Entry {
    std::uint16_t tag, rights;
    std::uint32_t id;
  };
  constexpr std::uint32_t kNobody = UINT32_MAX;
  struct {
    std::uint32_t version = 2;
    std::array<Entry, 5> entries = {
        {{1, 7, kNobody}, {2, 7, kOther}, {4, 5, kNobody}, {16, 7, kNobody}, {32, 5, kNobody}}};
  } list;
  static_assert(sizeof list == 44);
  if (setxattr(in("a/b").c_str(), "system.posix_acl_access", &list, sizeof list, 0) != 0)
    GTEST_SKIP() << "the file system has no access control lists";
  expect_unsafe(program_, root_ + "/a/b may be written to by others, as its access control list says");
}

}  // namespace
}  // namespace topomorph
