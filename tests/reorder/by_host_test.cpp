// Tests of the agreement over PMIx: what the first process of each host finds and tells, on a board in memory.
#include "reorder/agreement/by_host.h"

#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "runtime/process/pmix.h"

namespace topomorph::process::pmix {
namespace {

/// The launcher's board. These functions take the place of all functions of runtime/process/pmix.cpp in this program: a
/// new one there must be added here.
struct Board {
  std::vector<std::string> hosts;  ///< by rank
  std::map<std::pair<std::uint32_t, std::string>, std::string> texts;
  std::uint32_t own = 0;            ///< the process that asks
  bool fence_brings_texts = false;  ///< those of other hosts come without a question to their servers
  bool tells_peers = true;
  std::vector<std::uint64_t> local_ranks;  ///< by rank; empty: the launcher does not tell
} board;

std::optional<FixedString> found(std::uint32_t rank, const char* key) {
  const auto place = board.texts.find({rank, key});
  return place == board.texts.end() ? std::nullopt : std::optional<FixedString>(place->second);
}

bool is_on_this_host(std::uint32_t rank) { return board.hosts.at(rank) == board.hosts.at(board.own); }

}  // namespace

CommitFunction next_commit(const void*) noexcept { return nullptr; }
bool open(const void*) noexcept { return false; }
bool is_open() noexcept { return false; }
std::string_view version() noexcept { return ""; }
std::uint32_t own_rank() noexcept { return board.own; }

std::optional<FixedString> text(std::uint32_t rank, const char* key, From) {
  if (key == std::string_view(kHostName)) return FixedString(board.hosts.at(rank));
  return is_on_this_host(rank) || board.fence_brings_texts ? found(rank, key) : std::nullopt;
}

std::optional<FixedString> awaited_text(std::uint32_t rank, const char* key, int) {
  return is_on_this_host(rank) ? found(rank, key) : std::nullopt;
}

std::optional<FixedString> text_from_afar(std::uint32_t rank, const char* key, int) { return found(rank, key); }
std::optional<FixedString> awaited_text_from_afar(std::uint32_t rank, const char* key, int) { return found(rank, key); }

OwnText local_peers() {
  std::string ranks;
  for (std::uint32_t rank = 0; rank < board.hosts.size(); ++rank) {
    if (is_on_this_host(rank)) ranks += (ranks.empty() ? "" : ",") + std::to_string(rank);
  }
  return OwnText(board.tells_peers ? strdup(ranks.c_str()) : nullptr);
}

std::optional<std::uint64_t> number(std::uint32_t rank, const char* key) {
  const bool is_known = rank < board.local_ranks.size() && key == std::string_view(kLocalRank);
  return is_known ? std::optional(board.local_ranks[rank]) : std::nullopt;
}

bool put_uncommitted(Scope, const char* key, std::string_view text) {
  board.texts[{board.own, key}] = text;
  return true;
}

bool put(Scope scope, const char* key, std::string_view text) { return put_uncommitted(scope, key, text); }

}  // namespace topomorph::process::pmix

namespace topomorph::reorder::agreement {
namespace {

using process::pmix::board;

constexpr const char* kRuns = "1,run,";
constexpr const char* kProfiles = "1,profile,";

/// Eight processes on three hosts: ranks 0 to 2, 3 and 4, 5 to 7. All leave the same card, which the fence does not
/// bring to other hosts.
class ByHost : public ::testing::Test {
 protected:
  ByHost() {
    board = {};
    board.hosts = {"n0", "n0", "n0", "n1", "n1", "n2", "n2", "n2"};
    board.local_ranks = {0, 1, 2, 0, 1, 0, 1, 2};
    for (std::uint32_t rank = 0; rank < kProcesses; ++rank) leave(rank, kRuns);
  }

  void leave(std::uint32_t rank, const char* card) {
    board.own = rank;
    cards_[rank] = card;
    leave_card(card);
  }

  void leave_none(std::uint32_t rank) { board.texts.erase({rank, "topomorph.card"}); }

  /// Has the first process of each host tell the others of its host, and other hosts. In a job they wait for each
  /// other's answers: here they ask twice.
  void search() {
    for (const std::uint32_t first : {0U, 3U, 5U, 0U, 3U, 5U}) ask(first);
  }

  Outcome ask(std::uint32_t rank) {
    board.own = rank;
    return ask_by_host(cards_[rank].c_str(), kProcesses, 1);
  }

  std::string why(std::uint32_t rank) { return std::string(ask(rank).why.text()); }

