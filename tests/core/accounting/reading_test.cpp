// Files are read whatever their form and size, and damage in them is counted and named.
#include "core/accounting/reading.h"

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "core/base/error.h"
#include "tests/temporary_folder.h"

namespace topomorph::accounting {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

std::string record_of(const std::string& program, const std::string& more = "") {
  return R"({"topomorph":1,"program":")" + program + "\"" + more + "}";
}

std::string compressed(const std::string& text) {
  std::string result(ZSTD_compressBound(text.size()), '\0');
  result.resize(ZSTD_compress(result.data(), result.size(), text.data(), text.size(), 1));
  return result;
}

class RecordFiles : public ::testing::Test {
 protected:
  Reading read(const std::vector<std::string>& contents, const Period& period = {}) {
    std::vector<std::string> files;
    for (const std::string& content : contents) {
      files.push_back(folder_.write("records" + std::to_string(files.size()), content));
    }
    programs_.clear();
    return read_records(
        files, {period}, accounts_, [this](const JobRecord& record) { programs_.emplace_back(record.program); },
        [this](double share) { share_ = share; });
  }

  tests::TemporaryFolder folder_;
  Accounts accounts_;
  std::vector<std::string> programs_;
  double share_ = 0;
};

TEST_F(RecordFiles, AreReadInTheirOrder) {
  const Reading reading = read({record_of("a") + "\n\n" + record_of("b") + "\r\n", record_of("c")});
  EXPECT_THAT(programs_, ElementsAre("a", "b", "c"));
  EXPECT_EQ(reading.records, 3U);
  EXPECT_EQ(reading.lines, 3U);
  EXPECT_EQ(reading.damaged.count, 0U);
  EXPECT_EQ(share_, 1);
  EXPECT_FALSE(reading.first_end.has_value());
}

TEST_F(RecordFiles, DamageIsCountedAndTheFirstIsNamed) {
  const Reading reading = read({record_of("a") + "\nsomebody else\n" + record_of("b", ",\"hosts\":0") + "\n" +
                                record_of("c").substr(0, 20) + "\n" + record_of("d") + "\n"});
  EXPECT_THAT(programs_, ElementsAre("a", "d"));
  EXPECT_EQ(reading.damaged.count, 2U);
  EXPECT_THAT(reading.damaged.first, EndsWith("records0:3: hosts: found 0, expected a number from 1 to 1e+09"));
  EXPECT_EQ(reading.foreign.count, 1U);
  EXPECT_THAT(reading.foreign.first, EndsWith("records0:2"));
  EXPECT_EQ(reading.lines, 5U);
}

TEST_F(RecordFiles, ALineWithoutEndTakesNoMemory) {
  const std::string longest = record_of("a", ",\"more\":\"" + std::string(kLongestRecord - 50, 'x') + "\"");
  ASSERT_LE(longest.size(), kLongestRecord);
  const Reading reading = read({longest + "\n" + std::string(3 * kLongestRecord, '\0') + "\n" + record_of("b") + "\n" +
                                record_of("c", std::string(8 * kLongestRecord, ' '))});
  EXPECT_THAT(programs_, ElementsAre("a", "b"));
  EXPECT_EQ(reading.damaged.count, 2U);
  EXPECT_THAT(reading.damaged.first, EndsWith("records0:2: found a line of more than 65536 bytes"));
}

TEST_F(RecordFiles, ManyLinesAreEachReadOnce) {
  std::string text;
  std::vector<std::string> expected;
  for (int i = 0; i < 20'000; ++i) {
    expected.push_back("program" + std::to_string(i));
    text +=
        record_of(expected.back(), ",\"user\":\"" + std::string(static_cast<std::size_t>(i % 300), 'u') + "\"") + "\n";
  }
  ASSERT_GT(text.size(), 1U << 21);
  read({text});
  EXPECT_EQ(programs_, expected);
  read({compressed(text)});
  EXPECT_EQ(programs_, expected);
}

TEST_F(RecordFiles, ACompressedFileMayHaveSeveralFrames) {
  const Reading reading =
      read({compressed(record_of("a") + "\n" + record_of("b").substr(0, 9)) +
            compressed(record_of("b").substr(9) + "\n") + compressed("") + compressed(record_of("c"))});
  EXPECT_THAT(programs_, ElementsAre("a", "b", "c"));
  EXPECT_EQ(reading.damaged.count, 0U);
}

TEST_F(RecordFiles, ACompressedFileMayBeginWithOtherData) {
  const std::string other("\x5e\x2a\x4d\x18\x03\0\0\0abc", 11);
  read({other + compressed(record_of("a"))});
  EXPECT_THAT(programs_, ElementsAre("a"));
}

