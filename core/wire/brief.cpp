// Replaces the pairs of records by sums.
#include "core/wire/brief.h"

#include <map>
#include <string>
#include <tuple>

namespace topomorph::wire {
namespace {

/// Copies frames and replaces the Traffic of each process by sums.
class Summariser {
 public:
  void take(const Frame& frame) {
    switch (frame.type) {
      case FrameType::Process:
        return begin(frame);
      case FrameType::Traffic:
        for (const TrafficRecord& row : records<TrafficRecord>(frame)) add(row);
        return;
      case FrameType::GroupTraffic:
        rows_ = records<GroupTrafficRecord>(frame);
        return;
      case FrameType::Channels:
      case FrameType::TraceGroups:
      case FrameType::Steps:
        return;
      default:
        append_frame(out_, frame.type, frame.payload);
    }
  }

  Buffer finish() {
    end();
    return std::move(out_);
  }

 private:
  struct Sum {
    std::uint64_t bytes = 0, messages = 0;
  };

  void begin(const Frame& frame) {
    end();
    KeyValues values = decode_key_values(text(frame));
    rank_ = unsigned_value(values, "rank");
    values["summarised"] = "1";
    append_text(out_, FrameType::Process, encode(values));
  }

  void add(const TrafficRecord& row) {
    Sum& sum = sums_[{row.phase, row.layer, row.source == rank_ ? 0U : 1U}];
    sum.bytes += row.bytes;
    sum.messages += row.messages;
  }

  /// Writes the sums of the current record, after its groups.
  void end() {
    for (const auto& [key, sum] : sums_) {
      const auto& [phase, layer, inward] = key;
      rows_.push_back({phase, layer, 0, inward, rank_, sum.bytes, sum.messages});
    }
    if (!rows_.empty()) append_records<GroupTrafficRecord>(out_, FrameType::GroupTraffic, rows_);
    rows_.clear();
    sums_.clear();
  }

  Buffer out_;
  std::uint64_t rank_ = 0;
  std::map<std::tuple<std::uint32_t, Layer, std::uint32_t>, Sum> sums_;
  std::vector<GroupTrafficRecord> rows_;
};

}  // namespace

Buffer brief(std::span<const char> records) {
  Summariser summariser;
  FrameReader reader(records);
  while (const auto frame = reader.next()) summariser.take(*frame);
  return summariser.finish();
}

}  // namespace topomorph::wire
