// Logs in the Standard Workload Format: read, written, refused.
#include "core/workload/swf.h"

#include <fmt/format.h>

#include "tests/core/testing.h"

namespace topomorph::workload {
namespace {

using ::testing::ElementsAre;

constexpr const char* kLog =
    "; Version: 2.2\n"
    ";   MaxNodes:  1152 \r\n"
    ";\n"
    "\n"
    "    1      0    12   3600  64   -1.00  2048.5  64  7200  -1  1  3  1  7  2 -1 -1 -1\n"
    "; in the middle\n"
    "\t2\t30.5\t-1\t0\t-1\t-1\t-1\t128\t-1\t-1\t5\t-1\t-1\t-1\t-1\t-1\t1\t60\r\n";

TEST(Swf, ReadsAllFields) {
  const testing::TemporaryFolder folder;
  const Workload workload = read_workload(folder.write("log.swf", kLog));
  EXPECT_THAT(workload.header, ElementsAre("Version: 2.2", "MaxNodes:  1152", ""));
  EXPECT_EQ(header_value(workload, "MaxNodes"), "1152");
  EXPECT_EQ(header_value(workload, "MaxProcs"), std::nullopt);
  ASSERT_EQ(workload.jobs.size(), 2U);
  const SwfJob& first = workload.jobs[0];
  EXPECT_EQ(first.number, 1);
  EXPECT_EQ(first.wait, 12);
  EXPECT_EQ(first.run, 3600);
  EXPECT_EQ(first.processors, 64);
  EXPECT_EQ(first.cpu_time, SwfJob::kUnknown);
  EXPECT_EQ(first.memory, 2048.5);
  EXPECT_EQ(first.requested_time, 7200);
  EXPECT_EQ(first.status, 1);
  EXPECT_EQ(first.executable, 7);
  EXPECT_EQ(first.queue, 2);
  const SwfJob& second = workload.jobs[1];
  EXPECT_EQ(second.submit, 30.5);
  EXPECT_EQ(second.processors, SwfJob::kUnknown);
  EXPECT_EQ(second.requested_processors, 128);
  EXPECT_EQ(second.preceding, 1);
  EXPECT_EQ(second.think_time, 60);
}

TEST(Swf, WhatIsWrittenIsReadBack) {
  const testing::TemporaryFolder folder;
  const Workload workload = read_workload(folder.write("log.swf", kLog));
  write_workload(workload, folder.file("again.swf"));
  const Workload again = read_workload(folder.file("again.swf"));
  EXPECT_EQ(again.header, workload.header);
  EXPECT_EQ(again.jobs, workload.jobs);
  EXPECT_EQ(testing::read_file(folder.file("again.swf")),
            "; Version: 2.2\n; MaxNodes:  1152\n;\n"
            "1 0 12 3600 64 -1 2048.5 64 7200 -1 1 3 1 7 2 -1 -1 -1\n"
            "2 30.5 -1 0 -1 -1 -1 128 -1 -1 5 -1 -1 -1 -1 -1 1 60\n");
}

/// Returns a file whose second line has `text` in place of its field `index`.
std::string with_field(std::size_t index, const std::string& text) {
  std::string line;
  for (std::size_t i = 0; i < 18; ++i) line += (i == index ? text : i == 0 ? "1" : "0") + std::string(" ");
  return "; header\n" + line + "\n";
}

TEST(Swf, RefusesWithFileAndLine) {
  const testing::TemporaryFolder folder;
  const auto read = [&](const std::string& content) { return read_workload(folder.write("log.swf", content)); };
  EXPECT_INPUT_ERROR(read("; nothing\n"), "log.swf: found no job");
  EXPECT_INPUT_ERROR(read(""), "log.swf: found no job");
  EXPECT_INPUT_ERROR(read("1 2 3\n"), "log.swf:1: found 3 fields, expected 18");
  EXPECT_INPUT_ERROR(read("1 2 3"), "log.swf:1: found 3 fields, expected 18");
  EXPECT_INPUT_ERROR(read(with_field(0, "-1")), "log.swf:2: found -1 as job number or submit time");
  EXPECT_INPUT_ERROR(read(with_field(1, "-1")), "expected both known");
  EXPECT_INPUT_ERROR(read(with_field(0, "one")), "log.swf:2: job number: found 'one', expected a number");
  EXPECT_INPUT_ERROR(read(with_field(8, "-2")), "requested time: found '-2', expected a number of 0 or more, or -1");
  EXPECT_INPUT_ERROR(read(with_field(3, "nan")), "run time: found 'nan'");
  EXPECT_INPUT_ERROR(read(with_field(3, "1e400")), "run time: found '1e400'");
  EXPECT_INPUT_ERROR(read(with_field(4, "1.5")),
                     "number of allocated processors: found '1.5', expected a whole number");
  EXPECT_INPUT_ERROR(read(with_field(4, "1e300")), "expected a whole number");
  EXPECT_INPUT_ERROR(read(with_field(10, "6")), "log.swf:2: status: found 6, expected -1 to 5");
  EXPECT_INPUT_ERROR(read_workload(folder.file("nowhere.swf")), "nowhere.swf");
  EXPECT_NO_THROW(read(with_field(3, "1.5")));
}

TEST(Swf, FieldsBehindThe18thArePassedOver) {
  const testing::TemporaryFolder folder;
  const Workload workload =
      read_workload(folder.write("log.swf", with_field(17, "7 long q@x") + "# note\n" + with_field(17, "8 0")));
  ASSERT_EQ(workload.jobs.size(), 2U);
  EXPECT_EQ(workload.jobs[1].think_time, 8);
  EXPECT_THAT(workload.warnings.lines(),
              ElementsAre(::testing::EndsWith(
                  "log.swf:2: found 20 fields: those behind field 18 are passed over, in all lines")));
}

TEST(Swf, ANegativeRunTimeIsUnknown) {
  const testing::TemporaryFolder folder;
  const Workload workload = read_workload(folder.write("log.swf", with_field(3, "-1359980917") + with_field(2, "-7")));
  ASSERT_EQ(workload.jobs.size(), 2U);
  EXPECT_EQ(workload.jobs[0].run, SwfJob::kUnknown);
  EXPECT_EQ(workload.jobs[1].wait, SwfJob::kUnknown);
  EXPECT_THAT(workload.warnings.lines(),
              ElementsAre(::testing::EndsWith("log.swf:2: run time: found '-1359980917', taken as unknown"),
                          ::testing::EndsWith("log.swf:4: wait time: found '-7', taken as unknown")));
}

TEST(Swf, AJobMayLackBothTimes) {
  const testing::TemporaryFolder folder;
  const Workload workload = read_workload(folder.write("log.swf", "1 0 -5 -7 4 0 0 0 0 0 0 0 0 0 0 0 0 0\n"));
  EXPECT_THAT(workload.warnings.lines(),
              ElementsAre(::testing::EndsWith(
                  "log.swf:1: wait time: found '-5', taken as unknown; run time: found '-7', taken as unknown")));
}

TEST(Swf, ALastLineThatIsCutOffIsPassedOver) {
  const testing::TemporaryFolder folder;
  for (const char* piece : {"2 5 0", "2 5 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -"}) {
    const Workload workload = read_workload(folder.write("log.swf", with_field(3, "9") + piece));
    EXPECT_EQ(workload.jobs.size(), 1U);
    EXPECT_THAT(workload.warnings.lines(),
                ElementsAre(::testing::HasSubstr("log.swf:3: found a piece of a line at the end of the file")));
  }
  const Workload whole = read_workload(folder.write("log.swf", "1 0 0 1 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1"));
  EXPECT_EQ(whole.jobs.size(), 1U);
  EXPECT_EQ(whole.warnings.count(), 0U) << "all its fields are there";
}

}  // namespace
}  // namespace topomorph::workload
