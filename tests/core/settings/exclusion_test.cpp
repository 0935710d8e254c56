// The site's lists of programs, users, partitions and MPI libraries.
#include "core/settings/exclusion.h"

#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/temporary_folder.h"

namespace topomorph::settings {
namespace {

TEST(Exclusion, PatternsAreThoseOfAShell) {
  EXPECT_TRUE(fits_one_of("vasp_*", "vasp_std"));
  EXPECT_TRUE(fits_one_of(" lmp , vasp_[sg]* ", "vasp_gam"));
  EXPECT_FALSE(fits_one_of("vasp_*", "my_vasp_std"));
  EXPECT_FALSE(fits_one_of("", "lmp"));
  EXPECT_FALSE(fits_one_of(",", "lmp"));
  EXPECT_FALSE(fits_one_of("*", "")) << "what is not known is in no list";
}

TEST(Exclusion, LongTextsFitNothing) {
  const std::string text(300, 'a');
  EXPECT_FALSE(fits_one_of(text, text));
  EXPECT_TRUE(fits_one_of("*", text));
  EXPECT_FALSE(fits_one_of("*", std::string(5000, 'a'))) << "no path is so long";
  EXPECT_TRUE(fits_one_of(text + ",b", "b"));
}

class ListTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "only root can write a site file that counts";
  }
  /// The list of the only line of a site file that has the subject; "".
  std::string list_of(const std::string& line, const Subject& subject) {
    const std::string path = folder_.write("site.conf", line + "\n");
    const Site site(path.c_str());
    EXPECT_EQ(site.problem(), "");
    const SiteSetting* const found = excluded_by(site, subject);
    return found == nullptr ? "" : found->name;
  }

 private:
  tests::TemporaryFolder folder_;
};

TEST_F(ListTest, ProgramsByNameOrPath) {
  const Subject subject{.program = "/apps/legacy/bin/lmp"};
  EXPECT_EQ(list_of("exclude-programs = lmp", subject), "exclude-programs");
  EXPECT_EQ(list_of("exclude-programs = xhpl, /apps/legacy/*", subject), "exclude-programs");
  EXPECT_EQ(list_of("exclude-programs = /apps/new/*, lm", subject), "");
  const std::string deep = "/" + std::string(300, 'd') + "/lmp";
  EXPECT_EQ(list_of("exclude-programs = lmp", {.program = deep}), "exclude-programs");
  EXPECT_EQ(list_of("exclude-programs = /d*", {.program = deep}), "exclude-programs");
  EXPECT_EQ(list_of("exclude-programs = /e*", {.program = deep}), "");
}

TEST_F(ListTest, UsersByNameOrNumber) {
  const Subject subject{.user = "ann", .user_id = 1234};
  EXPECT_EQ(list_of("exclude-users = bob, ann", subject), "exclude-users");
  EXPECT_EQ(list_of("exclude-users = 1234", subject), "exclude-users");
  EXPECT_EQ(list_of("exclude-users = 123, an", subject), "");
}

TEST_F(ListTest, PartitionsAndLibraries) {
  EXPECT_EQ(list_of("exclude-partitions = gpu*", {.partition = "gpu-a100"}), "exclude-partitions");
  EXPECT_EQ(list_of("exclude-partitions = gpu*", {.partition = "batch"}), "");
  EXPECT_EQ(list_of("exclude-libraries = MPICH 3.*, Open MPI 4.0.*", {.library = "Open MPI 4.0.7"}),
            "exclude-libraries");
  EXPECT_EQ(list_of("exclude-libraries = Open MPI 4.0.*", {.library = "Open MPI 4.1.4"}), "");
}

}  // namespace
}  // namespace topomorph::settings
