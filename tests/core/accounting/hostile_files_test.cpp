// What users put into files of records takes bounded time and memory, and is named.
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/inotify.h>
#include <unistd.h>
#include <zstd.h>

#include "core/accounting/reading.h"
#include "core/base/descriptor.h"
#include "core/base/error.h"
#include "tests/temporary_folder.h"

namespace topomorph::accounting {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::uint32_t kDaemonUser = 1;
constexpr std::uint64_t kTerabyte = 1'000'000'000'000;

std::string line_of(const std::string& program, const std::string& more = "") {
  return R"({"topomorph":1,"program":")" + program + "\"" + more + "}\n";
}

/// A zstd file whose text is `text` so many times, as one frame.
std::string bomb(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  std::string result(ZSTD_compressBound(all.size()), '\0');
  result.resize(ZSTD_compress(result.data(), result.size(), all.data(), all.size(), 1));
  return result;
}

class HostileFiles : public ::testing::Test {
 protected:
  /// Writes a file of another user. Only root can.
  std::string foreign(const std::string& name, const std::string& content) {
    std::string path = folder_.write(name, content);
    is_foreign_ = chown(path.c_str(), kDaemonUser, kDaemonUser) == 0;
    return path;
  }

  Reading read(const std::vector<std::string>& files, const ReadingOptions& options = {}) {
    programs_.clear();
    users_.clear();
    return read_records(files, options, accounts_, [this](const JobRecord& record) {
      programs_.emplace_back(record.program);
      users_.emplace_back(record.user);
    });
  }

  const Account& daemon() {
    FileStatus file;
    file.user = kDaemonUser;
    file.is_regular = true;
    return *accounts_.owner_of(file).account;
  }

  void limit_bytes(std::uint64_t bytes) {
    Limits limits;
    limits.most_bytes = bytes;
    accounts_ = Accounts({}, limits);
  }

  tests::TemporaryFolder folder_;
  Accounts accounts_;
  std::vector<std::string> programs_, users_;
  bool is_foreign_ = false;
};

#define SKIP_UNLESS_FOREIGN() \
  if (!is_foreign_) GTEST_SKIP() << "only root can make files of other users"

