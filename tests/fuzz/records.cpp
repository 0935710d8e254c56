// What the processes of a job send each other and the engine, and the profiles that are made of it.
#include <filesystem>
#include <fstream>

#include "core/base/json_text.h"
#include "core/formats/profile/reader.h"
#include "core/wire/frame_io.h"
#include "tests/fuzz/support.h"
#include "tests/fuzz/targets.h"
#include "tools/command/report_source.h"
#include "tools/engine/plan_request.h"
#include "tools/engine/verbs.h"
#include "tools/report/json.h"
#include "tools/report/text.h"

namespace topomorph::fuzz {

namespace {

void check_payload(const wire::Frame& frame) {
  using wire::FrameType;
  if (frame.type == FrameType::Traffic) wire::records<wire::TrafficRecord>(frame);
  if (frame.type == FrameType::GroupTraffic) wire::records<wire::GroupTrafficRecord>(frame);
  if (frame.type == FrameType::Network) wire::records<wire::NetworkRecord>(frame);
  if (frame.type == FrameType::Calls) wire::records<wire::CallRecord>(frame);
  if (frame.type == FrameType::Sizes) wire::records<wire::SizeRecord>(frame);
  if (frame.type != FrameType::Meta && frame.type != FrameType::Process && frame.type != FrameType::Summary) return;
  const wire::KeyValues values = wire::decode_key_values(wire::text(frame));
  require(wire::decode_key_values(wire::encode(values)) == values, "keys and values survive the wire");
}

/// All that can be read of a profile and said about it, but for a better order.
void read_all(const std::string& path) {
  command::ReportOptions options;
  options.build.search = false;
  report::Source source = command::read_report_source(path);
  std::optional<report::Place> place = command::place_of(source, options);
  const report::Report report = report::build_report(std::move(source), std::move(place), options.build);
  require(!report::as_text(report).empty() && !json_text(report::to_json(report)).empty(), "a profile can be reported");
}

void require_readable(const std::string& path) {
  without_error("a profile that was written can be read", [&] { read_all(path); });
  std::filesystem::remove(path);
}

}  // namespace

void frames(std::string_view input) {
  const MemoryFile file(input);
  wire::FrameStream stream(file.descriptor());
  wire::FrameReader reader(input);
  wire::Buffer copy;
  while (const auto frame = reader.next()) {
    const auto streamed = stream.next();
    require(streamed && streamed->type == frame->type && wire::text(*streamed) == wire::text(*frame),
            "a stream has the frames of the buffer");
    wire::append_frame(copy, frame->type, frame->payload);
    check_payload(*frame);
  }
  require(std::string_view(copy.data(), copy.size()) == input, "frames survive the wire");
}

/// SQLite opens no file in memory: it follows the link of a MemoryFile to a name that does not exist.
void profile(std::string_view input) {
  const std::string path = (scratch_folder() / "input.tmprof").string();
  std::ofstream(path, std::ios::binary | std::ios::trunc) << input;
  read_all(path);
  formats::read_profile_trace(path);
}

/// What a job sends to the engine's verb `write`.
void record(std::string_view input) {
  const MemoryFile file(input);
  wire::FrameStream stream(file.descriptor());
  const std::string path = (scratch_folder() / "record.tmprof").string();
  engine::write_profile(stream, path);
  require_readable(path);
}

/// The input is what one process of an aborted job left.
void recovery(std::string_view input) {
  const std::filesystem::path parts = scratch_folder() / "parts";
  std::filesystem::create_directory(parts);
  std::filesystem::remove(parts / "0.record");
  const MemoryFile file(input);
  std::filesystem::copy_file(file.path(), parts / "0.record");
  const std::string path = (scratch_folder() / "recovered.tmprof").string();
  engine::recover(parts.string(), path);
  require_readable(path);
}

/// The first byte chooses the options; the rest is what a job sends to the engine's verb `plan`.
void plan_request(std::string_view input) {
  if (input.empty()) return;
  const MemoryFile file(input.substr(1));
  wire::FrameStream stream(file.descriptor());
  engine::PlanRequest request = engine::read_plan_request(stream);
  const std::size_t processes = request.locations.size();
  if (processes > 64) return;  // mapping has tests of its own; here it only costs time
  engine::PlanOptions options;
  options.time_limit = 0.02;
  if ((input[0] & 1) != 0) options.topology = (input[0] & 8) != 0 ? "torus:4x4x4" : "tree:4:4:4";
  if ((input[0] & 2) != 0) options.wish.call = "Cart_create";
  if ((input[0] & 4) != 0) options.weight = Weight::Messages;

  require(lseek(file.descriptor(), 0, SEEK_SET) == 0, "files in memory can be rewound");
  const wire::Buffer answer = engine::plan(stream, options);
  wire::FrameReader reader(answer);
  const auto ranks = wire::records<std::uint64_t>(*reader.next());
  std::vector<bool> seen(processes, false);
  for (const std::uint64_t rank : ranks) {
    require(rank < processes && !seen[rank], "a plan is a permutation");
    seen[rank] = true;
  }
  require(ranks.size() == processes, "a plan has a rank for every process");
}

}  // namespace topomorph::fuzz
