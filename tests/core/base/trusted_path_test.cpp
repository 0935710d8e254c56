// Paths lead over links of the caller and of root, and never over one that another user has planted.
#include "core/base/trusted_path.h"

#include <filesystem>
#include <string>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "core/base/atomic_file.h"
#include "core/base/descriptor.h"
#include "core/base/folder.h"
#include "tests/core/testing.h"

namespace topomorph {
namespace {

namespace fs = std::filesystem;
using testing::read_file;
using testing::TemporaryFolder;

constexpr uid_t kAttacker = 64101, kVictim = 64102, kOwner = 64103;
constexpr const char* kMovable = "leads over a link to which another user may have given its name: not followed";
constexpr const char* kNotFollowed = "leads over a link of another user: not followed";

/// Returns the path that the kernel knows of where a path leads, or the refusal, or the system's reason.
std::string end_of(const std::string& path) {
  TrustedPath trusted;
  const Descriptor folder(trusted.open_folder_of(path.c_str()));
  if (trusted.refusal() != nullptr) return trusted.refusal();
  if (!folder) return std::strerror(errno);
  return fs::read_symlink("/proc/self/fd/" + std::to_string(folder.get())) / trusted.name();
}

void replace(const std::string& path) {
  AtomicFile file(path);
  file.write("new");
  file.commit();
}

class TrustedPathTest : public ::testing::Test {
 protected:
  std::string make(const std::string& name, mode_t mode = 0755, uid_t owner = geteuid()) const {
    fs::create_directories(folder_.file(name));
    chmod(folder_.file(name).c_str(), mode);
    EXPECT_EQ(lchown(folder_.file(name).c_str(), owner, -1), 0);
    return folder_.file(name);
  }
  void link(const std::string& target, const std::string& name, uid_t owner = geteuid()) const {
    fs::create_symlink(target, folder_.file(name));
    EXPECT_EQ(lchown(folder_.file(name).c_str(), owner, -1), 0);
  }
  std::string in(const std::string& name) const { return (fs::canonical(folder_.path()) / name).string(); }
  std::string leads(const std::string& name) const { return end_of(folder_.file(name)); }

  TemporaryFolder folder_;
};

TEST_F(TrustedPathTest, LeadsOverOwnLinks) {
  make("a/b");
  link("a", "to_a");
  link(in("a/b"), "a/absolute");
  link("../to_a/b/file", "a/relative");
  link("/", "root");
  EXPECT_EQ(leads("new"), in("new"));
  EXPECT_EQ(leads("to_a/b//new"), in("a/b/new"));
  EXPECT_EQ(leads("a/absolute/new"), in("a/b/new"));
  EXPECT_EQ(leads("a/relative"), in("a/b/file")) << "a link at the end, to a file that is not there";
  EXPECT_EQ(leads("root" + in("a/../a/./new")), in("a/new"));
}

TEST_F(TrustedPathTest, SaysWhyThereIsNoWay) {
  folder_.write("file", "");
  link("loop", "loop");
  EXPECT_EQ(leads("no/such"), "No such file or directory");
  EXPECT_EQ(leads("file/below"), "Not a directory");
  EXPECT_EQ(leads("loop"), "Too many levels of symbolic links");
  EXPECT_EQ(leads(std::string(300, 'x')), "File name too long");
  EXPECT_EQ(leads(std::string(5000, '/') + "x"), "File name too long");
  EXPECT_EQ(leads("folder/"), "Is a directory");
  EXPECT_EQ(end_of("/"), "Is a directory");
  EXPECT_EQ(end_of(""), "No such file or directory");
}

TEST_F(TrustedPathTest, ManyLinksMakeALongWay) {
  make("end");
  std::string before = "end";
  for (int i = 0; i < 39; ++i) link(before, "l" + std::to_string(i)), before = "l" + std::to_string(i);
  EXPECT_EQ(leads(before + "/x"), in("end/x"));
  for (int i = 39; i < 42; ++i) link(before, "l" + std::to_string(i)), before = "l" + std::to_string(i);
  EXPECT_EQ(leads(before + "/x"), "Too many levels of symbolic links");
}

TEST_F(TrustedPathTest, AFolderForEverybodyHasTheStickyBit) {
  make("open", 0777);
  make("sticky", 01777);
  make("group", 0775);
  EXPECT_EQ(leads("open/new"),
            "is in a folder that everybody may write to, without the sticky bit: expected mode 1777 or less");
  EXPECT_EQ(leads("sticky/new"), in("sticky/new"));
  EXPECT_EQ(leads("group/new"), in("group/new"));
}

/// Runs as root, which can act as other users by their numbers alone.
class LinksOfOthersTest : public TrustedPathTest {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "only root can make links of other users";
    chmod(folder_.path().c_str(), 0755);
  }
  std::string leads_victim(const std::string& name) const {
    return as_victim([&] { return leads(name); });
  }

