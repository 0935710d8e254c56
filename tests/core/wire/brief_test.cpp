// Records without pairs keep their sums.
#include "core/wire/brief.h"

#include <gtest/gtest.h>

namespace topomorph::wire {
namespace {

void add_record(Buffer& buffer, std::uint64_t rank) {
  append_text(buffer, FrameType::Process, "rank=" + std::to_string(rank) + "\n");
  append_text(buffer, FrameType::Phases, "main\n");
  append_text(buffer, FrameType::Groups, "0-3\n");
  const std::vector<TrafficRecord> pairs = {{0, Layer::PointToPoint, rank, 1, 10, 1},
                                            {0, Layer::PointToPoint, rank, 3, 30, 2},
                                            {0, Layer::OneSided, 3, rank, 7, 1}};
  append_records<TrafficRecord>(buffer, FrameType::Traffic, pairs);
  const std::vector<GroupTrafficRecord> groups = {{0, Layer::Collective, 0, 0, rank, 300, 3}};
  append_records<GroupTrafficRecord>(buffer, FrameType::GroupTraffic, groups);
}

TEST(Brief, TellsOfEachProcessWhatItHasWithAll) {
  Buffer whole;
  add_record(whole, 0);
  add_record(whole, 2);
  const Buffer shorter = brief(whole);
  std::vector<GroupTrafficRecord> rows;
  int processes = 0;
  FrameReader reader(shorter);
  while (const auto frame = reader.next()) {
    EXPECT_NE(frame->type, FrameType::Traffic);
    if (frame->type == FrameType::Process) {
      ++processes;
      EXPECT_EQ(decode_key_values(text(*frame))["summarised"], "1");
    }
    if (frame->type != FrameType::GroupTraffic) continue;
    for (const auto& row : records<GroupTrafficRecord>(*frame)) rows.push_back(row);
  }
  EXPECT_EQ(processes, 2);
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_EQ(rows[0].bytes, 300U);
  EXPECT_EQ(rows[1].bytes, 40U);
  EXPECT_EQ(rows[1].messages, 3U);
  EXPECT_EQ(rows[2].inward, 1U);
  EXPECT_EQ(rows[2].bytes, 7U);
  EXPECT_EQ(rows[5].member, 2U);
}

}  // namespace
}  // namespace topomorph::wire
