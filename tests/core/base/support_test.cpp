// Numbers in text, lines of files, files that appear complete or not at all.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <thread>

#include <sys/stat.h>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/median.h"
#include "core/base/number.h"
#include "core/base/process.h"
#include "core/base/text.h"
#include "tests/core/testing.h"

namespace topomorph {
namespace {

using ::testing::ElementsAre;
using testing::read_file;
using testing::TemporaryFolder;

TEST(Number, CountsAreDigitsOnly) {
  EXPECT_EQ(parse_count("18446744073709551615"), 18446744073709551615U);
  for (const char* bad : {"", "+1", "-1", " 1", "1 ", "0x1", "1.0", "18446744073709551616"})
    EXPECT_FALSE(parse_count(bad)) << bad;
}

TEST(Number, VolumesMayBeReal) {
  EXPECT_EQ(parse_volume("2.5e3"), 2500U);
  EXPECT_EQ(parse_volume("0.5"), std::nullopt);
  EXPECT_EQ(parse_volume("-0.0"), 0U);
  for (const char* bad : {"", "nan", "inf", "-1", "1e20", "1e9999", "1,5"}) EXPECT_FALSE(parse_volume(bad)) << bad;
}

std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> lines;
  LineReader reader(path);
  while (const auto line = reader.next()) lines.emplace_back(*line);
  EXPECT_EQ(reader.line(), lines.size());
  return lines;
}

TEST(InputError, IsNotCutOffByAZeroByte) {
  const std::string found("\0x", 2);
  EXPECT_STREQ(InputError("found \"" + found + "\", expected a number").what(), "found \"?x\", expected a number");
  EXPECT_STREQ(InputError(found, 3, "is no file").what(), "?x:3: is no file");
}

TEST(LineReader, KnowsEveryLineEnd) {
  const TemporaryFolder folder;
  EXPECT_THAT(lines_of(folder.write("a", "one\r\n\ntwo\nthree")), ElementsAre("one", "", "two", "three"));
  EXPECT_THAT(lines_of(folder.write("b", "")), ElementsAre());
  EXPECT_THAT(lines_of(folder.write("c", "\n")), ElementsAre(""));
}

TEST(LineReader, KnowsMixedLineEnds) {
  const TemporaryFolder folder;
  EXPECT_THAT(lines_of(folder.write("a", "one\rtwo\r\n\rthree\nfour\r\r\nfive\r")),
              ElementsAre("one", "two", "", "three", "four", "five"));
  EXPECT_THAT(lines_of(folder.write("b", "one\rtwo\r\rthree")), ElementsAre("one", "two", "", "three"));
  const std::string big(700000, 'x');
  EXPECT_THAT(lines_of(folder.write("c", big + "\r" + big + "\n3")), ElementsAre(big, big, "3"));
}

TEST(LineReader, LeavesOutAByteOrderMark) {
  const TemporaryFolder folder;
  EXPECT_THAT(lines_of(folder.write("a",
                                    "\xef\xbb\xbf"
                                    "one\n\xef\xbb\xbftwo")),
              ElementsAre("one", "\xef\xbb\xbftwo"));
  EXPECT_INPUT_ERROR(lines_of(folder.write("b", std::string("\xff\xfeo\0", 4))), "b:1: found text in UTF-16, expected");
}

TEST(LineReader, TellsWhetherTheLastLineHasAnEnd) {
  const TemporaryFolder folder;
  for (const char* text : {"one\ntwo", "one\ntwo\n", "one\rtwo", "one\ntwo\r"}) {
    LineReader reader(folder.write("a", text));
    reader.next();
    EXPECT_FALSE(reader.ends_without_newline()) << "in front of another line";
    reader.next();
    EXPECT_EQ(reader.ends_without_newline(), std::string_view(text).ends_with('o'));
  }
}

TEST(LineReader, ReadsLinesLongerThanItsBuffer) {
  const TemporaryFolder folder;
  const std::string big(700000, 'x');
  EXPECT_THAT(lines_of(folder.write("a", "1\n" + big + "\n" + big + "2\n3")), ElementsAre("1", big, big + "2", "3"));
}

TEST(LineReader, RefusesFolders) {
  const TemporaryFolder folder;
  EXPECT_INPUT_ERROR(lines_of(folder.path()), "cannot be read: Is a directory");
}

TEST(LineReader, RefusesDevices) { EXPECT_INPUT_ERROR(lines_of("/dev/zero"), "/dev/zero: is no regular file"); }

TEST(LineReader, RefusesWhatIsTooLarge) {
  const TemporaryFolder folder;
  const std::string path = folder.write("a", "");
  std::filesystem::resize_file(path, kMostBytes + 1);
  EXPECT_INPUT_ERROR(LineReader{path}, "a: found more than 1073741824 bytes, expected at most that");
  EXPECT_INPUT_ERROR(LineReader(path, kAnyBytes).next(), "a:1: found a line of more than 67108864 bytes");
}

/// A pipe that holds the text and whose writer has closed it.
class FilledPipe {
 public:
  FilledPipe(const std::string& path, const std::string& text) {
    EXPECT_EQ(mkfifo(path.c_str(), 0600), 0);
    writer_ = std::thread([path, text] { std::ofstream(path) << text; });
  }
  ~FilledPipe() { writer_.join(); }
  FilledPipe(const FilledPipe&) = delete;
  FilledPipe& operator=(const FilledPipe&) = delete;

