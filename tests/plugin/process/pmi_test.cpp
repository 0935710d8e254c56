// Tests of the conversation with a launcher, which is played here: one that answers as it should, and others.
#include "plugin/process/pmi.h"

#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

namespace topomorph::process {
namespace {

/// Answers line by line, and keeps the questions.
class Launcher : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends_), 0);
    setenv("PMI_FD", std::to_string(ends_[0]).c_str(), 1);
    for (const auto& [name, value] : {std::pair("PMI_RANK", "1"), {"PMI_SIZE", "4"}, {"MPI_LOCALRANKID", "0"}}) {
      setenv(name, value, 1);
    }
    unsetenv("PMI_JOBID");
  }
  void TearDown() override {
    shutdown(ends_[0], SHUT_RDWR);
    if (thread_.joinable()) thread_.join();
    close(ends_[0]);
    close(ends_[1]);
    for (const char* const name : {"PMI_FD", "PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "PMI_JOBID"}) unsetenv(name);
  }

  void answers(std::vector<std::string> lines) {
    thread_ = std::thread([this, lines = std::move(lines)] {
      for (const std::string& line : lines) {
        if (!hear()) return;
        for (const char c : line) ASSERT_EQ(write(ends_[1], &c, 1), 1);  // in pieces, as streams may deliver them
      }
    });
  }

  /// What the MPI library would read next.
  std::string left() const {
    std::string text(4096, '\0');
    const ssize_t bytes = recv(ends_[0], text.data(), text.size(), MSG_DONTWAIT);
    return text.substr(0, bytes < 0 ? 0 : static_cast<std::size_t>(bytes));
  }

  void end() {
    thread_.join();
    thread_ = std::thread();
  }

  std::string heard_;

 private:
  bool hear() {
    for (char c = 0; c != '\n'; heard_ += c) {
      if (read(ends_[1], &c, 1) != 1) return false;
    }
    return true;
  }

  int ends_[2] = {-1, -1};
  std::thread thread_;
};

constexpr double kSeconds = 20;
const std::string kGreeting = "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n";
const std::string kName = "cmd=my_kvsname kvsname=kvs_1\n";

TEST_F(Launcher, CardsGoAndCome) {
  answers({kGreeting, kName, "cmd=put_result rc=0 msg=success\n", "cmd=get_result rc=0 msg=success value=a%20b%0Ac\n",
           "cmd=get_result rc=-1 msg=key_x_not_found value=unknown\n"});
  ASSERT_TRUE(pmi::open(kSeconds));
  EXPECT_TRUE(pmi::put("card", "a b\nc"));
  EXPECT_EQ(pmi::text("card").value_or("").text(), "a b\nc");
  EXPECT_FALSE(pmi::text("x"));
  EXPECT_TRUE(pmi::is_open());
  end();
  EXPECT_EQ(
      heard_,
      "cmd=init pmi_version=1 pmi_subversion=1\ncmd=get_my_kvsname\n"
      "cmd=put kvsname=kvs_1 key=card value=a%20b%0Ac\ncmd=get kvsname=kvs_1 key=card\ncmd=get kvsname=kvs_1 key=x\n");
}

TEST_F(Launcher, TellsTheProgram) {
  answers({kGreeting, kName, "cmd=appnum appnum=3\n"});
  ASSERT_TRUE(pmi::open(kSeconds));
  EXPECT_EQ(pmi::program(), 3U);
}

TEST_F(Launcher, AnUnexpectedAnswerIsLeftToTheMpiLibraryAndNothingIsAskedAnyMore) {
  answers({"cmd=unknown rc=0\n"});
  EXPECT_FALSE(pmi::open(kSeconds));
  end();
  EXPECT_EQ(left(), "cmd=unknown rc=0\n");
  EXPECT_FALSE(pmi::put("card", "text"));
  EXPECT_FALSE(pmi::text("card"));
}

TEST_F(Launcher, NothingBehindTheAnswerIsTaken) {
  answers({kGreeting, kName + "cmd=barrier_out\n"});
  EXPECT_TRUE(pmi::open(kSeconds));
  end();
  EXPECT_EQ(left(), "cmd=barrier_out\n");
}

TEST_F(Launcher, ARefusalIsOne) {
  answers({"cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=-1\n"});
  EXPECT_FALSE(pmi::open(kSeconds));
}

TEST_F(Launcher, SilenceHasALimit) { EXPECT_FALSE(pmi::open(0.05)); }

TEST_F(Launcher, HalfALineHasALimit) {
  answers({"cmd=response_to_init pmi_ver"});
  EXPECT_FALSE(pmi::open(0.2));
}

TEST_F(Launcher, AClosedDescriptorIsNoBoard) {
  answers({});
  setenv("PMI_FD", "999999", 1);
  EXPECT_FALSE(pmi::open(kSeconds));
}

TEST_F(Launcher, WhatDoesNotFitIsNotPut) {
  answers({kGreeting, kName});
  ASSERT_TRUE(pmi::open(kSeconds));
  EXPECT_FALSE(pmi::put("card", std::string(400, ' ')));
  EXPECT_TRUE(pmi::is_open());
}

TEST_F(Launcher, OnlyHydraIsSpokenTo) {
  EXPECT_TRUE(pmi::is_offered());
  setenv("PMI_SIZE", "1", 1);
  EXPECT_FALSE(pmi::is_offered());
  setenv("PMI_SIZE", std::to_string(pmi::kMostProcesses + 1).c_str(), 1);
  EXPECT_FALSE(pmi::is_offered());
  setenv("PMI_SIZE", "4", 1);
  setenv("PMI_JOBID", "12.0", 1);  // srun --mpi=pmi2
  EXPECT_FALSE(pmi::is_offered());
  unsetenv("PMI_JOBID");
  unsetenv("MPI_LOCALRANKID");
  EXPECT_FALSE(pmi::is_offered());
}

}  // namespace
}  // namespace topomorph::process
