// The records of a process that ends too early: what is removed is what was written.
#include "reorder/spool.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/temporary_folder.h"

namespace topomorph::reorder {
namespace {

namespace fs = std::filesystem;

class SpoolTest : public testing::Test {
 protected:
  SpoolTest() { spool_.prepare(parts(), {}, {0, 1, "host"}, "0", ""); }
  std::string parts() const { return folder_.file("app.tmprof.parts"); }

  tests::TemporaryFolder folder_;
  Spool spool_;
};

TEST_F(SpoolTest, RemovesItsRecordAndTheEmptyFolder) {
  EXPECT_EQ(spool_.leave().text(), "");
  EXPECT_TRUE(fs::exists(parts() + "/0.record"));
  spool_.remove();
  EXPECT_FALSE(fs::exists(parts()));
}

TEST_F(SpoolTest, LeavesTheRecordsOfOthers) {
  EXPECT_EQ(spool_.leave().text(), "");
  folder_.write("app.tmprof.parts/1.record", "of rank 1");
  spool_.remove();
  EXPECT_FALSE(fs::exists(parts() + "/0.record"));
  EXPECT_EQ(tests::read_file(parts() + "/1.record"), "of rank 1");
}

/// Another user who may rename the folder can put one with an older job's records in its place.
TEST_F(SpoolTest, LeavesAnotherFolderOfTheName) {
  EXPECT_EQ(spool_.leave().text(), "");
  fs::rename(parts(), folder_.file("moved"));
  fs::create_directory(parts());
  folder_.write("app.tmprof.parts/0.record", "of an older job");
  spool_.remove();
  EXPECT_EQ(tests::read_file(parts() + "/0.record"), "of an older job");
  EXPECT_TRUE(fs::exists(folder_.file("moved") + "/0.record"));
}

TEST_F(SpoolTest, FollowsNoLinkToAnotherFolder) {
  EXPECT_EQ(spool_.leave().text(), "");
  fs::rename(parts(), folder_.file("moved"));
  fs::create_directory_symlink(folder_.file("moved"), parts());
  spool_.remove();
  EXPECT_TRUE(fs::exists(folder_.file("moved") + "/0.record"));
}

}  // namespace
}  // namespace topomorph::reorder
