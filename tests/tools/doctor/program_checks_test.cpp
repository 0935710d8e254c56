// What the doctor says of files that are to be programs.
#include <cstring>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/temporary_folder.h"
#include "tools/doctor/checks.h"
#include "tools/programs/executable.h"

namespace topomorph::doctor {
namespace {

class ProgramTest : public testing::Test {
 protected:
  std::string executable(const std::string& bytes) const {
    const std::string path = folder_.write("program", bytes);
    chmod(path.c_str(), 0755);
    return path;
  }
  static std::string own_bytes() {
    std::ifstream file("/proc/self/exe", std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static Finding look_at(const std::string& program) {
    Surroundings surroundings;
    surroundings.program = program;
    return check_program(surroundings);
  }
  /// A failure that says so; the other checks of the program do not claim that all is well.
  static void expect_failure(const std::string& program, const std::string& words) {
    const Finding finding = look_at(program);
    EXPECT_EQ(finding.verdict, Verdict::Failure) << finding.found;
    EXPECT_NE(finding.found.find(words), std::string::npos) << finding.found;
    Surroundings surroundings;
    surroundings.program = program;
    EXPECT_NE(check_program_mpi(surroundings).verdict, Verdict::Ok);
  }
  static void expect_unknown_libraries(const std::string& program) {
    Surroundings surroundings;
    surroundings.program = program;
    for (const auto look : {check_program_mpi, check_program_fortran}) {
      const Finding finding = look(surroundings);
      EXPECT_EQ(finding.verdict, Verdict::Warning) << finding.found;
      EXPECT_EQ(finding.found.find("not checked: "), 0u) << finding.found;
    }
  }

  const tests::TemporaryFolder folder_;
};

TEST_F(ProgramTest, WhatIsNoFileIsCalledByItsName) {
  expect_failure(folder_.path().string(), "is a folder");
  expect_failure("/dev/null", "is a device");
  ASSERT_EQ(mkfifo(folder_.file("pipe").c_str(), 0700), 0);
  expect_failure(folder_.file("pipe"), "is a pipe");
  expect_failure(folder_.file("absent"), "does not exist");
  for (const char* name : {"absent", "pipe", "."}) expect_unknown_libraries(folder_.file(name));
}

TEST_F(ProgramTest, CutProgramsAreDamaged) {
  const std::string path = executable(own_bytes().substr(0, 8192));
  expect_failure(path, "is damaged");
  expect_unknown_libraries(path);
}

TEST_F(ProgramTest, LoadersAndInterpretersAreThere) {
  std::string bytes = own_bytes();
  const std::string loader = programs::read_executable("/proc/self/exe").loader;
  bytes[bytes.find(loader) + 1] = 'X';
  const std::string other = executable(bytes);
  expect_failure(other, "needs the loader /X");
  expect_unknown_libraries(other);
  expect_failure(executable("#!/absent/python3 -u\n"), "script for /absent/python3, which is no program");
  expect_failure(executable("#!/bin/sh\r\nexit\r\n"), "which is no program");
  EXPECT_EQ(look_at(executable("#! /bin/sh -e\n")).verdict, Verdict::Ok);
  EXPECT_EQ(look_at(executable("#!/bin/sh")).verdict, Verdict::Ok);
}

TEST_F(ProgramTest, AdviceForAShellIsQuoted) {
  const std::string path = folder_.write("a;b $(c)", "#!/bin/sh\n");
  EXPECT_EQ(look_at(path).advice, "chmod +x '" + path + "'");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder_.path());
  EXPECT_EQ(look_at("a;b $(c)").advice, "say './a;b $(c)'");
  std::filesystem::current_path(before);
}

}  // namespace
}  // namespace topomorph::doctor
