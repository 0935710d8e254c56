// What the beginning of a Paraver trace defines: clock, processes, communicators.
#include "core/recordings/paraver_header.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/trace/trace.h"

namespace topomorph::recordings {

namespace {

/// "32797_ns" or "32797_us"; old traces have no unit, and count microseconds.
void read_time(std::string_view text, ParaverHeader& header, const LineReader& reader) {
  const std::string_view number = take_until(text, '_');
  const auto end = parse_count(number);
  if (!end || (!text.empty() && text != "ns" && text != "us")) {
    reader.fail(fmt::format("expected the time of the recording's end in _ns or _us, found '{}{}{}'",
                            beginning_of(number), text.empty() ? "" : "_", beginning_of(text)));
  }
  header.end = *end;
  header.seconds_per_tick = text == "ns" ? 1e-9 : 1e-6;
}

}  // namespace

std::uint64_t ParaverFields::number(const char* what) {
  const std::string_view field = take_until(rest_, ':');
  const auto value = parse_count(field);
  if (!value) reader_.fail(fmt::format("expected {}, found '{}'", what, beginning_of(field)));
  return *value;
}

void ParaverHeader::read_first_line(LineReader& reader) {
  const auto line = reader.next();
  std::string_view text = line.value_or("");
  if (!take_prefix(text, "#Paraver (")) reader.fail("is no trace of Paraver: expected #Paraver (DATE):…");
  take_until(text, ')');
  take_until(text, ':');
  read_time(take_until(text, ':'), *this, reader);
  take_until(text, ':');  // the nodes and their CPUs
  const std::string_view programs = take_until(text, ':');
  if (programs != "1") {
    reader.fail(fmt::format("expected the trace of 1 program, found '{}' programs", beginning_of(programs)));
  }
  const auto count = parse_count(take_until(text, '('));
  const std::string_view threads = take_until(text, ')');  // of each process, and its node
  if (count != 1 + std::ranges::count(threads, ',') || *count > trace::kMaxProcesses) {
    reader.fail(fmt::format("expected N(THREADS:NODE,…) for N processes, at most {}", trace::kMaxProcesses));
  }
  processes = static_cast<std::uint32_t>(*count);
}

void ParaverHeader::read_communicator(ParaverFields fields, bool is_intercommunicator, const LineReader& reader) {
  const std::uint64_t application = fields.number("the number of the program");
  const std::uint64_t name = fields.number("the number of a communicator");
  if (groups.size() == trace::kMaxGroups) reader.fail("has too many communicators");
  communicators[name] = {static_cast<std::uint32_t>(groups.size()), is_intercommunicator};
  std::vector<std::uint32_t>& members = groups.emplace_back();
  if (is_intercommunicator) return;
  const std::uint64_t count = fields.number("a number of processes");
  if (count == 0 || count > processes) reader.fail(fmt::format("expected 1 to {} processes", processes));
  while (!fields.at_end()) members.push_back(process_of(application, fields.number("a process"), *this, reader));
  if (members.size() != count) reader.fail(fmt::format("has {} of {} processes", members.size(), count));
}

std::uint32_t process_of(std::uint64_t application, std::uint64_t task, const ParaverHeader& header,
                         const LineReader& reader) {
  if (application != 1) reader.fail(fmt::format("expected program 1, found {}", application));
  if (task == 0 || task > header.processes) {
    reader.fail(fmt::format("expected a process from 1 to {}, found {}", header.processes, task));
  }
  return static_cast<std::uint32_t>(task - 1);
}

}  // namespace topomorph::recordings
