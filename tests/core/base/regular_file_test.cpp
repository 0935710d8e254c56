// Regular files are opened and read; pipes, devices and folders are not, also when they get the file's name meanwhile.
#include "core/base/regular_file.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/core/testing.h"

namespace topomorph {
namespace {

namespace fs = std::filesystem;
using testing::TemporaryFolder;

class RegularFileTest : public ::testing::Test {
 protected:
  std::string pipe() const {
    const std::string path = folder_.file("pipe");
    EXPECT_EQ(mkfifo(path.c_str(), 0600), 0);
    return path;
  }

  const TemporaryFolder folder_;
};

TEST_F(RegularFileTest, IsReadAtAnyOffset) {
  const RegularFile file(folder_.write("file", "0123456789"));
  ASSERT_TRUE(file);
  EXPECT_EQ(file.size(), 10u);
  EXPECT_EQ(file.bytes_at(2, 3), "234");
  EXPECT_EQ(file.bytes_at(8, 5), "89");
  EXPECT_EQ(file.bytes_at(10, 1), "");
  EXPECT_EQ(file.bytes_at(~std::uint64_t{0}, 1), "");
  std::uint16_t two = 7;
  EXPECT_FALSE(file.read_at(9, two));
  EXPECT_EQ(two, 7);
  EXPECT_TRUE(file.read_at(0, two));
  EXPECT_EQ(std::memcmp(&two, "01", 2), 0);
}

TEST_F(RegularFileTest, LinksToFilesAreFollowedWhereTheyMayBe) {
  fs::create_symlink(folder_.write("file", "text"), folder_.file("link"));
  EXPECT_EQ(RegularFile(folder_.file("link")).bytes_at(0, 9), "text");
  EXPECT_FALSE(open_regular(AT_FDCWD, folder_.file("link"), O_NOFOLLOW));
  EXPECT_EQ(errno, EINVAL);
}

TEST_F(RegularFileTest, NothingElseIsOpened) {
  fs::create_symlink(pipe(), folder_.file("link"));
  for (const std::string& path :
       {folder_.file("pipe"), folder_.file("link"), folder_.path().string(), std::string("/dev/null")}) {
    EXPECT_FALSE(RegularFile(path)) << path;
    EXPECT_EQ(errno, EINVAL) << path;
  }
  EXPECT_FALSE(RegularFile(folder_.file("absent")));
  EXPECT_EQ(errno, ENOENT);
}

TEST_F(RegularFileTest, APipeThatGetsTheNameMeanwhileIsNotOpened) {
  fs::create_symlink(pipe(), folder_.file("link"));
  const std::string file = folder_.write("file", "text"), link = folder_.file("link");
  std::atomic<bool> is_over = false, was_opened = false;
  std::thread exchanging([&] {
    while (!is_over) syscall(SYS_renameat2, AT_FDCWD, file.c_str(), AT_FDCWD, link.c_str(), RENAME_EXCHANGE);
  });
  std::thread writing([&] {  // the kernel lets a writer open a pipe when it has a reader
    const Descriptor end(open(folder_.file("pipe").c_str(), O_WRONLY | O_CLOEXEC));
    was_opened = !is_over;
  });
  constexpr int kTrials = 20'000;
  int refused = 0;
  for (int trial = 0; trial < kTrials; ++trial) refused += RegularFile(file) ? 0 : 1;
  is_over = true;
  const Descriptor reader(open(folder_.file("pipe").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  exchanging.join();
  writing.join();
  EXPECT_FALSE(was_opened);
  EXPECT_GT(refused, 0) << "the pipe had the name at times";
  EXPECT_LT(refused, kTrials);
}

}  // namespace
}  // namespace topomorph