TEST_F(RecordFiles, ADamagedFrameEndsItsFileOnly) {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += record_of("p" + std::to_string(i)) + "\n";
  const std::string whole = compressed(text);
  const Reading cut = read({whole.substr(0, whole.size() / 2), record_of("last")});
  EXPECT_GT(cut.records, 1U);
  EXPECT_EQ(programs_.back(), "last");
  EXPECT_THAT(cut.damaged.first,
              EndsWith("records0: is damaged: found the end of the file, expected the rest of a zstd frame"));
  std::string changed = whole;
  changed.replace(whole.size() / 2, 200, std::string(200, 'x'));
  const Reading damaged = read({changed, record_of("last")});
  EXPECT_EQ(programs_.back(), "last");
  EXPECT_THAT(damaged.damaged.first, HasSubstr("records0: is damaged: zstd says: "));
}

TEST_F(RecordFiles, ThePeriodIsThatOfTheEnds) {
  const Reading reading =
      read({record_of("a", ",\"end\":99.9") + "\n" + record_of("b", ",\"end\":100") + "\n" +
            record_of("c", ",\"end\":199.5") + "\n" + record_of("d", ",\"end\":200") + "\n" + record_of("e")},
           {100, 200});
  EXPECT_THAT(programs_, ElementsAre("b", "c"));
  EXPECT_EQ(reading.outside, 2U);
  EXPECT_EQ(reading.undated, 1U);
  EXPECT_EQ(reading.first_end, 100);
  EXPECT_EQ(reading.last_end, 199);
}

TEST_F(RecordFiles, WhatCannotBeOpenedIsAnErrorBeforeAnyIsRead) {
  const std::string good = folder_.write("good", record_of("a")), pipe = folder_.file("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& bad :
       {folder_.file("missing"), pipe, std::string("/dev/zero"), std::string("/dev/fd/987654")}) {
    bool is_used = false;
    const auto use = [&](const JobRecord&) { is_used = true; };
    EXPECT_THROW(read_records(std::vector{good, bad}, {}, accounts_, use), InputError) << bad;
    EXPECT_FALSE(is_used) << bad;
  }
}

TEST_F(RecordFiles, APipeOfThisProcessIsRead) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string text = record_of("a") + "\n";
  ASSERT_EQ(write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  close(ends[1]);
  const auto use = [this](const JobRecord& record) { programs_.emplace_back(record.program); };
  read_records(std::vector{"/proc/self/fd/" + std::to_string(ends[0])}, {}, accounts_, use);
  close(ends[0]);
  EXPECT_THAT(programs_, ElementsAre("a"));
}

TEST_F(RecordFiles, OfAFolderTheRegularOnesAreRead) {
  folder_.write("b.jsonl", record_of("b"));
  folder_.write("a.jsonl.zst", compressed(record_of("a")));
  folder_.write("other.txt", record_of("other"));
  std::filesystem::create_symlink("b.jsonl", folder_.file("link.jsonl"));
  std::filesystem::create_directory(folder_.file("folder.jsonl"));
  ASSERT_EQ(mkfifo(folder_.file("pipe.jsonl").c_str(), 0600), 0);
  const auto use = [this](const JobRecord& record) { programs_.emplace_back(record.program); };
  const Reading reading =
      read_records(std::vector{folder_.path().string()}, {}, accounts_, use, [this](double share) { share_ = share; });
  EXPECT_THAT(programs_, ElementsAre("a", "b"));
  EXPECT_EQ(reading.skipped.count, 4U);
  EXPECT_THAT(reading.skipped.first, EndsWith("/folder.jsonl: is no regular file *.jsonl or *.jsonl.zst"));
  EXPECT_EQ(share_, 1);
}

TEST_F(RecordFiles, OfAFolderWhatCannotBeReadIsSkipped) {
  folder_.write("b.jsonl", record_of("b"));
  const std::string leased = folder_.write("a.jsonl", record_of("a"));
  const int descriptor = open(leased.c_str(), O_RDWR | O_CLOEXEC);
  const auto before = std::signal(SIGIO, SIG_IGN);  // who opens the file asks its owner to give it back
  const bool is_leased = fcntl(descriptor, F_SETLEASE, F_WRLCK) == 0;
  const auto use = [this](const JobRecord& record) { programs_.emplace_back(record.program); };
  const Reading reading = read_records(std::vector{folder_.path().string()}, {}, accounts_, use);
  close(descriptor);
  std::signal(SIGIO, before);
  if (!is_leased) GTEST_SKIP() << "no leases on this file system";
  EXPECT_THAT(programs_, ElementsAre("b"));
  EXPECT_EQ(reading.skipped.count, 1U);
  EXPECT_THAT(reading.skipped.first, HasSubstr("/a.jsonl: cannot be read: "));
}

TEST_F(RecordFiles, AnEmptyFileHasNoRecords) {
  const Reading reading = read({"", "\n"});
  EXPECT_EQ(reading.records, 0U);
  EXPECT_EQ(reading.lines, 0U);
}

}  // namespace
}  // namespace topomorph::accounting
