// The site file: what counts in it, and what comes before what.
#include "core/settings/site.h"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/temporary_folder.h"

namespace topomorph::settings {

namespace {

/// Root writes the files: others are ignored.
class SiteTest : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "only root can write a site file that counts";
    unset();
  }
  void TearDown() override { unset(); }

  static void unset() {
    for (const Setting& setting : all()) unsetenv(setting.variable);
  }
  std::string write(const std::string& lines) const { return folder_.write("site.conf", lines); }
  /// Without the name of the file.
  std::string problem_of(const std::string& lines) const {
    const std::string path = write(lines);
    const std::string problem(Site(path.c_str()).problem());
    return problem.starts_with(path) ? problem.substr(path.size()) : problem;
  }

 private:
  tests::TemporaryFolder folder_;
};

TEST_F(SiteTest, SettingsHaveTheNamesOfOptions) {
  const Site site(write("# a comment\n\n  min-gain = 12.5 \r\nfinal quiet=1\ntopology =  slurm:/a b#c\n").c_str());
  EXPECT_TRUE(site.exists());
  EXPECT_EQ(site.problem(), "");
  EXPECT_EQ(site.of(Id::MinGain).text, "12.5");
  EXPECT_EQ(site.of(Id::MinGain).line, 3);
  EXPECT_FALSE(site.of(Id::MinGain).is_final);
  EXPECT_EQ(site.of(Id::Quiet).text, "1");
  EXPECT_TRUE(site.of(Id::Quiet).is_final);
  EXPECT_EQ(site.of(Id::Topology).text, "slurm:/a b#c");
  EXPECT_EQ(site.of(Id::Mode).line, 0);
}

TEST_F(SiteTest, WithoutAFileNothingIsSaid) {
  const Site site("/nowhere/site.conf");
  EXPECT_FALSE(site.exists());
  EXPECT_EQ(site.problem(), "");
}

TEST_F(SiteTest, OfTwoLinesTheFirstCountsAndAFinalOneBeforeAll) {
  const Site site(write("min-gain = 1\nmin-gain = 2\nmode = auto\nfinal mode = off\nmode = run\n").c_str());
  EXPECT_EQ(site.of(Id::MinGain).text, "1");
  EXPECT_EQ(site.of(Id::Mode).text, "off");
  EXPECT_TRUE(site.of(Id::Mode).is_final);
  EXPECT_TRUE(site.problem().ends_with("site.conf, line 2: 'min-gain' is set a second time")) << site.problem();
}

TEST_F(SiteTest, OfTwoListsTheFirstCounts) {
  const Site site(write("exclude-users = a\nexclude-users = b\n").c_str());
  EXPECT_EQ(site.of(SiteId::ExcludeUsers), "a");
  EXPECT_TRUE(site.problem().ends_with("line 2: 'exclude-users' is set a second time")) << site.problem();
}

TEST_F(SiteTest, WhatEditorsOfOtherSystemsAddIsNoError) {
  const Site site(write("\xef\xbb\xbf"
                        "final mode = off  # until Monday\r\n# min-gain = 3")
                      .c_str());
  EXPECT_EQ(site.problem(), "");
  EXPECT_EQ(site.of(Id::Mode).text, "off");
  EXPECT_EQ(site.of(Id::MinGain).line, 0);
}

TEST_F(SiteTest, TheFirstErrorIsToldAndOtherLinesCount) {
  const Site site(write("min-gian = 1\nquiet\nfinal = 1\nmin-gain = -1\npatience = 7\n").c_str());
  EXPECT_TRUE(site.problem().ends_with("site.conf, line 1: 'min-gian' is no setting")) << site.problem();
  EXPECT_EQ(site.of(Id::MinGain).line, 0);
  EXPECT_EQ(site.of(Id::Patience).text, "7");
}

TEST_F(SiteTest, ErrorsNameTheLine) {
  EXPECT_EQ(problem_of("quiet"), ", line 1: expected NAME = VALUE");
  EXPECT_EQ(problem_of("\nfinal = 1"), ", line 2: '' is no setting");
  EXPECT_EQ(problem_of("final\tquiet = 2"), ", line 1: '2' is no value of this setting");
  EXPECT_EQ(problem_of("--quiet = 1"), ", line 1: '--quiet' is no setting");
  EXPECT_EQ(problem_of("finally quiet = 1"), ", line 1: 'finally quiet' is no setting");
}