TEST_F(HostileFiles, AHoleOfATerabyteIsSkipped) {
  const std::string path = folder_.write("holes", line_of("a") + R"({"topomorph":1,"program")");
  ASSERT_EQ(truncate(path.c_str(), kTerabyte), 0);
  const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  const std::string text = line_of("b");
  ASSERT_EQ(pwrite(file, text.data(), text.size(), kTerabyte), static_cast<ssize_t>(text.size()));
  ASSERT_EQ(ftruncate(file, 2 * kTerabyte), 0);
  close(file);
  const Reading reading = read({path});
  EXPECT_THAT(programs_, ElementsAre("a", "b"));
  EXPECT_EQ(reading.damaged.count, 1U);  // the line in front of the hole ends there
  EXPECT_THAT(reading.damaged.first, HasSubstr("holes:2: found "));
  EXPECT_LT(reading.bytes, 100'000U);
  ASSERT_EQ(accounts_.in_trouble().size(), 1U);
  EXPECT_EQ(accounts_.in_trouble()[0]->holes.count, 1U);
  EXPECT_THAT(accounts_.in_trouble()[0]->holes.first, EndsWith("holes: 2 TB of it were never written"));
}

TEST_F(HostileFiles, AHoleWithinAFrameEndsItsFile) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += line_of("p" + std::to_string(i * 7919 % 100'003));
  std::string frames = bomb(text, 1);
  ASSERT_GT(frames.size(), 100'000U);
  const std::string path = folder_.write("a.zst", frames.substr(0, 65'536));
  ASSERT_EQ(truncate(path.c_str(), kTerabyte), 0);
  const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  ASSERT_EQ(pwrite(file, frames.data(), 1000, kTerabyte), 1000);
  close(file);
  const Reading reading = read({path, folder_.write("b", line_of("last"))});
  EXPECT_EQ(programs_.back(), "last");
  EXPECT_THAT(reading.damaged.first, HasSubstr("is damaged: found a part that was never written"));
}

TEST_F(HostileFiles, WhatUnpacksToAThousandTimesItsSizeIsCut) {
  const std::string path = foreign("bomb.zst", bomb(std::string(1000, 'x') + "\n", 200'000));
  SKIP_UNLESS_FOREIGN();
  ASSERT_LT(std::filesystem::file_size(path), 100'000U);
  const Reading reading = read({path, folder_.write("b", line_of("last"))});
  EXPECT_THAT(programs_, ElementsAre("last"));
  EXPECT_LT(reading.lines, 2 * kFreeText / 1000);
  EXPECT_EQ(daemon().excess.count, 1U);
  EXPECT_THAT(daemon().excess.first, HasSubstr("bomb.zst: "));
  EXPECT_THAT(daemon().excess.first, EndsWith(" of it unpack to more than 1000 times as much"));
}

TEST_F(HostileFiles, WhatIsBelievedMayUnpackToMuch) {
  const Reading reading =
      read({folder_.write("many.zst", bomb("\n" + std::string(1000, ' ') + line_of("a"), 100'000))});
  EXPECT_EQ(reading.records, 100'000U);
  EXPECT_THAT(accounts_.in_trouble(), IsEmpty());
}

TEST_F(HostileFiles, OfAnOwnerSoMuchTextIsRead) {
  limit_bytes(1'000'000);
  std::string text;
  for (int i = 0; i < 30'000; ++i) text += line_of("p");
  const std::vector<std::string> files = {foreign("a", text), foreign("b", text), folder_.write("c", line_of("last"))};
  SKIP_UNLESS_FOREIGN();
  const Reading reading = read(files);
  EXPECT_EQ(programs_.back(), "last");
  EXPECT_LT(reading.records, 15'000U);  // 256 bytes a line at least, and what was read with the last of it
  EXPECT_EQ(daemon().excess.count, 2U);
  EXPECT_THAT(daemon().excess.first,
              EndsWith("/a: with this file its owner has more than 1 MB of text (--max-megabytes)"));
}

TEST_F(HostileFiles, EmptyLinesAndFilesCostTheirOwnerToo) {
  limit_bytes(1'000'000);
  const std::vector<std::string> lines = {foreign("a", std::string(200'000, '\n')), foreign("b", line_of("late"))};
  SKIP_UNLESS_FOREIGN();
  read(lines);
  EXPECT_THAT(programs_, IsEmpty());
  EXPECT_EQ(daemon().excess.count, 2U);
  limit_bytes(50'000);
  std::vector<std::string> files;
  for (int i = 0; i < 20; ++i) files.push_back(foreign("empty" + std::to_string(i), ""));
  files.push_back(foreign("z", line_of("late")));
  read(files);
  EXPECT_THAT(programs_, IsEmpty());
}

TEST_F(HostileFiles, WhenAnOwnersQuotaIsUsedUpHisFilesAreNotOpened) {
  limit_bytes(10'000);
  for (const char* name : {"a.jsonl", "b.jsonl"}) {
    foreign(name, line_of("/p") + std::string(20'000, '\n'));
    if (!is_foreign_) GTEST_SKIP() << "only root can give files away";
  }
  const Descriptor watch(inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  ASSERT_GE(inotify_add_watch(watch.get(), folder_.file("b.jsonl").c_str(), IN_OPEN), 0);
  EXPECT_THAT(read({folder_.path().string()}).records, 1);
  std::array<char, 4096> event{};
  EXPECT_LT(::read(watch.get(), event.data(), event.size()), 0) << "b.jsonl was opened";
  EXPECT_EQ(daemon().excess.count, 2u);
}

TEST_F(HostileFiles, AFolderThatIsExchangedIsReadAsItWas) {
  namespace fs = std::filesystem;
  for (const char* name : {"box", "secret"}) fs::create_directory(folder_.path() / name);
  folder_.write("box/a.jsonl", line_of("/a"));
  folder_.write("box/b.jsonl", line_of("/b"));
  folder_.write("secret/b.jsonl", line_of("/secret"));
  std::vector<std::string> programs;
  read_records(std::vector{folder_.file("box")}, {}, accounts_, [&](const JobRecord& record) {
    programs.emplace_back(record.program);
    if (programs.size() > 1) return;
    fs::rename(folder_.path() / "box", folder_.path() / "away");
    fs::create_symlink(folder_.path() / "secret", folder_.path() / "box");
  });
  EXPECT_THAT(programs, ElementsAre("/a", "/b"));
}

TEST_F(HostileFiles, AFileIsReadOnceWhateverItsNames) {
  const std::string path = folder_.write("a.jsonl", line_of("a", R"(,"user":"ann")"));
  std::filesystem::create_hard_link(path, folder_.file("b.jsonl"));
  const Reading reading = read({folder_.path().string(), path});
  EXPECT_THAT(programs_, ElementsAre("a"));
  EXPECT_EQ(reading.skipped.count, 2U);
  EXPECT_THAT(reading.skipped.first, EndsWith("b.jsonl: is the same file as one before"));
  EXPECT_THAT(users_, ElementsAre(""));  // of two names, one may be a user's link
  std::filesystem::remove(folder_.file("b.jsonl"));
  read({folder_.path().string()});
  EXPECT_THAT(users_, ElementsAre("ann"));
}

TEST_F(HostileFiles, TheOwnerIsTheUserOfItsRecords) {
  const std::vector<std::string> files = {foreign("a", line_of("a", R"(,"user":"root")")),
                                          folder_.write("b", line_of("b", R"(,"user":"ann")"))};
  SKIP_UNLESS_FOREIGN();
  const Reading reading = read(files);
  EXPECT_THAT(users_, ElementsAre("daemon", "ann"));
  EXPECT_EQ(daemon().disputed.count, 1U);
  EXPECT_EQ(reading.records, 2U);
}

TEST_F(HostileFiles, ACollectorsMarkTellsTheSender) {
  const std::string object = line_of("a", R"(,"user":"ann")");
  const std::string path = folder_.write("log", "Nov 26 n0 _UID=1 tag: _UID=0 " + object + "Nov 26 n0 tag: " + object +
                                                    "Nov 26 n0 _UID=99999999999 tag: " + object + object);
  ReadingOptions options;
  options.sender_mark = "_UID=";
  EXPECT_EQ(read({path}, options).relayed, 0U);
  EXPECT_THAT(users_, ElementsAre("daemon", "", "", "ann"));
  EXPECT_EQ(daemon().disputed.count, 1U);
  EXPECT_EQ(read({path}).relayed, 3U);
  EXPECT_THAT(users_, ElementsAre("ann", "ann", "ann", "ann"));
}

TEST_F(HostileFiles, ImpossibleRecordsAreLeftOutAndCounted) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += line_of("forged" + std::to_string(i), R"(,"hosts":1e9,"seconds":1e10)");
  const Reading reading = read({folder_.write("a", text + line_of("real", R"(,"hosts":2,"end":9)"))});
  EXPECT_THAT(programs_, ElementsAre("real"));
  EXPECT_EQ(reading.impossible, 100U);
  EXPECT_EQ(reading.records, 1U);
  EXPECT_EQ(accounts_.in_trouble().at(0)->impossible.count, 100U);
}

TEST_F(HostileFiles, WhereNamesAreHiddenNothingQuotesARecordOrAPath) {
  const std::string secret = R"({"topomorph":1,"program":"/home/ann","hosts":12secret})"
                             "\n";
  folder_.write("ann.jsonl", secret + "ann secret\n" + line_of("a", R"(,"user":"ann","hosts":1e9)"));
  folder_.write("ann.jsonl.zst", bomb(line_of("a"), 5000).substr(0, 40));
  folder_.write("ann.txt", "");
  ReadingOptions options;
  options.naming = Naming::Hidden;
  const Reading reading = read({folder_.path().string()}, options);
  EXPECT_EQ(reading.damaged.count, 2U);
  EXPECT_EQ(reading.damaged.first, "file 1:1");
  EXPECT_EQ(reading.foreign.first, "file 1:2");
  EXPECT_EQ(reading.skipped.first, "operand 1: is no regular file *.jsonl or *.jsonl.zst");
  EXPECT_EQ(accounts_.in_trouble().at(0)->impossible.first, "file 1:3");
  EXPECT_THAT(read({folder_.file("ann.jsonl.zst")}, options).damaged.first, HasSubstr("file 1: is damaged: "));
  try {
    read({folder_.file("ann.jsonl"), folder_.file("no ann")}, options);
    FAIL() << "the second operand is missing";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "operand 2: cannot be read: No such file or directory");
  }
}

}  // namespace
}  // namespace topomorph::accounting
