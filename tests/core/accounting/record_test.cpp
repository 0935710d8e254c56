// Records are read from lines as jobs and logs write them, and what is damaged is said.
#include "core/accounting/record.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"

namespace topomorph::accounting {
namespace {

using ::testing::HasSubstr;

constexpr const char* kWhole =
    R"({"topomorph":1,"end":1795690000,"job":"4711","step":"0","user":"ann","partition":"batch","program":"/apps/lmp",)"
    R"("ranks":64,"hosts":4,"mode":"auto","order":"reordered","reason":"","seconds":900,"mpi_seconds":450.5,)"
    R"("cost_before":1.2e12,"cost_after":9.0e11,"predicted_gain":0.33,"measured_gain":-0.21,"added_ms":41.2,)"
    R"("library":"Open MPI 4.1.4","case":"lmp-1"})";

std::string complaint_about(const std::string& line) {
  try {
    const RecordLine parsed(line);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string with_member(const std::string& member) { return R"({"topomorph":1,"program":"/a",)" + member + "}"; }

TEST(JobRecordLine, AWholeRecord) {
  const RecordLine line(kWhole);
  ASSERT_NE(line.record(), nullptr);
  const JobRecord& record = *line.record();
  EXPECT_EQ(record.program, "/apps/lmp");
  EXPECT_EQ(record.user, "ann");
  EXPECT_EQ(record.partition, "batch");
  EXPECT_EQ(record.library, "Open MPI 4.1.4");
  EXPECT_EQ(record.job_order(), JobOrder::Reordered);
  EXPECT_EQ(record.end, 1795690000.0);
  EXPECT_DOUBLE_EQ(record.node_hours(), 1);
  EXPECT_DOUBLE_EQ(record.mpi_node_hours(), 450.5 * 4 / 3600);
  EXPECT_EQ(record.predicted_gain(), 0.33);
  EXPECT_EQ(record.measured_gain, -0.21);
  EXPECT_EQ(record.added_milliseconds, 41.2);
}

TEST(JobRecordLine, TheGainFollowsFromTheCosts) {
  const std::string text = with_member(R"("cost_before":200,"cost_after":150)");
  const RecordLine line(text);
  EXPECT_DOUBLE_EQ(line.record()->predicted_gain().value(), 0.25);
  EXPECT_FALSE(RecordLine(with_member(R"("cost_before":0,"cost_after":0)")).record()->predicted_gain().has_value());
}

TEST(JobRecordLine, AllButOneMemberMayBeAbsent) {
  EXPECT_EQ(RecordLine(R"({"topomorph":1})").record()->program, kUnknownProgram);
  EXPECT_EQ(RecordLine(R"({"topomorph":1,"program":""})").record()->program, kUnknownProgram);

  const RecordLine line(R"(  {  "program" : "/a" , "topomorph" : 1 , "hosts" : null }  )");
  ASSERT_NE(line.record(), nullptr);
  EXPECT_EQ(line.record()->program, "/a");
  EXPECT_EQ(line.record()->job_order(), JobOrder::Unknown);
  EXPECT_EQ(line.record()->node_hours(), 0);
  EXPECT_FALSE(line.record()->end.has_value());
}

TEST(JobRecordLine, UnknownMembersAreIgnored) {
  const std::string text =
      with_member(R"("new":{"a":["}",{"b":"\"]"}]},"other":true,"more":-1.5e3,"nothing":null,"user":"b")");
  const RecordLine line(text);
  EXPECT_EQ(line.record()->user, "b");
}

TEST(JobRecordLine, SyslogPutsTextInFront) {
  const std::string object = R"({"topomorph":1,"program":"/a"})";
  for (const std::string prefix : {"Nov 26 10:00:00 node0 topomorph[77]: ", "<134>1 - - {x} - ", "\xef\xbb\xbf"}) {
    const std::string text = prefix + object;
    const RecordLine line(text);
    ASSERT_NE(line.record(), nullptr) << prefix;
    EXPECT_EQ(line.record()->program, "/a");
  }
}

TEST(JobRecordLine, EscapesBecomeCharacters) {
  const std::string text = with_member(
      R"("user":"a\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\ude00","partition":"\ud83dx\ude00","library":"plain")");
  const RecordLine line(text);
  EXPECT_EQ(line.record()->user, "a\"\\/\b\f\n\r\tA\u00e9\u20ac\U0001f600");
  EXPECT_EQ(line.record()->partition, "\ufffdx\ufffd");
  EXPECT_EQ(line.record()->library, "plain");
}

TEST(JobRecordLine, OtherLinesAreNoRecords) {
  for (const char* text : {"", "   ", "kernel: eth0 up", R"({"program":"/a"})", R"({"message":"\"topomorph\" began"})",
                           R"({"a":"b","c":"topomorph"})", R"(systemd: unit "topomorph" has begun)"}) {
    EXPECT_EQ(RecordLine(text).record(), nullptr) << text;
  }
}

TEST(JobRecordLine, EveryCutIsDamage) {
  const std::string whole = kWhole;
  for (std::size_t length = std::string_view(R"({"topomorph")").size(); length < whole.size(); ++length) {
    EXPECT_NE(complaint_about(whole.substr(0, length)), "") << length;
  }
}

TEST(JobRecordLine, WhatIsWrongIsSaid) {
  EXPECT_THAT(complaint_about(R"({"topomorph":2,"program":"/a"})"), HasSubstr("topomorph: found 2, expected 1"));
  EXPECT_THAT(complaint_about(with_member(R"("hosts":"4")")),
              HasSubstr("hosts: found another kind of value, expected a number"));
  EXPECT_THAT(complaint_about(with_member(R"("user":4)")),
              HasSubstr("user: found another kind of value, expected a text"));
  EXPECT_THAT(complaint_about(with_member(R"("user":["a"])")), HasSubstr("expected a text"));
  EXPECT_THAT(complaint_about(with_member(R"("seconds":-1)")),
              HasSubstr("seconds: found -1, expected a number from 0"));
  EXPECT_THAT(complaint_about(with_member(R"("seconds":1e999)")), HasSubstr("seconds: found 1e999"));
  EXPECT_THAT(complaint_about(with_member(R"("seconds":1-2)")), HasSubstr("seconds: found 1-2"));
  EXPECT_THAT(complaint_about(with_member(R"("measured_gain":1.5)")), HasSubstr("measured_gain: found 1.5"));
  EXPECT_THAT(complaint_about(with_member(R"("user":"\x")")), HasSubstr("expected an escape"));
  EXPECT_THAT(complaint_about(with_member(R"("user":"\u12g4")")), HasSubstr("expected four hexadecimal digits"));
  EXPECT_THAT(complaint_about(with_member(R"("user":nan)")), HasSubstr("expected a value"));
  EXPECT_THAT(complaint_about(with_member(R"("user":"a")") + "{"), HasSubstr("expected nothing after the object"));
  EXPECT_THAT(complaint_about(with_member("\"user\":\"" + std::string(kLongestName + 1, 'u') + "\"")),
              HasSubstr("user: found 4097 bytes, expected at most 4096"));
}

}  // namespace
}  // namespace topomorph::accounting
