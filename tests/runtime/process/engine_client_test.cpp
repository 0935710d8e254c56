// Tests of the conversation with the engine, with engines that make every mistake.
#include "runtime/process/engine_client.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/temporary_folder.h"

namespace topomorph::process {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

class EngineClient : public testing::Test {
 protected:
  EngineClient() { setenv("TOPOMORPH_ENGINE_TIMEOUT", "1", 1); }
  ~EngineClient() override {
    unsetenv("TOPOMORPH_ENGINE_TIMEOUT");
    std::signal(SIGCHLD, SIG_DFL);
  }

  /// An engine that is this shell script.
  std::string script(const std::string& text) {
    const fs::path path = folder_ / "engine";
    std::ofstream(path) << "#!/bin/sh\n" << text << "\n";
    chmod(path.c_str(), 0755);
    return path.string();
  }

  /// A file with frames for a script to print.
  std::string frames(wire::FrameType type, const std::string& text) {
    wire::Buffer bytes;
    wire::append_text(bytes, type, text);
    wire::append_text(bytes, wire::FrameType::End, "");
    const fs::path path = folder_ / wire::name(type);
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return path.string();
  }

  /// Returns the error with which a conversation with this engine ends; empty if there is none.
  static std::string error_with(const std::string& path, std::size_t bytes = 10) {
    try {
      Engine engine({"verb"}, path);
      engine.send(wire::Buffer(bytes, 'x'));
      engine.finish();
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  const tests::TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
};

TEST_F(EngineClient, GivesBackTheFramesOfTheAnswer) {
  Engine engine({"locate"}, script("cat > " + (folder_ / "input").string() + "; cat " +
                                   frames(wire::FrameType::Paths, "Package:0\n")));
  wire::Buffer request;
  wire::append_text(request, wire::FrameType::Cpusets, "0-3\n");
  engine.send(request);
  const wire::Buffer answer = engine.finish();
  wire::FrameReader reader(answer);
  EXPECT_EQ(wire::text(*reader.next()), "Package:0\n");
  EXPECT_FALSE(reader.next());
  EXPECT_EQ(fs::file_size(folder_ / "input"), request.size() + sizeof(wire::FrameHeader));  // and End
}

TEST_F(EngineClient, AMissingEngineIsNamed) {
  EXPECT_EQ(error_with("/nowhere/topomorph-engine"), "engine /nowhere/topomorph-engine: No such file or directory");
}

TEST_F(EngineClient, AnEngineThatDiesIsExplained) {
  EXPECT_NE(error_with(script("exit 127")).find("exit status 127"), std::string::npos);
  const std::string glibc =
      "echo '/x/engine: error while loading shared libraries: libodd.so.3: cannot open' >&2; exit 127";
  EXPECT_NE(error_with(script(glibc)).find("needs the library libodd.so.3, which is not found"), std::string::npos);
  const std::string musl = "echo 'Error loading shared library libodd.so.3: No such file (needed by x)' >&2; exit 127";
  EXPECT_NE(error_with(script(musl)).find("needs the library libodd.so.3, which is not found"), std::string::npos);
  EXPECT_NE(error_with(script("echo unknown option >&2; exit 109")).find("may be of another version"),
            std::string::npos);
  EXPECT_NE(error_with(script("yes | head -100 >&2; exit 0")).find("no valid frames"), std::string::npos);
  EXPECT_NE(error_with(script("kill -9 $$")).find("killed by signal 9"), std::string::npos);
  EXPECT_NE(error_with(script("head -c 1 > /dev/null; exit 3"), 5'000'000).find("exit status 3"), std::string::npos);
}

TEST_F(EngineClient, TheEnginesOwnWordsComeFirst) {
  const std::string error = frames(wire::FrameType::Error, "app.tmprof: is no profile (.tmprof)");
  EXPECT_EQ(error_with(script("cat > /dev/null; cat " + error)), "app.tmprof: is no profile (.tmprof)");
}

TEST_F(EngineClient, AnErrorBeforeAllWasReadIsHeard) {
  const std::string error = frames(wire::FrameType::Error, "disk full");
  EXPECT_EQ(error_with(script("cat " + error + "; exec 0<&-; sleep 0.2"), 50'000'000), "disk full");
  EXPECT_EQ(error_with(script("cat " + error + "; sleep 5"), 50'000'000), "disk full");
}

TEST_F(EngineClient, AnAnswerThatIsNoFramesIsRefused) {
  EXPECT_NE(error_with(script("cat > /dev/null; echo usage: something quite different")).find("frames"),
            std::string::npos);
}

TEST_F(EngineClient, AHangingEngineIsKilledInTime) {
  const auto before = Clock::now();
  const std::string pid_file = (folder_ / "pid").string();
  EXPECT_NE(error_with(script("echo $$ > " + pid_file + "; exec sleep 100")).find("no answer within 1 s"),
            std::string::npos);
  EXPECT_LT(Clock::now() - before, std::chrono::seconds(5));
  pid_t pid = 0;
  std::ifstream(pid_file) >> pid;
  ASSERT_GT(pid, 1);
  EXPECT_EQ(kill(pid, 0), -1) << "still runs";
}

TEST_F(EngineClient, AnEngineThatReadsNothingIsKilledInTime) {
  const auto before = Clock::now();
  EXPECT_NE(error_with(script("exec sleep 100"), 50'000'000).find("no answer within 1 s"), std::string::npos);
  EXPECT_LT(Clock::now() - before, std::chrono::seconds(5));
}

TEST_F(EngineClient, AnEngineThatClosesItsEndAndHangsIsKilled) {
  const auto before = Clock::now();
  EXPECT_NE(error_with(script("exec sleep 100 <&- >&-"), 10).find("engine"), std::string::npos);
  EXPECT_LT(Clock::now() - before, std::chrono::seconds(8));
}

TEST_F(EngineClient, IgnoredChildrenAreTolerated) {
  std::signal(SIGCHLD, SIG_IGN);
  EXPECT_EQ(error_with(script("cat > /dev/null; cat " + frames(wire::FrameType::Paths, ""))), "");
  EXPECT_NE(error_with(script("exit 5")).find("ended without an answer"), std::string::npos);
}

TEST_F(EngineClient, LeavesNoChildBehind) {
  error_with(script("exit 0"));
  error_with(script("exec sleep 100"));
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST_F(EngineClient, TheEngineGetsNeitherPreloadsNorDescriptorsNorSignalMask) {
  const std::string report = (folder_ / "report").string();
  // Not a library: the dynamic linker of this process has already run, and that of the engine must not search for it.
  setenv("LD_PRELOAD", "/nowhere/other.so", 1);
  setenv("LD_LIBRARY_PATH", "/nowhere", 1);
  setenv("LD_AUDIT", "/nowhere/audit.so", 1);
  const int leak = fcntl(STDERR_FILENO, F_DUPFD, 50);  // without FD_CLOEXEC, as applications open files
  ASSERT_GE(leak, 50);
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &before);
  error_with(script("env | grep -E '^(LD_|TOPOMORPH_)' > " + report + "; ls /proc/self/fd >> " + report +
                    "; grep SigBlk /proc/self/status >> " + report));
  sigprocmask(SIG_SETMASK, &before, nullptr);
  close(leak);
  for (const char* name : {"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT"}) {
    unsetenv(name);
  }
  std::ifstream file(report);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  EXPECT_NE(text.find("TOPOMORPH_ENGINE_TIMEOUT=1"), std::string::npos) << text;
  EXPECT_EQ(text.find("LD_"), std::string::npos) << text;
  EXPECT_EQ(text.find('\n' + std::to_string(leak) + '\n'), std::string::npos) << text;
  EXPECT_NE(text.find("SigBlk:\t0000000000000000"), std::string::npos) << text;
}

TEST_F(EngineClient, WorksWhereTheApplicationHasClosedItsStandardStreams) {
  const std::string engine = script("cat > /dev/null; cat " + frames(wire::FrameType::Paths, "ok\n"));
  const int in = dup(STDIN_FILENO), out = dup(STDOUT_FILENO);
  close(STDIN_FILENO);
  close(STDOUT_FILENO);
  const std::string error = error_with(engine);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  EXPECT_EQ(error, "");
}

}  // namespace
}  // namespace topomorph::process
