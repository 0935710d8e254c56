// The verbs that make a profile: `write` at the end of a job, `recover` after an abort.

#include <fmt/format.h>
#include <unistd.h>

#include "core/base/atomic_file.h"
#include "core/base/folder.h"
#include "core/base/text.h"
#include "core/formats/profile/writer.h"
#include "core/wire/record_name.h"
#include "tools/engine/known_network.h"
#include "tools/engine/verbs.h"

namespace topomorph::engine {
namespace {

constexpr std::uint64_t kLargestRecord = std::uint64_t{1} << 32;

/// Returns the frames of a record; empty if the record is cut: a profile has whole records only.
std::vector<wire::Frame> whole_record(std::string_view bytes) {
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

/// Returns the names of the records that the folder's owner has made; another user may have added some.
std::vector<std::string> records_of_owner(const Folder& folder) {
  const uid_t owner = folder.status().st_uid;
  std::vector<std::string> names = folder.names();
  std::erase_if(names, [&](const std::string& name) {
    const auto status = wire::is_record_name(name) ? folder.look(name) : std::nullopt;
    return !status || status->st_uid != owner;
  });
  return names;
}

/// Adds the record of one process. Returns false if it is cut.
bool add_part(formats::ProfileWriter& writer, const Folder& folder, const std::string& name) {
  const std::string bytes = folder.read(name, kLargestRecord);
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
      const std::string doubt = mark_doubtful_network(writer);
      writer.commit(calibration_notes);
      wire::Buffer answer;
      wire::KeyValues summary = {{"summarised", std::to_string(writer.summarised())}};
      if (!doubt.empty()) summary["network_doubt"] = doubt;
      if (const std::string trace = writer.trace_text(); !trace.empty()) summary["trace"] = trace;
      if (const std::string far = writer.far_from_gpu_text(); !far.empty()) summary["far_from_gpu"] = far;
      wire::append_text(answer, wire::FrameType::Summary, wire::encode(summary));
      return answer;
    }
    writer.add(*frame);
  }
  throw InputError(path, 0, "not written: the job's records are cut");
}

std::string recover(const Folder& records, formats::ProfileWriter& writer) {
  std::size_t cut = 0;
  for (const std::string& name : records_of_owner(records)) cut += add_part(writer, records, name) ? 0 : 1;
  if (writer.records() == 0) throw InputError(records.path(), 0, "holds no whole record (*.record)");
  mark_doubtful_network(writer);
  writer.commit();
  return fmt::format("recovered from {}{}", counted(writer.records(), "record"),
                     cut > 0 ? fmt::format(", {} cut ones left out", cut) : "");
}

std::string recover(const std::string& directory, const std::string& path) {
  check_profile_target(path);
  const Folder records(directory);
  if (records.status().st_uid != geteuid())
    throw InputError(directory, 0, "belongs to another user, expected a folder of yours");
  formats::ProfileWriter writer(path);
  return fmt::format("{}: {}", path, recover(records, writer));
}

}  // namespace topomorph::engine
