// Numbers the channels and groups of all processes, and stores their steps in pieces.
#include "core/formats/profile/trace_rows.h"

#include <algorithm>
#include <charconv>
#include <span>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/formats/profile/group_rows.h"
#include "core/trace/check.h"
#include "core/trace/encoding.h"
#include "core/wire/members.h"

namespace topomorph::formats {
namespace {

/// SQLite limits the length of a value that is read (database.h).
constexpr std::size_t kStepsOfPart = 32768;

[[noreturn]] void refuse(const char* what) { throw InputError(fmt::format("damaged record: {}", what)); }

template <typename Number>
Number numbered(const std::vector<Number>& numbers, std::uint64_t number, const char* what) {
  if (number >= numbers.size()) refuse(what);
  return numbers[number];
}

bool has_channel(trace::StepKind kind) {
  return kind >= trace::StepKind::Send && kind <= trace::StepKind::StartReceive;
}

/// Calls visit(piece) for the ascending pieces of a line of TraceGroups.
template <typename Visit>
void for_each_piece(std::string_view line, Visit visit) {
  while (!line.empty()) visit(take_until(line, ';'));
}

/// Takes no memory for the members.
std::uint64_t number_in_line(std::string_view line, std::uint64_t ranks) {
  std::uint64_t members = 0;
  for_each_piece(line, [&](std::string_view piece) { members += wire::number_of_members(piece, ranks); });
  return members;
}

/// Returns the members of a line of TraceGroups.
std::vector<std::uint32_t> members_of_line(std::string_view line, std::uint64_t ranks) {
  std::vector<std::uint32_t> members;
  for_each_piece(line, [&](std::string_view piece) {
    for (const std::uint64_t member : wire::members_of(piece, ranks)) {
      members.push_back(static_cast<std::uint32_t>(member));
    }
  });
  return members;
}

/// Counts groups and their members, which may be as many as those of the traffic. Every rank has its row of the trace.
class GroupBudget {
 public:
  explicit GroupBudget(std::uint64_t ranks) : ranks_(ranks) {}

  /// Returns whether there is room for another group.
  bool take(std::string_view line) {
    const std::uint64_t members = number_in_line(line, ranks_);
    return members <= ranks_ && (members_ += members) <= most_group_members(ranks_, ranks_) &&
           ++groups_ <= trace::kMaxGroups;
  }

 private:
  std::uint64_t ranks_, members_ = 0, groups_ = 0;
};

/// Returns 0 also for what is no number: such notes are for people.
std::uint64_t number_or_zero(const wire::KeyValues& values, const char* key) {
  const auto found = values.find(key);
  std::uint64_t number = 0;
  if (found != values.end()) std::from_chars(found->second.data(), found->second.data() + found->second.size(), number);
  return number;
}

/// Counts the members of all groups before memory is taken for those of the first.
void check_trace_groups(const Database& database, std::uint64_t ranks) {
  GroupBudget budget(ranks);
  Statement rows(database, "SELECT members FROM trace_groups");
  while (rows.step()) {
    if (budget.take(rows.text(0))) continue;
    throw InputError(fmt::format("trace: found more groups or members than a job of {} ranks has, expected at most {}",
                                 ranks, most_group_members(ranks, ranks)));
  }
}

std::vector<std::vector<std::uint32_t>> read_trace_groups(const Database& database, std::uint64_t ranks) {
  check_trace_groups(database, ranks);
  std::vector<std::vector<std::uint32_t>> groups;
  Statement rows(database, "SELECT id, members FROM trace_groups ORDER BY id");
  while (rows.step()) {
    if (rows.number(0) != groups.size()) throw InputError("trace: its groups are damaged");
    groups.push_back(members_of_line(rows.text(1), ranks));
  }
  return groups;
}

trace::ProcessTrace& process_of(trace::Trace& trace, std::uint64_t rank) {
  if (rank < trace.processes.size()) return trace.processes[rank];
  throw InputError(fmt::format("trace: process {} of {}", rank, trace.processes.size()));
}

/// Reads what the trace tells of its processes, one row each.
std::vector<trace::ProcessTrace> read_processes(const Database& database, std::uint64_t ranks) {
  trace::Trace trace;
  trace.processes.resize(ranks);
  std::uint64_t found = 0;
  Statement rows(database, "SELECT rank, seen, window FROM trace");
  for (; rows.step(); ++found) {
    trace::ProcessTrace& process = process_of(trace, rows.number(0));
    process.seen = rows.number(1), process.window = !rows.text(2).empty();
  }
  if (found != ranks) throw InputError(fmt::format("trace: found {} processes, expected {}", found, ranks));
  return std::move(trace.processes);
}

/// Adds the steps in the order in which they were written, the parts of each process after one another: to sort them
/// would take their memory again, or a file in /tmp.
void read_steps(const Database& database, trace::Trace& trace) {
  std::vector<std::uint32_t> parts(trace.processes.size());
  Statement rows(database, "SELECT rank, part, steps FROM trace_steps");
  while (rows.step()) {
    const std::uint64_t rank = rows.number(0);
    std::vector<trace::Step>& steps = process_of(trace, rank).steps;
    if (rows.number(1) != parts[rank]++) {
      throw InputError(fmt::format("trace: process {}: found part {} of its steps, expected part {}", rank,
                                   rows.number(1), parts[rank] - 1));
    }
    const std::vector<trace::Step> more = trace::decode(rows.bytes(2), kStepsOfPart);
    steps.insert(steps.end(), more.begin(), more.end());
  }
}

}  // namespace

std::string no_trace_text() {
  return "has no trace: 'topomorph profile' records one, except with --no-trace and if the job is aborted";
}

void TraceRows::next_process(std::uint64_t rank, const wire::KeyValues& values) {
  rank_ = rank;
  channels_.clear();
  groups_.clear();
  phases_.clear();
  seen_ = number_or_zero(values, "trace_seen");
  recorded_ += values.contains("trace_seen") ? 1 : 0;
  const auto window = values.find("trace_window");
  window_ = window == values.end() ? std::string() : window->second;
}

/// With more than 65536 channels in a job, two of them may get one number. That matters only if a pair of processes
/// uses both at the same time.
void TraceRows::channels(const wire::Frame& frame) {
  for (const auto& channel : wire::records<wire::ChannelRecord>(frame)) {
    const auto next = static_cast<std::uint16_t>(all_channels_.size());
    channels_.push_back(all_channels_.emplace(std::pair(channel.communicator, channel.tag), next).first->second);
  }
}

void TraceRows::groups(const wire::Frame& frame) {
  for (const std::string& line : wire::lines(wire::text(frame))) {
    const auto next = static_cast<std::uint32_t>(all_groups_.size());
    groups_.push_back(all_groups_.emplace(line, next).first->second);
  }
}

void TraceRows::phases(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const auto next = static_cast<std::uint32_t>(all_phases_.size());
    phases_.push_back(all_phases_.emplace(name, next).first->second);
  }
}