 private:
  std::thread writer_;
};

TEST(LineReader, ReadsPipesUpToTheirEnd) {
  const TemporaryFolder folder;
  const FilledPipe pipe(folder.file("a"), "one\ntwo");
  EXPECT_THAT(lines_of(folder.file("a")), ElementsAre("one", "two"));
}

TEST(LineReader, CountsWhatComesThroughPipes) {
  const TemporaryFolder folder;
  const FilledPipe pipe(folder.file("a"), "one\ntwo\n");
  LineReader reader(folder.file("a"), 7);
  EXPECT_INPUT_ERROR(while (reader.next()), "a: found more than 7 bytes, expected at most that");
}

[[noreturn]] void read_after_refusing(const std::string& pipe) {
  refuse_pipes();
  try {
    LineReader reader(pipe);
  } catch (const InputError& error) {
    std::cerr << error.what();
    std::_Exit(2);
  }
  std::_Exit(0);
}

TEST(LineReader, RefusesPipesWhereNobodyMayWait) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_EXIT(read_after_refusing(path), ::testing::ExitedWithCode(2), "a: is no regular file");
}

TEST(AtomicFile, AppearsOnlyInCommit) {
  const TemporaryFolder folder;
  AtomicFile file(folder.file("a"));
  file.write("content");
  EXPECT_FALSE(std::filesystem::exists(folder.file("a")));
  file.commit();
  EXPECT_EQ(read_file(folder.file("a")), "content");
  EXPECT_THAT(folder.names(), ElementsAre("a"));
}

TEST(AtomicFile, LeavesNothingWithoutCommit) {
  const TemporaryFolder folder;
  folder.write("a", "old");
  { AtomicFile(folder.file("a")).write(std::string(1000000, 'x')); }
  EXPECT_EQ(read_file(folder.file("a")), "old");
  EXPECT_THAT(folder.names(), ElementsAre("a"));
}

TEST(AtomicFile, GivesTheRightsOfAnyNewFile) {
  const TemporaryFolder folder;
  const mode_t before = umask(027);
  AtomicFile file(folder.file("a"));
  file.commit();
  umask(before);
  struct stat status = {};
  ASSERT_EQ(stat(folder.file("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640U);
}

TEST(AtomicFile, SaysWhyItCannotWrite) {
  EXPECT_INPUT_ERROR(AtomicFile("no/such/folder/a"), "no/such/folder/a: cannot be created: No such file or directory");
  AtomicFile full("/dev/full");
  full.write("x");
  EXPECT_INPUT_ERROR(full.commit(), "/dev/full: cannot be written: No space left on device");
}

TEST(PreloadList, LeavesWhatTheUserHasAsItIsWritten) {
  const auto is_ours = [](std::string_view entry) { return entry == "/a/ours.so"; };
  EXPECT_EQ(without_entries("/a/ours.so:one.so two.so:", is_ours), "one.so two.so:");
  EXPECT_EQ(without_entries("one.so::two.so:/a/ours.so", is_ours), "one.so::two.so");
  EXPECT_EQ(without_entries("/a/ours.so /a/ours.so", is_ours), "");
  for (const char* list : {"", ":", "/b/a/ours.so", "one.so: /a/ours.so.1"}) {
    EXPECT_EQ(without_entries(list, is_ours), list);
    EXPECT_FALSE(is_preloaded(list, "/a/ours.so")) << list;
  }
  EXPECT_TRUE(is_preloaded("one.so:/a/ours.so", "/a/ours.so"));
}

TEST(PreloadList, ThePathOfALibraryIsOneWord) {
  EXPECT_TRUE(can_be_preloaded("/opt/topomorph-1.0/lib/libtopomorph.so"));
  for (const char* path : {"/opt/topomorph:1.0/lib/a.so", "/opt/topomorph 1.0/lib/a.so", "/opt/$ORIGIN/lib/a.so"})
    EXPECT_FALSE(can_be_preloaded(path)) << path;
}

TEST(Units, ChangesAreRoundedToTheNearestPercent) {
  EXPECT_EQ(change_text(-93.75), "-94 %");
  EXPECT_EQ(change_text(0.4), "0 %");
  EXPECT_EQ(change_text(-0.4), "0 %");
  EXPECT_EQ(change_text(12.5), "+13 %");
  EXPECT_EQ(change_text(200, 100), "-50 %");
  EXPECT_EQ(change_text(0, 100), "0 %");
  EXPECT_EQ(under_text(4.96, 5), "4.9 % is under 5 %") << "which 5.0 % is not";
  EXPECT_EQ(under_text(-3, 5), "0 % is under 5 %");
}

TEST(Texts, PlainNumbersHaveNoExponent) {
  EXPECT_EQ(plain_text(99.6, 2), "100");
  EXPECT_EQ(plain_text(9.96, 2), "10");
  EXPECT_EQ(plain_text(39.6, 3), "39.6");
  EXPECT_EQ(plain_text(1234567.4, 4), "1234567");
  EXPECT_EQ(plain_text(12345.6, 3), "12346");
  EXPECT_EQ(plain_text(0.000012, 2), "0.000012");
  EXPECT_EQ(plain_text(1e-9, 2), "0");
  EXPECT_EQ(plain_text(-1e-9, 2), "0");
  EXPECT_EQ(plain_text(-0.25, 4), "-0.25");
  EXPECT_EQ(plain_text(0, 2), "0");
  EXPECT_EQ(plain_text(3e15, 2), "3000000000000000");
}

TEST(Median, IsTheMiddle) {
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({3}), 3);
  EXPECT_EQ(median({9, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 9}), 3);
}

}  // namespace
}  // namespace topomorph
