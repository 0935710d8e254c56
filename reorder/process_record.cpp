// Writes the frames that a process reports of itself.
#include "reorder/process_record.h"

#include <algorithm>
#include <ctime>

#include "core/base/number.h"
#include "core/settings/settings.h"
#include "monitoring/declared_topologies.h"
#include "monitoring/monitor.h"
#include "monitoring/record.h"
#include "monitoring/recording/recording.h"
#include "reorder/agreement/agreement.h"
#include "reorder/limits.h"
#include "reorder/steps/this_process.h"
#include "runtime/process/environment.h"
#include "runtime/process/processors.h"
#include "runtime/process/programs.h"

namespace topomorph::reorder {
namespace {

std::string date_now() {
  const std::time_t seconds = std::time(nullptr);
  std::tm utc = {};
  gmtime_r(&seconds, &utc);
  char text[32] = {};
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

/// Returns the words behind the program, or that they are left out, because the user or the site wants that.
std::string arguments_in(std::string words, std::size_t program) {
  words.erase(0, program + 1);
  for (char& c : words) {
    c = c == '\0' ? ' ' : c;
  }
  if (words.ends_with(' ')) {
    words.pop_back();
  }
  return words.empty() || process::is_on(settings::Id::KeepArguments) ? words : "(arguments left out)";
}

}  // namespace

std::string kept_arguments() {
  const std::string words = command_line();
  return arguments_in(words, std::min(words.find('\0'), words.size()));
}

wire::Buffer meta_frame(const Identity& identity, wire::KeyValues more) {
  const std::string words = command_line();
  const std::string program = words.substr(0, words.find('\0'));
  wire::Buffer frame;
  more.merge(wire::KeyValues{{"program", program},
                             {"arguments", arguments_in(words, program.size())},
                             {"ranks", std::to_string(identity.ranks)},
                             {"mpi", mpi_version()},
                             {"date", date_now()},
                             {"agreement", std::string(agreement::means().text())},
                             {"programs", std::to_string(process::number_of_programs())},
                             {"collectives", monitoring::collectives_exact() ? "exact" : "model"}});
  wire::append_text(frame, wire::FrameType::Meta, wire::encode(more));
  return frame;
}

namespace {

/// Adds what the Process frame says of the trace. Returns the trace's frames.
wire::Buffer trace_frames(wire::KeyValues& process, std::size_t room) {
  const monitoring::recording::Outcome outcome = monitoring::recording::outcome();
  if (!outcome.recorded) return {};
  process["trace_seen"] = std::to_string(outcome.seen);
  if (outcome.window != nullptr) process["trace_window"] = outcome.window;
  wire::Buffer frames = monitoring::recording::frames();
  return frames.size() <= room ? frames : wire::Buffer();
}

/// Returns the values of the Process frame.
wire::KeyValues values_of(const Identity& identity, const Place& place) {
  const process::ProgramTime used = process::time_of_program();
  return {{"rank", std::to_string(identity.rank)},
          {"host", identity.host},
          {"cpuset", place.cpuset},
          {"path", place.path},
          {"far_from_gpu", place.far_from_gpu},
          {"summarised", monitoring::is_summarised() ? "1" : "0"},
          {"mpi_seconds", decimal(monitoring::mpi_seconds())},
          {"processors", process::own_processors(place.cpuset)},
          {"seconds", decimal(used.seconds)},
          {"cpu_seconds", decimal(used.cpu_seconds)}};
}

wire::Buffer record_with(const wire::KeyValues& process, const wire::Buffer& counted, const wire::Buffer& trace) {
  wire::Buffer record;
  wire::append_text(record, wire::FrameType::Process, wire::encode(process));
  record.insert(record.end(), counted.begin(), counted.end());
  record.insert(record.end(), trace.begin(), trace.end());
  return record;
}

}  // namespace

wire::Buffer process_record(const Identity& identity, const Place& place) {
  const wire::Buffer counted = monitoring::record(most_pairs(identity.ranks));
  wire::KeyValues process = values_of(identity, place);
  monitoring::declared::add_to(process);
  const std::size_t room = most_record_bytes(identity.ranks);
  const wire::Buffer trace = trace_frames(process, room - std::min(room, counted.size()));
  return record_with(process, counted, trace);
}

wire::Buffer counts_record(const Identity& identity) {
  return record_with(values_of(identity, Place()), monitoring::record(most_pairs(identity.ranks)), {});
}

}  // namespace topomorph::reorder
