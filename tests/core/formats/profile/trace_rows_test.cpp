// The trace in a profile: the same for all processes, absent, left out, and damaged.
#include "core/formats/profile/trace_rows.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "core/base/error.h"
#include "core/formats/profile/reader.h"
#include "core/formats/profile/writer.h"
#include "core/wire/brief.h"
#include "tests/temporary_folder.h"

namespace topomorph::formats {
namespace {

using trace::Step;

/// The record of one process, as its frames.
class Record {
 public:
  explicit Record(int rank, wire::KeyValues more = {}) {
    more["rank"] = std::to_string(rank);
    wire::append_text(bytes_, wire::FrameType::Process, wire::encode(more));
  }
  Record& phases(const std::string& names) {
    wire::append_text(bytes_, wire::FrameType::Phases, names);
    return *this;
  }
  Record& trace(const std::vector<wire::ChannelRecord>& channels, const std::string& groups,
                const std::vector<Step>& steps) {
    wire::append_records<wire::ChannelRecord>(bytes_, wire::FrameType::Channels, channels);
    wire::append_text(bytes_, wire::FrameType::TraceGroups, groups);
    wire::append_records<Step>(bytes_, wire::FrameType::Steps, steps);
    return *this;
  }
  const wire::Buffer& bytes() const { return bytes_; }

 private:
  wire::Buffer bytes_;
};

class TraceRowsTest : public ::testing::Test {
 protected:
  /// Writes a profile. Returns what the writer says of its trace.
  std::string write(int ranks, const std::vector<wire::Buffer>& records) {
    ProfileWriter writer(path_);
    wire::Buffer meta;
    wire::append_text(meta, wire::FrameType::Meta, "ranks=" + std::to_string(ranks) + "\n");
    add(writer, meta);
    for (const wire::Buffer& record : records) add(writer, record);
    writer.commit();
    return writer.trace_text();
  }

  /// Two processes that number the same channels and groups in different orders.
  std::string write_two() {
    const std::vector<Step> sender = {trace::loop(10, 2), after(0.5, trace::send(1, 100, 1)), trace::receive(1, 0),
                                      trace::collective(trace::Collective::Bcast, 8, 1)};
    const std::vector<Step> receiver = {trace::loop(10, 2), trace::receive(0, 0), trace::send(0, 7, 1),
                                        trace::collective(trace::Collective::Bcast, 8, 0)};
    return write(2, {Record(1, {{"trace_seen", "21"}}).trace({{9, 5}, {8, 4}}, "1;0\n", receiver).bytes(),
                     Record(0, {{"trace_seen", "21"}}).trace({{8, 4}, {9, 5}}, "0\n1;0\n", sender).bytes()});
  }

  void change(const std::string& sql) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
    sqlite3_close(database);
  }

  /// Returns the error of reading, without the file's name.
  std::string error() const {
    try {
      read_profile_trace(path_);
    } catch (const InputError& error) {
      const std::string text = error.what();
      EXPECT_TRUE(text.starts_with(path_ + ": ")) << text;
      EXPECT_EQ(text.find('\n'), std::string::npos);
      return text.substr(std::min(text.size(), path_.size() + 2));
    }
    return "";
  }

  const tests::TemporaryFolder temporary_;
  const std::string path_ = (temporary_.path() / "app.tmprof").string();