  static constexpr std::uint32_t kProcesses = 8;
  std::string cards_[kProcesses];
};

TEST_F(ByHost, AllAlikeAreFine) {
  for (const bool by_fence : {false, true}) {
    board.fence_brings_texts = by_fence;
    search();
    for (std::uint32_t rank = 0; rank < kProcesses; ++rank) {
      const Outcome outcome = ask(rank);
      EXPECT_EQ(outcome.why.text(), "") << rank;
      EXPECT_TRUE(outcome.everybody);
      EXPECT_FALSE(outcome.says);
      EXPECT_EQ(outcome.means, Means::Pmix);
    }
  }
}

TEST_F(ByHost, WhatAnotherHostFindsAmongItsOwnIsHeardOf) {
  leave(7, kProfiles);
  search();
  EXPECT_EQ(why(0), "rank 7 on host n2 has mode profile, rank 0 has mode run");
  EXPECT_EQ(why(2), why(0)) << "as its first process has found";
  EXPECT_EQ(why(3), "rank 7 on host n2 has mode profile, rank 3 has mode run");
  EXPECT_EQ(why(4), why(3));
  EXPECT_EQ(why(5), "rank 7 on host n2 has mode profile, rank 5 has mode run");
  EXPECT_EQ(why(7), "rank 5 on host n2 has mode run, rank 7 has mode profile");
}

TEST_F(ByHost, AProcessBehindTheFirstOfItsHostMayLackTheLibrary) {
  leave_none(4);
  search();
  EXPECT_EQ(why(0), "rank 4 on host n1 is without this library, or has it switched off");
  EXPECT_EQ(why(6), why(0));
}

TEST_F(ByHost, AFirstProcessMayDiffer) {
  leave(5, kProfiles);
  search();
  EXPECT_EQ(why(0), "rank 5 on host n2 has mode profile, rank 0 has mode run");
  leave(3, kProfiles);
  search();
  EXPECT_EQ(why(0), "rank 3 on host n1 has mode profile, rank 0 has mode run") << "the lowest";
}

TEST_F(ByHost, AFirstProcessMayEndBeforeItTells) {
  search();
  board.texts.erase({5, "topomorph.host"});
  EXPECT_EQ(why(3), "no answer from rank 5, the first process of its host");
  board.texts.erase({0, "topomorph.verdict"});
  EXPECT_EQ(why(1), "no answer from rank 0, the first process of its host");
}

TEST_F(ByHost, ByTheFenceTheFirstReadsAllCards) {
  board.fence_brings_texts = true;
  leave(7, kProfiles);
  search();
  EXPECT_EQ(why(0), "rank 7 on host n2 has mode profile, rank 0 has mode run");
  leave(4, kProfiles);
  search();
  EXPECT_EQ(why(0), "rank 4 on host n1 has mode profile, rank 0 has mode run") << "the lowest";
  leave(2, kProfiles);
  search();
  EXPECT_EQ(why(0), "rank 2 on host n0 has mode profile, rank 0 has mode run") << "of its own host";
}

TEST_F(ByHost, TheLowestRankWithACardSays) {
  for (const bool by_fence : {false, true}) {
    board.fence_brings_texts = by_fence;
    for (const std::uint32_t rank : {0U, 1U, 2U, 3U}) leave_none(rank);
    search();
    for (const std::uint32_t rank : {4U, 5U, 6U, 7U}) EXPECT_EQ(ask(rank).says, rank == 4) << rank;
    EXPECT_EQ(why(4), "rank 3 on host n1 is without this library, or has it switched off");
    EXPECT_EQ(why(7), "rank 0 on host n0 is without this library, or has it switched off");
  }
}

TEST_F(ByHost, TheFirstOfAHostIsWhoTheLauncherSays) {
  board.local_ranks = {0, 1, 2, 1, 0, 0, 1, 2};
  for (const std::uint32_t first : {0U, 4U, 5U, 0U, 4U, 5U}) ask(first);
  EXPECT_EQ(why(0), "");
  EXPECT_EQ(why(3), "") << "as rank 4 has found";
}

TEST_F(ByHost, WithoutLocalRanksEveryCardIsRead) {
  board.local_ranks = {};
  search();
  EXPECT_EQ(why(0), "");
  leave(7, kProfiles);
  search();
  EXPECT_EQ(why(0), "rank 7 on host n2 has mode profile, rank 0 has mode run");
  EXPECT_EQ(why(4), "rank 7 on host n2 has mode profile, rank 3 has mode run");
}

TEST_F(ByHost, ALauncherMayNotTellWhoIsHere) {
  board.tells_peers = false;
  EXPECT_EQ(why(3), "PMIx does not tell which processes are on this host");
}

}  // namespace
}  // namespace topomorph::reorder::agreement
