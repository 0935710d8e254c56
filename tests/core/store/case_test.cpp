// Runs of the same computation are one case.
#include "core/store/case.h"

#include <chrono>
#include <cstdlib>
#include <set>

#include "tests/core/testing.h"

namespace topomorph::store {
namespace {

using Words = std::vector<std::string>;

std::string counting(const Words& arguments, const std::string& ignored = "", const Words& jobs = {}) {
  return arguments_that_count(arguments, {ignored, jobs});
}

TEST(Arguments, AllCountByDefault) {
  EXPECT_EQ(counting({"-in", "melt.lj", "--steps=100"}), "-in melt.lj --steps=100");
  EXPECT_EQ(counting({}), "");
}

TEST(Arguments, NoTwoListsLookTheSame) {
  const std::vector<Words> lists = {{"a b"}, {"a", "b"}, {"'a", "b'"}, {"a", "", "b"}, {"a\nb"}, {"\\a b"}, {"[a]"},
                                    {""},    {}};
  std::set<std::string> texts;
  for (const Words& list : lists) EXPECT_TRUE(texts.insert(counting(list)).second) << counting(list);
}

TEST(Arguments, PatternsAreIgnored) {
  EXPECT_EQ(counting({"--log=run7.log", "-n", "5", "out/7.txt"}, "--log=* *.txt"), "-n 5");
  EXPECT_EQ(counting({"a", "b"}, "*"), "");
  EXPECT_EQ(counting({"a", "b"}, "  "), "a b");
}

TEST(Arguments, APatternTakesTheNextAlong) {
  EXPECT_EQ(counting({"-o", "7.out", "-n", "5"}, "-o+"), "-n 5");
  EXPECT_EQ(counting({"-n", "-o"}, "-o+"), "-n") << "nothing is behind it";
  EXPECT_EQ(counting({"+", "x"}, "+"), "x") << "a plus alone is a pattern";
}

TEST(Arguments, NumbersOfTheJobDoNotCount) {
  EXPECT_EQ(counting({"/scratch/4711/in", "4711.4711"}, "", {"4711"}), "/scratch/{job}/in {job}.{job}");
}

TEST(Arguments, JobNumbersComeFromTheBatchSystem) {
  setenv("SLURM_JOB_ID", "12345", 1);
  setenv("PBS_JOBID", "678.server", 1);
  setenv("LSB_JOBID", "12", 1);
  EXPECT_EQ(job_ids_here(), (Words{"12345", "678"}));
  for (const char* variable : {"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID"}) unsetenv(variable);
}

TEST(Identity, OfAnElfProgramIsItsBuildId) {
  const testing::TemporaryFolder folder;
  const std::string copy = folder.file("copy");
  const std::string identity = program_identity("/proc/self/exe");
  if (!identity.starts_with("build ")) GTEST_SKIP() << "this program was linked without a build id";
  EXPECT_GE(identity.size(), std::string("build ").size() + 16);
  std::filesystem::copy_file("/proc/self/exe", copy);
  EXPECT_EQ(program_identity(copy), identity);
}

TEST(Identity, OfOtherFilesIsSizeAndTime) {
  const testing::TemporaryFolder folder;
  const std::string script = folder.write("app.sh", "#!/bin/sh\n");
  const std::string before = program_identity(script);
  EXPECT_TRUE(before.starts_with("10 bytes of ")) << before;
  std::filesystem::last_write_time(script, std::filesystem::last_write_time(script) + std::chrono::seconds(1));
  EXPECT_NE(program_identity(script), before);
}

TEST(Identity, OfWhatCannotBeReadIsUnknown) {
  const testing::TemporaryFolder folder;
  EXPECT_EQ(program_identity(folder.file("absent")), "unknown");
  EXPECT_EQ(program_identity(folder.path().string()), "unknown");
}

TEST(Identity, OfADamagedElfFileIsSizeAndTime) {
  const testing::TemporaryFolder folder;
  std::string head = testing::read_file("/proc/self/exe").substr(0, 64);
  EXPECT_TRUE(program_identity(folder.write("cut", head)).starts_with("64 bytes of "));
}

TEST(Case, HasAFolderOfItsOwn) {
  const Case base{"/home/me/app", "build 12", "a b", 16};
  EXPECT_TRUE(base.folder().starts_with("app-"));
  std::set<std::string> folders = {base.folder()};
  for (const Case& other : {Case{"/home/you/app", "build 12", "a b", 16}, Case{"/home/me/app", "build 13", "a b", 16},
                            Case{"/home/me/app", "build 12", "a c", 16}, Case{"/home/me/app", "build 12", "a b", 17}}) {
    EXPECT_TRUE(folders.insert(other.folder()).second) << other.folder();
    EXPECT_FALSE(other == base);
  }
}

TEST(Case, HasAPlainName) {
  const std::string folder = Case{"/opt/..my app\n$(x)/..evil name*", "", "", 1}.folder();
  EXPECT_EQ(folder.find_first_of("/ \n*$"), std::string::npos) << folder;
  EXPECT_NE(folder.front(), '.');
}

}  // namespace
}  // namespace topomorph::store