TEST_F(SiteTest, AFileThatOthersMayWriteDoesNotCount) {
  const std::string path = write("final mode = off\n");
  ASSERT_EQ(chmod(path.c_str(), 0664), 0);
  const Site writable(path.c_str());
  EXPECT_EQ(writable.problem(), path + " may be written by others than root");
  EXPECT_EQ(writable.of(Id::Mode).line, 0);
  ASSERT_EQ(chmod(path.c_str(), 0644), 0);
  ASSERT_EQ(chown(path.c_str(), 1000, 0), 0);
  EXPECT_EQ(Site(path.c_str()).problem(), path + " does not belong to root");
}

TEST_F(SiteTest, AFileThatUsersCannotReadIsToldToRoot) {
  const std::string path = write("final mode = off\n");
  ASSERT_EQ(chmod(path.c_str(), 0600), 0);
  const Site site(path.c_str());
  EXPECT_EQ(site.problem(), path + " may not be read by all users: it does not count for the others");
  EXPECT_EQ(site.of(Id::Mode).text, "off");
}

TEST_F(SiteTest, WhatIsNoSmallFileDoesNotCount) {
  EXPECT_EQ(problem_of(std::string(20000, '#')), " is longer than 16 KB");
  EXPECT_EQ(Site("/dev").problem(), "/dev is no file");
  const std::string pipe = write("") + ".pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(Site(pipe.c_str()).problem(), pipe + " is no file") << "and nobody waits for a writer";
}

TEST_F(SiteTest, UsersComeBeforeTheSiteUnlessItIsFinal) {
  const Site site(write("min-gain = 12\nfinal patience = 7\n").c_str());
  EXPECT_EQ(value(Id::MinGain, site).text, "12");
  EXPECT_EQ(value(Id::MinGain, site).origin, Origin::Site);
  setenv("TOPOMORPH_MIN_GAIN", "3", 1);
  setenv("TOPOMORPH_PATIENCE", "3", 1);
  EXPECT_EQ(value(Id::MinGain, site).text, "3");
  EXPECT_EQ(value(Id::MinGain, site).origin, Origin::Environment);
  EXPECT_EQ(value(Id::Patience, site).text, "7");
  EXPECT_EQ(value(Id::Patience, site).origin, Origin::FinalSite);
  EXPECT_EQ(value(Id::Weight, site).text, "bytes");
  EXPECT_EQ(value(Id::Weight, site).origin, Origin::Default);
}

TEST_F(SiteTest, KnowsWhatUsersSetInVain) {
  const Site site(write("min-gain = 12\nfinal patience = 7\nfinal weight = bytes\nfinal mode = off\n").c_str());
  EXPECT_EQ(overruled(Id::Patience, site), "") << "nothing is set";
  setenv("TOPOMORPH_MIN_GAIN", "3", 1);
  setenv("TOPOMORPH_PATIENCE", "3", 1);
  setenv("TOPOMORPH_WEIGHT", "bytes", 1);
  setenv("TOPOMORPH_MODE", "off", 1);
  EXPECT_EQ(overruled(Id::Patience, site), "3");
  EXPECT_EQ(overruled(Id::MinGain, site), "") << "the user's value counts";
  EXPECT_EQ(overruled(Id::Weight, site), "") << "the values are equal";
  EXPECT_EQ(overruled(Id::Mode, site), "") << "users may switch off";
}

TEST_F(SiteTest, UsersMayAlwaysSwitchOffAndNeverOn) {
  const Site on(write("final mode = auto\n").c_str());
  setenv("TOPOMORPH_MODE", "run", 1);
  EXPECT_EQ(value(Id::Mode, on).text, "auto");
  setenv("TOPOMORPH_MODE", "off", 1);
  EXPECT_EQ(value(Id::Mode, on).text, "off");
  const Site off(write("final mode = off\n").c_str());
  setenv("TOPOMORPH_MODE", "run", 1);
  EXPECT_EQ(value(Id::Mode, off).text, "off");
}

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