 private:
  static void add(ProfileWriter& writer, const wire::Buffer& bytes) {
    wire::FrameReader reader(bytes);
    while (const auto frame = reader.next()) writer.add(*frame);
  }
};

TEST_F(TraceRowsTest, ChannelsAndGroupsHaveOneNumberInTheWholeJob) {
  EXPECT_EQ(write_two(), "trace of 42 steps, folded to 8");
  const trace::Trace trace = read_profile_trace(path_);
  ASSERT_EQ(trace.processes.size(), 2U);
  const auto& sender = trace.processes[0].steps;
  const auto& receiver = trace.processes[1].steps;
  ASSERT_EQ(sender.size(), 4U);
  EXPECT_EQ(sender[1].channel, receiver[1].channel);
  EXPECT_EQ(sender[2].channel, receiver[2].channel);
  EXPECT_NE(sender[1].channel, sender[2].channel);
  EXPECT_EQ(sender[1].seconds, 0.5);
  EXPECT_EQ(trace.groups.at(sender[3].slot), (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(sender[3].slot, receiver[3].slot);
  EXPECT_EQ(trace.processes[0].seen, 21U);
  EXPECT_FALSE(trace.processes[0].window);
}

TEST_F(TraceRowsTest, PhasesHaveOneNumberInTheWholeJob) {
  const std::vector<Step> first = {trace::phase(1), trace::phase(2), trace::phase(0)};
  const std::vector<Step> second = {trace::phase(1), trace::phase(2)};
  write(2, {Record(1, {{"trace_seen", "3"}}).phases("main\nsolve\noutput\n").trace({}, "", first).bytes(),
            Record(0, {{"trace_seen", "2"}}).phases("main\noutput\ninput\n").trace({}, "", second).bytes()});
  const trace::Trace trace = read_profile_trace(path_);
  EXPECT_EQ(trace.phases, (std::vector<std::string>{"main", "solve", "output", "input"}));
  const auto slots = [&](std::size_t process) {
    std::vector<std::uint32_t> found;
    for (const Step& step : trace.processes[process].steps) found.push_back(step.slot);
    return found;
  };
  EXPECT_EQ(slots(1), (std::vector<std::uint32_t>{1, 2, 0}));
  EXPECT_EQ(slots(0), (std::vector<std::uint32_t>{2, 3}));
}

TEST_F(TraceRowsTest, AStepOfAnUnknownPhaseIsRefused) {
  EXPECT_THROW(write(1, {Record(0, {{"trace_seen", "1"}}).phases("main\n").trace({}, "", {trace::phase(1)}).bytes()}),
               InputError);
}

TEST_F(TraceRowsTest, LongTracesAreStoredInPieces) {
  std::vector<Step> steps;
  for (std::uint32_t i = 0; i < 70000; ++i) steps.push_back(trace::compute(i + 1));
  write(1, {Record(0, {{"trace_seen", "70000"}}).trace({}, "", steps).bytes()});
  const auto found = read_profile_trace(path_).processes.at(0).steps;
  ASSERT_EQ(found.size(), steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i) EXPECT_EQ(found[i].seconds, steps[i].seconds);
}

TEST_F(TraceRowsTest, WindowsSayWhy) {
  const wire::KeyValues values = {{"trace_seen", "5"}, {"trace_window", "too little memory"}};
  EXPECT_EQ(write(1, {Record(0, values).trace({}, "", {trace::compute(1)}).bytes()}),
            "trace of the first of about 5 steps, folded to 1; it ends early on 1 rank: too little memory");
  EXPECT_TRUE(read_profile_trace(path_).processes.at(0).window);
}

TEST_F(TraceRowsTest, AProfileWithoutATraceSaysHowToRecordOne) {
  EXPECT_EQ(write(1, {Record(0).bytes()}), "");
  EXPECT_EQ(error(), "has no trace: 'topomorph profile' records one, except with --no-trace and if the job is aborted");
  change("drop table trace; drop table trace_steps; drop table trace_groups");  // as in older profiles
  EXPECT_EQ(error(), "has no trace: 'topomorph profile' records one, except with --no-trace and if the job is aborted");
}

TEST_F(TraceRowsTest, ATraceThatOneProcessLacksIsLeftOut) {
  const wire::KeyValues values = {{"trace_seen", "1"}};
  const std::string words = "no trace: there was no room for it (--finalize-budget, --gather-budget)";
  const wire::Buffer whole = Record(0, values).trace({}, "", {trace::compute(1)}).bytes();
  const wire::Buffer other = wire::brief(Record(1, values).trace({}, "", {trace::compute(1)}).bytes());
  EXPECT_EQ(write(2, {whole, other}), words);
  EXPECT_EQ(error(), "has " + words);
}

TEST_F(TraceRowsTest, DamagedRecordsAreRefused) {
  const wire::KeyValues values = {{"trace_seen", "1"}};
  const auto writes = [&](const Step& step) { write(1, {Record(0, values).trace({{1, 1}}, "0\n", {step}).bytes()}); };
  EXPECT_THROW(writes(trace::send(0, 1, 1)), InputError);
  EXPECT_THROW(writes(trace::collective(trace::Collective::Barrier, 0, 1)), InputError);
  Step unknown;
  unknown.kind = static_cast<trace::StepKind>(100);
  EXPECT_THROW(writes(unknown), InputError);
}

TEST_F(TraceRowsTest, DamagedTracesAreRefused) {
  const auto after = [&](const std::string& sql) {
    write_two();
    change(sql);
    return error();
  };
  EXPECT_EQ(after("delete from trace where rank=1"), "trace: found 1 processes, expected 2");
  EXPECT_EQ(after("update trace set rank=2 where rank=1"), "trace: process 2 of 2");
  EXPECT_EQ(after("update trace_steps set rank=2 where rank=1"), "trace: process 2 of 2");
  EXPECT_EQ(after("update meta set value='3' where key='ranks'"), "trace: found 2 processes, expected 3");
  EXPECT_EQ(after("update trace_steps set steps=x'01'"), "trace: the steps are damaged");
  EXPECT_EQ(after("update trace_steps set steps=x'0102030405' where rank=0"),
            "trace: process 0, step 1: peer 2 of 2 processes");
  EXPECT_EQ(after("update trace_groups set id=id+10"), "trace: its groups are damaged");
  EXPECT_EQ(after("update trace_groups set members='0-7'"),
            "group '0-7': expected ascending ranks of the job, as 0-15 or 0-60:4 or 1,7");
  EXPECT_EQ(after("drop table trace_steps; create view trace_steps as select 0 rank, 0 part, x'' steps"),
            "is no profile (.tmprof): found another view 'trace_steps', expected the tables that 'topomorph profile' "
            "writes and nothing else");
}

}  // namespace
}  // namespace topomorph::formats