  template <typename Do>
  static std::string as_victim(Do what) {
    EXPECT_EQ(seteuid(kVictim), 0);
    const std::string result = what();
    EXPECT_EQ(seteuid(0), 0);
    return result;
  }
};

TEST_F(LinksOfOthersTest, AreNotFollowedAtTheEnd) {
  make("project", 0775, kOwner);
  link("../target", "project/link", kAttacker);
  link("../target", "project/owners", kOwner);
  link("../target", "project/own", kVictim);
  link("../target", "project/roots", 0);
  EXPECT_EQ(leads_victim("project/link"), kNotFollowed);
  EXPECT_EQ(leads_victim("project/owners"), kNotFollowed);
  for (const mode_t mode : {0775U, 01775U, 0755U}) {
    chmod(folder_.file("project").c_str(), mode);
    EXPECT_EQ(leads_victim("project/own"), kMovable) << "the folder's owner can have given it this name";
    EXPECT_EQ(leads_victim("project/roots"), kMovable);
    EXPECT_EQ(leads("project/roots"), kMovable) << "of root too";
    EXPECT_EQ(leads_victim("project/link"), kNotFollowed);
  }
}

TEST_F(LinksOfOthersTest, OwnOnesCountWhereNobodyElseGivesNames) {
  const auto leads_in = [&](uid_t owner, mode_t mode, const char* name) {
    make("folder", mode, owner);
    EXPECT_EQ(chown(folder_.file("folder").c_str(), -1, mode == 02775U ? kOwner : getegid()), 0);
    chmod(folder_.file("folder").c_str(), mode);
    return leads_victim(std::string("folder/") + name);
  };
  make("folder");
  link("../target", "folder/own", kVictim);
  link("../target", "folder/roots", 0);
  make("reached", 0755, kVictim);
  link("../reached", "folder/on_the_way", kVictim);
  for (const uid_t owner : {kVictim, uid_t{0}}) {
    EXPECT_EQ(leads_in(owner, 0755, "own"), in("target"));
    EXPECT_EQ(leads_in(owner, 0755, "roots"), in("target"));
    EXPECT_EQ(leads_in(owner, 02775, "own"), kMovable) << "another member of the group can have given it this name";
    EXPECT_EQ(leads_in(owner, 01777, "own"), kMovable) << "can have been moved here from another folder";
    EXPECT_EQ(leads_in(owner, 01777, "roots"), kMovable);
    EXPECT_EQ(leads_in(owner, 01777, "on_the_way/new"), owner == 0 ? in("reached/new") : kMovable);
    EXPECT_EQ(leads("folder/roots"), kMovable) << "of root";
  }
  EXPECT_EQ(leads_in(kVictim, 0775, "own"), in("target")) << "the group is the user's own";
  EXPECT_EQ(leads_in(0, 02775, "roots"), in("target")) << "root has chosen the group";
  ASSERT_EQ(chown(folder_.file("folder").c_str(), kVictim, kVictim), 0);
  chmod(folder_.file("folder").c_str(), 0775);
  EXPECT_EQ(leads_victim("folder/own"), kMovable) << "a group can have the user's number and other members";
}

/// The rights of a folder's group are the most that any entry of its list has, also of other users.
TEST_F(LinksOfOthersTest, OwnOnesDoNotCountWhereAnAccessListLetsOthersWrite) {
  struct [[gnu::packed]] Entry {
    std::uint16_t tag, rights;
    std::uint32_t user;
  };
  struct [[gnu::packed]] {
    std::uint32_t version = 2;
    Entry entries[5] = {{0x01, 7, ~0U}, {0x02, 7, kAttacker}, {0x04, 5, ~0U}, {0x10, 7, ~0U}, {0x20, 5, ~0U}};
  } const list;
  for (const uid_t owner : {uid_t{0}, kVictim}) {
    const std::string name = "folder" + std::to_string(owner), folder = make(name, 0755, owner);
    link("../target", name + "/notes", owner);
    EXPECT_EQ(leads_victim(name + "/notes"), in("target"));
    if (setxattr(folder.c_str(), "system.posix_acl_access", &list, sizeof list, 0) != 0)
      GTEST_SKIP() << "the file system has no access control lists";
    EXPECT_EQ(leads_victim(name + "/notes"), kMovable);
    EXPECT_EQ(leads(name + "/notes"), owner == 0 ? kMovable : kNotFollowed) << "of root";
  }
}

TEST_F(LinksOfOthersTest, OwnOnesOnTheWayCountAsThoseOfWhoGivesThemNames) {
  make("private", 0755, kVictim);
  make("common", 01777);
  make("project", 02775, kVictim);
  ASSERT_EQ(chown(folder_.file("project").c_str(), -1, kOwner), 0);
  chmod(folder_.file("project").c_str(), 02775);
  link("../private", "project/results", kVictim);
  link("../common", "project/common", kVictim);
  EXPECT_EQ(leads_victim("project/results/run1"), kMovable) << "it leads to what is the caller's";
  EXPECT_EQ(leads_victim("project/common/run1"), in("common/run1"));
  make("attackers", 01777, kAttacker);
  link("../private", "attackers/results", kVictim);
  EXPECT_EQ(leads_victim("attackers/results/run1"), kMovable);
}

TEST_F(LinksOfOthersTest, AreFollowedOnTheWayWhereOthersCannotPlantThem) {
  make("target");
  make("closed", 0755, kOwner);
  make("project", 0775, kOwner);
  make("sticky", 01777, kOwner);
  for (const char* folder : {"closed", "project", "sticky"}) {
    link("../target", std::string(folder) + "/link", kAttacker);
    link("../target", std::string(folder) + "/owners", kOwner);
    EXPECT_EQ(leads_victim(std::string(folder) + "/owners/new"), in("target/new")) << folder;
  }
  EXPECT_EQ(leads_victim("closed/link/new"), in("target/new"));
  EXPECT_EQ(leads_victim("project/link/new"), kNotFollowed);
  EXPECT_EQ(leads_victim("sticky/link/new"), kNotFollowed);
}

TEST_F(LinksOfOthersTest, DoNotLeadToWhatIsTheCallers) {
  make("victims", 0755, kVictim);
  make("common", 01777);
  make("attackers", 0755, kAttacker);
  link("../victims", "attackers/home", kAttacker);
  link("../common", "attackers/common", kAttacker);
  EXPECT_EQ(leads_victim("attackers/home/new"), kNotFollowed);
  EXPECT_EQ(leads_victim("attackers/common/new"), in("common/new"));
  const std::string thesis = folder_.write("common/thesis.tex", "years of work");
  ASSERT_EQ(chown(thesis.c_str(), kVictim, kVictim), 0);
  EXPECT_EQ(leads_victim("attackers/common/thesis.tex"), kNotFollowed);
}

TEST_F(LinksOfOthersTest, RootFollowsNone) {
  make("target");
  make("home", 0755, kVictim);
  link("../target", "home/link", kVictim);
  link("../target", "home/roots", 0);
  EXPECT_EQ(leads("home/link"), kNotFollowed);
  EXPECT_EQ(leads("home/link/new"), kNotFollowed);
  EXPECT_EQ(leads("home/roots/new"), kMovable) << "the user has moved it here";
  EXPECT_EQ(leads("home/roots"), kMovable);
}

TEST_F(LinksOfOthersTest, LeaveTheTargetAsItIs) {
  make("sticky", 01777);
  const std::string thesis = folder_.write("thesis.tex", "years of work");
  EXPECT_EQ(chown(thesis.c_str(), kVictim, kVictim), 0);
  EXPECT_EQ(chmod(thesis.c_str(), 0600), 0);
  link("../thesis.tex", "sticky/out", kAttacker);
  const std::string out = folder_.file("sticky/out");
  EXPECT_EQ(as_victim([&] {
              EXPECT_INPUT_ERROR(AtomicFile{out}, kNotFollowed);
              EXPECT_INPUT_ERROR(check_profile_target(out), kNotFollowed);
              return "";
            }),
            "");
  EXPECT_INPUT_ERROR(AtomicFile{out}, kNotFollowed);
  EXPECT_EQ(read_file(thesis), "years of work");
}

TEST_F(LinksOfOthersTest, APipeOfAnotherUserIsNotWrittenTo) {
  make("sticky", 01777);
  const std::string pipe = folder_.file("sticky/pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0666), 0);
  ASSERT_EQ(chown(pipe.c_str(), kAttacker, kAttacker), 0);
  EXPECT_INPUT_ERROR(AtomicFile{pipe}, "is no regular file, and belongs to another user");
}

TEST_F(LinksOfOthersTest, WhatCannotBeExaminedIsThere) {
  make("closed", 0700, kOwner);
  folder_.write("closed/thesis.tex", "years of work");
  EXPECT_EQ(as_victim([&] {
              EXPECT_INPUT_ERROR(check_profile_target(folder_.file("closed/thesis.tex")), "Permission denied");
              return "";
            }),
            "");
}

TEST_F(LinksOfOthersTest, AReplacedFileKeepsItsGroup) {
  const mode_t before = umask(022);
  for (const auto& [owner, mode] :
       {std::pair(uid_t{0}, 0660U), std::pair(kOwner, 0640U)}) {  // the user's umask at most
    make("project", 02775, owner);
    ASSERT_EQ(chown(folder_.file("project").c_str(), owner, kOwner), 0);
    chmod(folder_.file("project").c_str(), 02775);
    const std::string file = folder_.write("project/a", "old");
    ASSERT_EQ(chown(file.c_str(), 0, kVictim), 0);
    ASSERT_EQ(chmod(file.c_str(), 0660), 0);
    replace(file);
    struct stat status {};
    ASSERT_EQ(stat(file.c_str(), &status), 0);
    EXPECT_EQ(status.st_gid, kVictim) << "not that of the folder";
    EXPECT_EQ(status.st_mode & 07777, mode);
  }
  umask(before);
}

mode_t mode_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(stat(path.c_str(), &status), 0) << path;
  return status.st_mode & 07777;
}

TEST_F(TrustedPathTest, AReplacedFileKeepsItsRights) {
  for (const mode_t mode : {0600U, 0664U, 0700U, 0444U}) {
    const std::string file = folder_.write("a", "old");
    chmod(file.c_str(), mode);
    replace(file);
    EXPECT_EQ(mode_of(file), mode);
    EXPECT_EQ(read_file(file), "new");
    fs::remove(file);
  }
}

TEST_F(LinksOfOthersTest, AFileOfAnotherUserGivesNoRights) {
  const std::string file = folder_.write("a", "old");
  const mode_t before = umask(022);
  for (const auto& [mode, expected] : {std::pair(0666U, 0644U), std::pair(0600U, 0600U), std::pair(0U, 0600U)}) {
    ASSERT_EQ(chown(file.c_str(), kAttacker, kAttacker), 0);
    ASSERT_EQ(chmod(file.c_str(), mode), 0);
    replace(file);
    EXPECT_EQ(mode_of(file), expected);
  }
  umask(before);
}

TEST_F(LinksOfOthersTest, AFileThatCanHaveBeenMovedInGivesNoRights) {
  make("sticky", 01777);
  const std::string file = folder_.write("sticky/a", "old");
  const mode_t before = umask(077);
  ASSERT_EQ(chmod(file.c_str(), 0666), 0);
  replace(file);
  EXPECT_EQ(mode_of(file), 0600U);
  umask(before);
}

TEST_F(TrustedPathTest, AnOwnLinkStaysAndItsTargetIsReplaced) {
  folder_.write("a", "old");
  link("a", "to_a");
  replace(folder_.file("to_a"));
  EXPECT_TRUE(fs::is_symlink(folder_.file("to_a")));
  EXPECT_EQ(read_file(folder_.file("a")), "new");
}

TEST_F(TrustedPathTest, AFileThatWasExchangedIsNotRenamed) {
  AtomicFile file(folder_.file("a"));
  file.write("content");
  ASSERT_TRUE(file.is_temporary());
  const std::string temporary = folder_.file(folder_.names().at(0));
  fs::remove(temporary);
  std::ofstream(temporary) << "of somebody else";
  EXPECT_INPUT_ERROR(file.commit(), "a: was exchanged while it was written");
  EXPECT_FALSE(fs::exists(folder_.file("a")));
}

TEST_F(TrustedPathTest, ADescriptorIsWrittenByItsName) {
  const Descriptor file(open(folder_.file("a").c_str(), O_RDWR | O_CREAT, 0600));
  ASSERT_EQ(write(file.get(), "head ", 5), 5);
  replace("/dev/fd/" + std::to_string(file.get()));
  EXPECT_EQ(read_file(folder_.file("a")), "head new");
  EXPECT_INPUT_ERROR(AtomicFile{"/dev/fd/777"}, "/dev/fd/777: cannot be created: Bad file descriptor");
}

}  // namespace
}  // namespace topomorph
