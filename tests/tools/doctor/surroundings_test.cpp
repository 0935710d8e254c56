// What the doctor makes of what others say: MPI libraries, launchers, the loader, control groups.
#include "tools/doctor/surroundings.h"

#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "tests/temporary_folder.h"
#include "tools/doctor/checks.h"
#include "tools/programs/executable.h"

namespace topomorph::doctor {
namespace {

namespace fs = std::filesystem;

TEST(DoctorFamily, LibrariesAndLaunchersAreOfTheSame) {
  EXPECT_EQ(family_of("mpirun (Open MPI) 4.1.4"), "Open MPI");
  EXPECT_EQ(family_of("mpirun (OpenRTE) 3.1.3"), "Open MPI");
  EXPECT_EQ(family_of("HYDRA build details:"), "MPICH");
  EXPECT_EQ(family_of("MPICH 4.0.2"), "MPICH");
  EXPECT_EQ(family_of("Intel(R) MPI Library for Linux* OS, Version 2021.9"), "Intel MPI");
  EXPECT_EQ(family_of("something else"), "");
}

TEST(DoctorFamily, LaunchersSayTheirVersionInOneLine) {
  EXPECT_EQ(launcher_version("mpirun (Open MPI) 4.1.4\n\nReport bugs to http://www.open-mpi.org/\n"),
            "mpirun (Open MPI) 4.1.4");
  EXPECT_EQ(launcher_version("HYDRA build details:\n    Version:                                 4.0.2\n    CC: gcc\n"),
            "mpirun (MPICH) 4.0.2");
  EXPECT_EQ(launcher_version("HYDRA build details:\n"), "HYDRA build details:");
  EXPECT_EQ(launcher_version(""), "");
}

TEST(DoctorLoader, ListsLibrariesAndThoseThatAreMissing) {
  const auto libraries = programs::libraries_listed(
      "\tlinux-vdso.so.1 (0x00007fff)\n\tlibmpi.so.40 => /usr/lib/libmpi.so.40 (0x00007f)\n"
      "\tlibabsent.so.1 => not found\n\tlibhere.so => ./libhere.so (0x00007f)\n"
      "\t/lib64/ld-linux-x86-64.so.2 (0x00007f)\n");
  EXPECT_EQ(libraries.size(), 3u);
  EXPECT_EQ(libraries.at("libhere.so"), "./libhere.so") << "LD_LIBRARY_PATH=.";
  EXPECT_EQ(libraries.at("libmpi.so.40"), "/usr/lib/libmpi.so.40");
  EXPECT_EQ(libraries.at("libabsent.so.1"), "");
}

class ControlGroupTest : public testing::Test {
 protected:
  ControlGroupTest() {
    fs::create_directories(folder_.path() / "job" / "step");
    write("own", "0::/job/step\n");
  }
  void write(const std::string& name, const std::string& text) const { folder_.write(name, text); }
  ControlGroup read() const { return read_control_group(folder_.path().string(), folder_.file("own")); }

  const tests::TemporaryFolder folder_;
};

TEST_F(ControlGroupTest, NarrowestLimitCounts) {
  write("memory.max", "9000000\n");
  write("memory.current", "5\n");
  write("job/memory.max", "1000000\n");
  write("job/memory.current", "400000\n");
  write("job/step/memory.max", "max\n");
  write("job/cpu.max", "150000 100000\n");
  write("job/step/cpu.max", "max 100000\n");
  const ControlGroup group = read();
  EXPECT_EQ(group.memory, 1000000u);
  EXPECT_EQ(group.memory_taken, 400000u);
  EXPECT_EQ(group.cpus, 1.5);
}

TEST_F(ControlGroupTest, NoFilesAndOtherFilesAreNoLimits) {
  EXPECT_FALSE(read().memory);
  write("memory.max", "a lot\n");
  write("cpu.max", "1 0\n");
  write("own", "4:memory:/job\n");
  EXPECT_FALSE(read().memory);
  EXPECT_FALSE(read().cpus);
}

TEST(DoctorChecks, ExceptionsAreFailures) {
  const Check broken = {"broken", false, [](Surroundings&) -> Finding { throw std::runtime_error("no pipe"); }};
  Surroundings surroundings;
  const Finding finding = run_check(broken, surroundings);
  EXPECT_EQ(finding.verdict, Verdict::Failure);
  EXPECT_EQ(finding.found, "no pipe");
}

TEST(DoctorChecks, SettingsAreCheckedByTheirTable) {
  Surroundings surroundings;
  setenv("TOPOMORPH_MIN_GAIN", "much", 1);
  EXPECT_EQ(check_settings(surroundings).verdict, Verdict::Failure);
  setenv("TOPOMORPH_MIN_GAIN", "3", 1);
  EXPECT_EQ(check_settings(surroundings).verdict, Verdict::Ok);
  setenv("TOPOMORPH_MINGAIN", "3", 1);
  EXPECT_EQ(check_settings(surroundings).verdict, Verdict::Warning) << "a slip of the pen";
  unsetenv("TOPOMORPH_MINGAIN");
  unsetenv("TOPOMORPH_MIN_GAIN");
}

TEST(DoctorChecks, StoreNeedsNoFolderYetButAPlaceForIt) {
  Surroundings surroundings;
  const tests::TemporaryFolder folder;
  setenv("TOPOMORPH_STORE", folder.file("deep/down").c_str(), 1);
  EXPECT_EQ(check_store(surroundings).verdict, Verdict::Ok);
  EXPECT_TRUE(folder.names().empty()) << "looking leaves nothing behind";
  for (const char* const impossible : {"/proc/self/status/store", "/proc/topomorph"}) {
    setenv("TOPOMORPH_STORE", impossible, 1);
    EXPECT_EQ(check_store(surroundings).verdict, Verdict::Failure) << impossible;
  }
  unsetenv("TOPOMORPH_STORE");
}

TEST(DoctorChecks, StoreIsOpenedAsAutoDoes) {
  Surroundings surroundings;
  const tests::TemporaryFolder folder;
  setenv("TOPOMORPH_STORE", folder.path().c_str(), 1);
  EXPECT_EQ(check_store(surroundings).verdict, Verdict::Ok) << "an empty folder";
  folder.write("letter", "Dear all\n");
  EXPECT_NE(check_store(surroundings).found.find("is no store of topomorph auto"), std::string::npos);
  for (const char* const format : {"", "topomorph sto", "topomorph store 2\n"}) {
    folder.write("format", format);
    EXPECT_EQ(check_store(surroundings).verdict, Verdict::Failure) << format;
  }
  folder.write("format", "topomorph store 1\n");
  EXPECT_EQ(check_store(surroundings).verdict, Verdict::Ok);
  EXPECT_EQ(folder.names().size(), 2u);
  unsetenv("TOPOMORPH_STORE");
}

TEST(DoctorChecks, NoHomeCostsAutoOnly) {
  Surroundings surroundings;
  const std::string home = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
  for (const char* variable : {"HOME", "XDG_STATE_HOME", "TOPOMORPH_STORE"}) unsetenv(variable);
  const Finding finding = check_store(surroundings);
  if (!home.empty()) setenv("HOME", home.c_str(), 1);
  EXPECT_EQ(finding.verdict, Verdict::Warning);
  EXPECT_NE(finding.advice.find("TOPOMORPH_STORE"), std::string::npos);
}

}  // namespace
}  // namespace topomorph::doctor
