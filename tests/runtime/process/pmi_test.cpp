// Tests of the conversation with a launcher, which is played here: one that answers as it should, and others.
#include "runtime/process/pmi.h"

#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "runtime/process/pmi_relay.h"

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

  /// What the MPI library asks, and the line that it reads; empty at the end.
  void ask(std::string_view question) const {
    ASSERT_EQ(send(ends_[0], question.data(), question.size(), MSG_NOSIGNAL), static_cast<ssize_t>(question.size()));
  }
  std::string answer() const {
    std::string line;
    for (char c = 0; c != '\n' && recv(ends_[0], &c, 1, 0) == 1;) line += c;
    return line;
  }

  /// The launcher goes away.
  void shut() const { shutdown(ends_[1], SHUT_RDWR); }

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

TEST_F(Launcher, IsToldByItsVariables) {
  EXPECT_EQ(pmi::launcher(), pmi::Launcher::Hydra);
  setenv("PMI_SIZE", "1", 1);
  EXPECT_EQ(pmi::launcher(), pmi::Launcher::Other);
  setenv("PMI_SIZE", std::to_string(pmi::kMostProcesses + 1).c_str(), 1);
  EXPECT_EQ(pmi::launcher(), pmi::Launcher::Other);
  setenv("PMI_SIZE", "4", 1);
  setenv("PMI_JOBID", "12.0", 1);
  EXPECT_EQ(pmi::launcher(), pmi::Launcher::Slurm);
  unsetenv("PMI_JOBID");
  unsetenv("MPI_LOCALRANKID");
  EXPECT_EQ(pmi::launcher(), pmi::Launcher::Other);
}

TEST_F(Launcher, AConversationIsJoinedBehindTheGreetingOfTheMpiLibrary) {
  answers({kGreeting, kName, "cmd=put_result rc=0\n"});
  ask("cmd=init pmi_version=1 pmi_subversion=1\n");
  EXPECT_EQ(pmi::join(*pmi::descriptor(), kSeconds).text(), kGreeting.substr(0, kGreeting.size() - 1));
  EXPECT_TRUE(pmi::put("card", "text"));
}

TEST_F(Launcher, AConversationInPmi2IsLeftAlone) {
  answers({"    40cmd=fullinit-response;rc=0;pmi-version=2;"});
  ask("    27cmd=fullinit;pmijobid=7.0;\n");
  EXPECT_TRUE(pmi::join(*pmi::descriptor(), kSeconds).empty());
  EXPECT_FALSE(pmi::is_open());
  end();
  EXPECT_EQ(left(), "    40cmd=fullinit-response;rc=0;pmi-version=2;");
}

void put_a_card() { pmi::put("card", "text"); }

TEST_F(Launcher, TheRelayPutsACardAndTheMpiLibraryHearsItsOwnAnswersOnly) {
  const std::string maxes = "cmd=maxes rc=0 kvsname_max=256 keylen_max=64 vallen_max=1024\n";
  answers({kGreeting, kName, "cmd=put_result rc=0\n", maxes, "cmd=get_result rc=0 value=text\n",
           "cmd=finalize_ack rc=0\n"});
  ASSERT_TRUE(pmi::begin_relay(kSeconds, put_a_card));
  ask("cmd=init pmi_version=1 pmi_subversion=1\n");
  EXPECT_EQ(answer(), kGreeting);
  ask("cmd=get_maxes\n");
  EXPECT_EQ(answer(), maxes);
  EXPECT_TRUE(pmi::end_relay());
  EXPECT_EQ(pmi::text("card").value_or("").text(), "text");
  ask("cmd=finalize\n");
  EXPECT_EQ(answer(), "cmd=finalize_ack rc=0\n");
  end();
  EXPECT_EQ(heard_,
            "cmd=init pmi_version=1 pmi_subversion=1\ncmd=get_my_kvsname\ncmd=put kvsname=kvs_1 key=card value=text\n"
            "cmd=get_maxes\ncmd=get kvsname=kvs_1 key=card\ncmd=finalize\n");
}

TEST_F(Launcher, TheRelayPassesOnWhatItDoesNotKnow) {
  answers({"    40cmd=fullinit-response;rc=0;pmi-version=2;\n", "    20cmd=job-getid-resp\n"});
  ASSERT_TRUE(pmi::begin_relay(kSeconds, put_a_card));
  ask("    27cmd=fullinit;pmijobid=7.0;\n");
  EXPECT_EQ(answer(), "    40cmd=fullinit-response;rc=0;pmi-version=2;\n");
  ask("    12cmd=job-getid\n");
  EXPECT_EQ(answer(), "    20cmd=job-getid-resp\n");
  EXPECT_FALSE(pmi::end_relay());
  EXPECT_FALSE(pmi::is_open());
}

TEST_F(Launcher, TheRelayEndsWhereNothingIsSaid) {
  ASSERT_TRUE(pmi::begin_relay(kSeconds, put_a_card));
  EXPECT_FALSE(pmi::end_relay());
}

TEST_F(Launcher, TheMpiLibrarySeesTheEndOfTheLauncherThroughTheRelay) {
  ASSERT_TRUE(pmi::begin_relay(kSeconds, put_a_card));
  shut();
  EXPECT_EQ(answer(), "");
  EXPECT_FALSE(pmi::end_relay());
}

TEST_F(Launcher, ThereIsNoRelayWithoutASocket) {
  setenv("PMI_FD", "999999", 1);
  EXPECT_FALSE(pmi::begin_relay(kSeconds, put_a_card));
  int pipes[2];
  ASSERT_EQ(pipe(pipes), 0);
  setenv("PMI_FD", std::to_string(pipes[0]).c_str(), 1);
  EXPECT_FALSE(pmi::begin_relay(kSeconds, put_a_card));
  close(pipes[0]);
  close(pipes[1]);
}

}  // namespace
}  // namespace topomorph::process
