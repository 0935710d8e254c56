// The verbs that make a profile: `write` at the end of a job, `recover` after an abort.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "core/base/atomic_file.h"
#include "core/formats/profile/writer.h"
#include "tools/engine/verbs.h"

namespace topomorph::engine {
namespace {

wire::Buffer read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  wire::Buffer bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) {
    throw InputError(path.string(), 0, "cannot be read");
  }
  return bytes;
}

/// Returns the frames of a record; empty if the record is cut: a profile has whole records only.
std::vector<wire::Frame> whole_record(const wire::Buffer& bytes) {
  std::vector<wire::Frame> frames;
  wire::FrameReader reader(bytes);
  while (const auto frame = reader.next()) {
    if (frame->type == wire::FrameType::End) {
      return frames;
    }
    frames.push_back(*frame);
  }
  throw InputError("record is cut: no End");
}

std::vector<std::filesystem::path> parts_in(const std::string& directory) {
  std::error_code error;
  std::vector<std::filesystem::path> parts;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    if (entry.path().extension() == ".record") {
      parts.push_back(entry.path());
    }
  }
  if (error) {
    throw InputError(directory, 0, "cannot be read: " + error.message());
  }
  std::sort(parts.begin(), parts.end());
  return parts;
}

/// Adds the record of one process. Returns false if it is cut.
bool add_part(formats::ProfileWriter& writer, const std::filesystem::path& part) {
  const wire::Buffer bytes = read_file(part);
  std::vector<wire::Frame> frames;
  try {
    frames = whole_record(bytes);
  } catch (const InputError&) {
    return false;
  }
  for (const wire::Frame& frame : frames) {
    writer.add(frame);
  }
  return true;
}

}  // namespace

wire::Buffer write_profile(wire::FrameStream& in, const std::string& path) {
  check_profile_target(path);
  formats::ProfileWriter writer(path);
  while (const auto frame = in.next()) {
    if (frame->type == wire::FrameType::End) {
      writer.commit();
      wire::Buffer answer;
      wire::KeyValues summary = {{"summarised", std::to_string(writer.summarised())}};
      if (const std::string trace = writer.trace_text(); !trace.empty()) summary["trace"] = trace;
      if (const std::string far = writer.far_from_gpu_text(); !far.empty()) summary["far_from_gpu"] = far;
      wire::append_text(answer, wire::FrameType::Summary, wire::encode(summary));
      return answer;
    }
    writer.add(*frame);
  }
  throw InputError(path, 0, "not written: the job's records are cut");
}

std::string recover(const std::string& directory, const std::string& path) {
  check_profile_target(path);
  formats::ProfileWriter writer(path);
  std::size_t cut = 0;
  for (const auto& part : parts_in(directory)) {
    cut += add_part(writer, part) ? 0 : 1;
  }
  if (writer.records() == 0) {
    throw InputError(directory, 0, "holds no whole record (*.record)");
  }
  writer.commit();
  return fmt::format("{}: recovered from {} record{}{}", path, writer.records(), writer.records() == 1 ? "" : "s",
                     cut > 0 ? fmt::format(", {} cut ones left out", cut) : "");
}

}  // namespace topomorph::engine