void TraceRows::steps(const wire::Frame& frame) {
  std::vector<trace::Step> steps = wire::records<trace::Step>(frame);
  for (trace::Step& step : steps) {
    if (step.kind > trace::kLastKind) refuse("unknown kind of step");
    if (has_channel(step.kind)) step.channel = numbered(channels_, step.channel, "unknown channel of a step");
    if (step.kind == trace::StepKind::Collective) step.slot = numbered(groups_, step.slot, "unknown group of a step");
    if (step.kind == trace::StepKind::Phase) step.slot = numbered(phases_, step.slot, "unknown phase of a step");
  }
  Statement process(database_, "INSERT INTO trace VALUES(?, ?, ?)");
  process.bind(0, rank_).bind(1, seen_).bind(2, window_).execute();
  Statement part(database_, "INSERT INTO trace_steps VALUES(?, ?, ?)");
  for (std::size_t begin = 0; begin < steps.size(); begin += kStepsOfPart) {
    const auto piece = std::span(steps).subspan(begin, std::min(kStepsOfPart, steps.size() - begin));
    part.bind(0, rank_).bind(1, std::uint64_t{begin / kStepsOfPart}).bind_bytes(2, trace::encode(piece)).execute();
  }
  ++traced_, all_seen_ += seen_, all_steps_ += steps.size();
  if (window_.empty()) return;
  ++windows_;
  if (first_window_.empty()) first_window_ = window_;
}

void TraceRows::write_groups() {
  Statement row(database_, "INSERT INTO trace_groups VALUES(?, ?)");
  for (const auto& [members, number] : all_groups_) row.bind(0, std::uint64_t{number}).bind(1, members).execute();
}

wire::KeyValues TraceRows::finish(std::uint64_t processes) {
  if (recorded_ == 0) return {};
  GroupBudget budget(processes);
  const bool fit = std::ranges::all_of(all_groups_, [&](const auto& group) { return budget.take(group.first); });
  if (traced_ < processes || !fit) {  // readers would refuse more groups
    database_.run("DELETE FROM trace; DELETE FROM trace_steps");
    return {{"trace_dropped", std::to_string(fit ? processes - traced_ : processes)}};
  }
  write_groups();
  wire::KeyValues notes = {{"trace_seen", std::to_string(all_seen_)}, {"trace_steps", std::to_string(all_steps_)}};
  if (windows_ > 0) notes.insert({{"trace_windows", std::to_string(windows_)}, {"trace_window", first_window_}});
  return notes;
}

std::string trace_text(const wire::KeyValues& meta) {
  if (meta.contains("trace_dropped")) return "no trace: there was no room for it (--finalize-budget, --gather-budget)";
  if (!meta.contains("trace_seen")) return "";
  const std::uint64_t seen = number_or_zero(meta, "trace_seen"), steps = number_or_zero(meta, "trace_steps");
  const std::uint64_t windows = number_or_zero(meta, "trace_windows");
  if (windows == 0) return fmt::format("trace of {} steps, folded to {}", seen, steps);
  const auto why = meta.find("trace_window");
  return fmt::format("trace of the first of about {} steps, folded to {}; it ends early on {}: {}", seen, steps,
                     counted(windows, "rank"), why == meta.end() ? "?" : why->second);
}

trace::Trace read_trace(const Database& database, const wire::KeyValues& meta, std::uint64_t ranks,
                        std::vector<std::string> phases) {
  if (meta.contains("trace_dropped")) throw InputError("has " + trace_text(meta));
  if (!meta.contains("trace_seen")) throw InputError(no_trace_text());
  trace::Trace trace;
  trace.phases = std::move(phases);
  trace.processes = read_processes(database, ranks);
  trace.groups = read_trace_groups(database, ranks);
  read_steps(database, trace);
  trace::check(trace);
  return trace;
}

}  // namespace topomorph::formats
