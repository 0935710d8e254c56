// Reads traces of Paraver, as Extrae writes them.
#include "core/recordings/paraver.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/recordings/paraver_calls.h"
#include "core/recordings/paraver_header.h"
#include "core/recordings/paraver_process.h"
#include "core/trace/check.h"

namespace topomorph::recordings {

namespace {

using Kind = ParaverAction::Kind;

/// A process of the program, and when it did what the record says.
struct Place {
  std::uint32_t process = 0;
  std::uint64_t time = 0;
};

class ParaverReader {
 public:
  explicit ParaverReader(const std::string& path) : reader_(path, kAnyBytes) {}

  trace::Trace read() {
    header_.read_first_line(reader_);
    actions_.resize(header_.processes);
    while (const auto line = reader_.next()) record(*line);
    if (reader_.ends_without_newline()) reader_.fail("the file was cut: expected the end of the line");
    roots_.resize(header_.groups.size());
    trace::Trace trace;
    for (std::vector<ParaverAction>& actions : actions_) {
      trace.processes.push_back(steps_of(actions, roots_, header_.seconds_per_tick));
      std::vector<ParaverAction>().swap(actions);
    }
    trace.groups = std::move(header_.groups);
    return trace;
  }

  /// Call it after read().
  void warn(Warnings& warnings) const {
    constexpr double kMost = 0.9;  // records of the end may have been filtered away
    const double part = static_cast<double>(last_) / static_cast<double>(std::max<std::uint64_t>(header_.end, 1));
    if (part < kMost) {
      warnings.add(fmt::format("{}: ends at {:.2g} % of its time: it was cut", reader_.path(), 100 * part));
    }
    if (sends_ > 2 * messages_) {  // some go to MPI_PROC_NULL
      warnings.add(fmt::format("{}: has no record of {} of {} messages: their bytes are missing", reader_.path(),
                               sends_ - messages_, sends_));
    }
  }

 private:
  /// States (1) tell nothing that events do not.
  void record(std::string_view line) {
    std::string_view text = line;
    if (take_prefix(text, "2:")) return events(fields(text));
    if (take_prefix(text, "3:")) return message(fields(text));
    if (take_prefix(text, "c:")) return header_.read_communicator(fields(text), false, reader_);
    if (take_prefix(text, "i:")) return header_.read_communicator(fields(text), true, reader_);
    if (text.empty() || text.starts_with("1:") || text.starts_with('#')) return;
    reader_.fail(fmt::format("expected a record of Paraver (1:, 2:, 3:, c:), found '{}'", beginning_of(line)));
  }

  ParaverFields fields(std::string_view text) const { return {text, reader_}; }

  std::uint32_t object(ParaverFields& fields) const {
    fields.number("a CPU");
    const std::uint64_t application = fields.number("a program");
    const std::uint32_t process = process_of(application, fields.number("a process"), header_, reader_);
    fields.number("a thread");
    return process;
  }

  void add(const Place& place, ParaverAction action) {
    action.time = place.time;
    actions_[place.process].push_back(action);
  }

  void message(ParaverFields fields) {
    Place sender{object(fields)};
    sender.time = fields.number("a time");
    fields.number("a time");
    Place receiver{object(fields)};
    receiver.time = fields.number("a time");
    const std::uint64_t arrival = std::max(receiver.time, fields.number("a time"));
    last_ = std::max({last_, sender.time, arrival});
    const std::uint64_t bytes = fields.number("a number of bytes");
    constexpr std::uint64_t kMost = std::uint64_t{1} << 50;
    if (bytes > kMost) reader_.fail(fmt::format("expected up to {} bytes, found {}", kMost, bytes));
    // Sides are matched in their order by pair and channel: a tag's end is enough.
    const auto channel = static_cast<std::uint16_t>(fields.number("a tag"));
    const std::uint64_t number = 2 * messages_++;  // of its request; that of its receive is the next
    add(sender, {.kind = Kind::Send,
                 .channel = channel,
                 .peer = receiver.process,
                 .number = number,
                 .bytes = bytes,
                 .arrival = arrival});
    add(receiver, {.kind = Kind::PostReceive, .number = number + 1});
    add({receiver.process, arrival},
        {.kind = Kind::EndReceive, .channel = channel, .peer = sender.process, .number = number + 1});
  }

  void events(ParaverFields fields) {
    Place place{object(fields)};
    place.time = fields.number("a time");
    last_ = std::max(last_, place.time);
    ParaverCollective told;
    std::uint64_t communicator = 0;
    while (!fields.at_end()) {
      const std::uint64_t type = fields.number("the type of an event");
      const std::uint64_t value = fields.number("the value of an event");
      if (type >= kFirstCallOfMpi && type <= kLastCallOfMpi) call(place, value);
      if (type == kCollectiveOfMpi) told.call = value;
      if (type == kSentInCollective) told.sent = value;
      if (type == kReceivedInCollective) told.received = value;
      if (type == kRootOfCollective) told.is_root = value != 0;
      if (type == kCommunicatorOfCollective) communicator = value;
    }
    if (told.call > 0) collective(place, told, communicator);
  }

  void call(const Place& place, std::uint64_t value) {
    sends_ += sends(value) ? 1 : 0;
    add(place, {.kind = value > 0 ? Kind::Enter : Kind::Leave, .number = value});
  }

  void collective(const Place& place, ParaverCollective told, std::uint64_t name) {
    const auto communicator = header_.communicators.find(name);
    if (communicator == header_.communicators.end()) reader_.fail(fmt::format("communicator {} is not defined", name));
    if (communicator->second.is_intercommunicator) return;
    const std::uint32_t group = communicator->second.group;
    told.processes = header_.groups[group].size();
    const auto step = step_of(told);
    if (!step) return;
    const std::uint64_t number = begun_[{group, place.process}]++;
    if (told.is_root) say_root(group, number, place.process);
    add(place,
        {.kind = Kind::Collective, .collective = step->kind, .peer = group, .number = number, .bytes = step->bytes});
  }

  void say_root(std::uint32_t group, std::uint64_t number, std::uint32_t process) {
    const std::vector<std::uint32_t>& members = header_.groups[group];
    const auto rank = std::ranges::find(members, process) - members.begin();
    if (roots_.size() <= group) roots_.resize(group + 1);
    if (roots_[group].size() <= number) roots_[group].resize(number + 1);
    roots_[group][number] = static_cast<std::uint32_t>(rank);
  }

  LineReader reader_;
  ParaverHeader header_;
  std::vector<std::vector<ParaverAction>> actions_;  // of each process
  std::vector<RootsOfGroup> roots_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> begun_;  // collectives of a group and a process
  std::uint64_t messages_ = 0, sends_ = 0;                                  // records; calls that send
  std::uint64_t last_ = 0;                                                  // time, in ticks
};

}  // namespace

trace::Trace read_paraver(const std::string& path, Warnings& warnings) {
  ParaverReader reader(path);
  trace::Trace trace = reader.read();
  trace::check(trace);
  reader.warn(warnings);
  return trace;
}

}  // namespace topomorph::recordings
