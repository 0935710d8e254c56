// What is said of commands whose program is not linked with MPI, and how much of the words' files is read for it.
#include "tools/programs/preloading.h"

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/temporary_folder.h"

namespace topomorph::programs {
namespace {

/// Bytes that this thread has read so far.
std::uint64_t bytes_read() {
  std::ifstream file("/proc/thread-self/io");
  std::string name;
  std::uint64_t count = 0;
  file >> name >> count;
  return count;
}

class NoMpiTest : public testing::Test {
 protected:
  /// Whether the command, a program without MPI and these words, is told to have no MPI.
  static bool is_told(std::vector<std::string> words) {
    words.insert(words.begin(), "/bin/ls");
    std::vector<char*> command;
    for (std::string& word : words) command.push_back(word.data());
    command.push_back(nullptr);
    return !no_mpi_message(command.data(), "run").empty();
  }

  const tests::TemporaryFolder folder_;
  const std::string text_ = folder_.write("text", std::string(100'000, 'x'));
};

TEST_F(NoMpiTest, AWordThatIsAProgramMayBeStarted) {
  EXPECT_TRUE(is_told({}));
  EXPECT_TRUE(
      is_told({"-l", text_, folder_.path().string(), "/dev/null", folder_.file("absent"), folder_.write("e", "")}));
  EXPECT_FALSE(is_told({text_, "/bin/true"}));
  EXPECT_FALSE(is_told({"true"}));
  EXPECT_FALSE(is_told({folder_.write("script", "#!/bin/sh\n")}));
  EXPECT_TRUE(is_told({folder_.write("short", "#")}));
}

TEST_F(NoMpiTest, NobodyIsWaitedFor) {
  ASSERT_EQ(mkfifo(folder_.file("pipe").c_str(), 0600), 0);
  EXPECT_TRUE(is_told({folder_.file("pipe")}));
}

TEST_F(NoMpiTest, FewBytesOfFewWordsAreRead) {
  const auto reads = [this](std::size_t words) {
    const std::uint64_t before = bytes_read();
    EXPECT_TRUE(is_told(std::vector<std::string>(words, text_)));
    return bytes_read() - before;
  };
  const std::uint64_t alone = reads(0);
  EXPECT_LT(reads(256), alone + 10'000);
  EXPECT_FALSE(is_told(std::vector<std::string>(257, text_))) << "behind so many words there may be a program";
}

}  // namespace
}  // namespace topomorph::programs
