// Records reach files, sockets and syslog, and nothing waits for a sink that hangs.
#include "runtime/process/sink.h"

#include <chrono>
#include <string>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/temporary_folder.h"

namespace topomorph::process {
namespace {

/// deliver() is called once in a process, so each call has a child, of the user with this number.
Delivery delivered(const std::string& sink, const std::string& line, uid_t user = geteuid()) {
  const pid_t child = fork();
  if (child == 0 && user != geteuid() && setuid(user) != 0) _exit(static_cast<int>(Delivery::TooLong));
  if (child == 0) _exit(static_cast<int>(deliver(sink, line)));
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? static_cast<Delivery>(WEXITSTATUS(status)) : Delivery::Failed;
}

class SinkTest : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.file(name); }
  std::string text(const std::string& name) const { return tests::read_file(path(name)); }

  tests::TemporaryFolder folder_;
};

TEST_F(SinkTest, AppendsLinesToAFile) {
  const std::string sink = "file:" + path("records.%u.json");
  EXPECT_EQ(delivered(sink, "{1}"), Delivery::Done);
  EXPECT_EQ(delivered(sink, "{2}"), Delivery::Done);
  const std::string name = "records." + std::to_string(getuid()) + ".json";
  EXPECT_EQ(text(name), "{1}\n{2}\n");
  struct stat status {};
  ASSERT_EQ(stat(path(name).c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
}

TEST_F(SinkTest, OnlyRegularFilesTakeRecords) {
  EXPECT_EQ(delivered("file:/nowhere/records", "{}"), Delivery::Failed);
  EXPECT_EQ(delivered("file:" + folder_.path().string(), "{}"), Delivery::Failed);
  const std::string pipe = path("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(delivered("file:" + pipe, "{}"), Delivery::Failed);
  folder_.write("victim", "");
  ASSERT_EQ(symlink(path("victim").c_str(), path("link").c_str()), 0);
  EXPECT_EQ(delivered("file:" + path("link"), "{}"), Delivery::Failed);
  EXPECT_EQ(text("victim"), "");
}

TEST_F(SinkTest, FilesOfOthersTakeNoRecords) {
  folder_.write("victim", "");
  ASSERT_EQ(::link(path("victim").c_str(), path("second").c_str()), 0);
  EXPECT_EQ(delivered("file:" + path("second"), "{}"), Delivery::Failed) << "it has another name, too";
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a file to another user";
  constexpr uid_t kUser = 1000;
  ASSERT_EQ(chmod(folder_.path().c_str(), 01777), 0);
  folder_.write("moved", "");
  ASSERT_EQ(chown(path("moved").c_str(), kUser, kUser), 0);
  for (const mode_t mode : {0666U, 0644U, 0620U}) {
    ASSERT_EQ(chmod(path("moved").c_str(), mode), 0);
    EXPECT_EQ(delivered("file:" + path("moved"), "{}", kUser), Delivery::Failed) << "others would read or write it";
  }
  EXPECT_EQ(text("moved"), "");
  ASSERT_EQ(chmod(path("moved").c_str(), 0600), 0);
  EXPECT_EQ(delivered("file:" + path("moved"), "{}", kUser), Delivery::Done);
  folder_.write("another", "");
  ASSERT_EQ(chown(path("another").c_str(), 1000, 1000), 0);
  EXPECT_EQ(delivered("file:" + path("another"), "{}"), Delivery::Failed);
  EXPECT_EQ(text("victim") + text("another"), "");
}

TEST_F(SinkTest, ASecondNameOfRootsFileSilencesNobody) {
  if (geteuid() != 0) GTEST_SKIP() << "only root has files of root";
  constexpr uid_t kUser = 1000;
  ASSERT_EQ(chmod(folder_.path().c_str(), 0755), 0);
  folder_.write("records", "");
  ASSERT_EQ(chmod(path("records").c_str(), 0666), 0);
  ASSERT_EQ(::link(path("records").c_str(), path("second").c_str()), 0) << "as whoever may write to it can";
  EXPECT_EQ(delivered("file:" + path("records"), "{}", kUser), Delivery::Done);
  EXPECT_EQ(text("records"), "{}\n");
}

TEST_F(SinkTest, ALineThatWasCutSpoilsNoOther) {
  folder_.write("records", "{1}\n{2");
  EXPECT_EQ(delivered("file:" + path("records"), "{3}"), Delivery::Done);
  EXPECT_EQ(text("records"), "{1}\n{2\n{3}\n");
}

TEST_F(SinkTest, SendsADatagramThatNobodyNeedsToRead) {
  const std::string place = path("socket");
  const int socket = ::socket(AF_UNIX, SOCK_DGRAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  place.copy(static_cast<char*>(address.sun_path), sizeof(address.sun_path) - 1);
  ASSERT_EQ(bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  EXPECT_EQ(delivered("socket:" + place, "{3}"), Delivery::Done);
  std::string got(100, ' ');
  got.resize(static_cast<std::size_t>(recv(socket, got.data(), got.size(), MSG_DONTWAIT)));
  EXPECT_EQ(got, "{3}");
  Delivery last = Delivery::Done;
  for (int i = 0; i < 2000 && last == Delivery::Done; ++i) last = delivered("socket:" + place, "{4}");
  EXPECT_EQ(last, Delivery::Failed) << "its queue is full";
  close(socket);
  EXPECT_EQ(delivered("socket:" + place, "{5}"), Delivery::Failed) << "nobody is there";
}

TEST_F(SinkTest, ObstaclesShowWithoutARecord) {
  EXPECT_EQ(obstacle_to_delivery("file:" + path("records.%u")), nullptr);
  EXPECT_STREQ(obstacle_to_delivery("file:/nowhere/records"), "No such file or directory");
  EXPECT_STREQ(obstacle_to_delivery("socket:/nowhere/socket"), "No such file or directory");
  EXPECT_NE(obstacle_to_delivery("file:" + folder_.path().string()), nullptr);
  EXPECT_EQ(delivered("file:" + path("records.%u"), "{}"), Delivery::Done);
  EXPECT_EQ(obstacle_to_delivery("file:" + path("records.%u")), nullptr);
}

TEST_F(SinkTest, LongLinesAreRefused) {
  EXPECT_EQ(delivered("file:" + path("records"), std::string(kLongestRecord, 'x')), Delivery::Failed);
  EXPECT_EQ(delivered("file:" + path("records"), std::string(kLongestRecord - 1, 'x')), Delivery::Done);
}

}  // namespace
}  // namespace topomorph::process
