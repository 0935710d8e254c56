// The doctor's folder is made where nobody can exchange it, and its end removes nothing else.
#include "tests/temporary_folder.h"

#include <filesystem>
#include <optional>
#include <string>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "tools/doctor/surroundings.h"

namespace topomorph::doctor {
namespace {

namespace fs = std::filesystem;

class DoctorFolderTest : public testing::Test {
 protected:
  DoctorFolderTest() { fs::create_directory(where_); }

  /// Returns why the folder is not made in one with this mode; empty: it is.
  std::string refusal_in(mode_t mode) const {
    chmod(where_.c_str(), mode);
    try {
      const TemporaryFolder folder(where_);
      EXPECT_FALSE(fs::is_empty(where_));
      return "";
    } catch (const InputError& error) {
      EXPECT_TRUE(fs::is_empty(where_));
      return error.what();
    }
  }

  const tests::TemporaryFolder folder_;
  const std::string where_ = folder_.file("where");
};

TEST_F(DoctorFolderTest, IsGoneWithAllThatIsInIt) {
  {
    const TemporaryFolder folder(where_);
    const std::string path = folder.folder().path();
    struct stat status {};
    ASSERT_EQ(stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0700u);
    fs::create_directories(path + "/job.tmprof.parts/more");
    fs::create_symlink(folder_.path(), path + "/job.tmprof.parts/link");
    folder_.write("where/" + fs::path(path).filename().string() + "/job.tmprof", "profile");
    EXPECT_TRUE(fs::exists(path + "/job.tmprof"));
  }
  EXPECT_TRUE(fs::is_empty(where_));
}

TEST_F(DoctorFolderTest, AFolderThatHasGotItsNameStays) {
  folder_.write("thesis", "years of work");
  std::optional<TemporaryFolder> folder(std::in_place, where_);
  const std::string path = folder->folder().path();
  fs::rename(path, path + ".away");
  fs::create_directory(path);
  fs::rename(folder_.file("thesis"), path + "/thesis");
  folder_.write("where/" + fs::path(path).filename().string() + ".away/job.tmprof", "profile");
  folder.reset();
  EXPECT_EQ(tests::read_file(path + "/thesis"), "years of work");
  EXPECT_TRUE(fs::is_empty(path + ".away")) << "what the doctor made is removed, wherever it is";
}

TEST_F(DoctorFolderTest, AnEmptyFolderThatHasGotItsNameStaysToo) {
  std::optional<TemporaryFolder> folder(std::in_place, where_);
  const std::string path = folder->folder().path();
  fs::rename(path, path + ".away");
  fs::create_directory(path);
  folder.reset();
  EXPECT_TRUE(fs::exists(path));
}

TEST_F(DoctorFolderTest, IsNotMadeWhereOthersCanExchangeIt) {
  EXPECT_EQ(refusal_in(0700), "");
  EXPECT_EQ(refusal_in(01777), "");
  EXPECT_NE(refusal_in(0777).find("everybody may write to"), std::string::npos);
  if (geteuid() != 0) GTEST_SKIP() << "only root can give folders away";
  constexpr uid_t kOther = 64101;
  ASSERT_EQ(chown(where_.c_str(), kOther, kOther), 0);
  for (const mode_t mode : {0755, 01777}) {
    EXPECT_NE(refusal_in(mode).find("others may rename"), std::string::npos) << "its owner can, mode " << mode;
  }
}

TEST_F(DoctorFolderTest, AFolderThatIsNotThereIsAnError) {
  EXPECT_THROW(TemporaryFolder(folder_.file("absent")), InputError);
}

}  // namespace
}  // namespace topomorph::doctor
