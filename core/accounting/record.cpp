// Reads the record of a job.
#include "core/accounting/record.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/date.h"
#include "core/base/error.h"
#include "core/base/number.h"

namespace topomorph::accounting {

namespace {

constexpr std::string_view kMark = "\"topomorph\"";
constexpr double kHour = 3600;
constexpr double kLeastGain = -1e6;

struct TextMember {
  std::string_view name;
  std::string_view JobRecord::*text;
};

constexpr TextMember kTexts[] = {
    {"program", &JobRecord::program}, {"user", &JobRecord::user},   {"partition", &JobRecord::partition},
    {"library", &JobRecord::library}, {"order", &JobRecord::order}, {"reason", &JobRecord::reason},
};

/// The limits keep damaged numbers out of the sums, which no later record could correct.
struct NumberMember {
  std::string_view name;
  std::optional<double> JobRecord::*number;
  double least, most;
};

constexpr NumberMember kNumbers[] = {
    {"end", &JobRecord::end, 0, static_cast<double>(kLastSecond)},
    {"ranks", &JobRecord::ranks, 1, 1e9},
    {"hosts", &JobRecord::hosts, 1, 1e9},
    {"seconds", &JobRecord::seconds, 0, 1e10},
    {"mpi_seconds", &JobRecord::mpi_seconds, 0, 1e10},
    {"cost_before", &JobRecord::cost_before, 0, 1e300},
    {"cost_after", &JobRecord::cost_after, 0, 1e300},
    {"predicted_gain", &JobRecord::stated_gain, kLeastGain, 1},
    {"measured_gain", &JobRecord::measured_gain, kLeastGain, 1},
    {"added_ms", &JobRecord::added_milliseconds, 0, 1e13},
};

template <typename Table>
const auto* find_member(const Table& table, std::string_view name) {
  for (const auto& member : table) {
    if (member.name == name) return &member;
  }
  return static_cast<decltype(&table[0])>(nullptr);
}

[[noreturn]] void fail_as_no(const char* expected, const Member& member) {
  throw InputError(fmt::format("{}: found another kind of value, expected {}", member.name, expected));
}

void set_text(const Member& member, JobRecord& record) {
  const TextMember* const known = find_member(kTexts, member.name);
  if (known == nullptr) {
    if (find_member(kNumbers, member.name) != nullptr) fail_as_no("a number", member);
    return;
  }
  if (member.value.size() > kLongestName) {
    throw InputError(
        fmt::format("{}: found {} bytes, expected at most {}", member.name, member.value.size(), kLongestName));
  }
  record.*known->text = member.value;
}

void set_number(const Member& member, JobRecord& record) {
  const NumberMember* const known = find_member(kNumbers, member.name);
  if (known == nullptr) {
    if (find_member(kTexts, member.name) != nullptr) fail_as_no("a text", member);
    return;
  }
  const std::optional<double> number = parse_real(member.value);
  if (!number || *number < known->least || *number > known->most) {
    throw InputError(fmt::format("{}: found {}, expected a number from {:g} to {:g}", member.name,
                                 member.value.substr(0, 40), known->least, known->most));
  }
  record.*known->number = number;
}

void check_format(const Member& member) {
  if (member.kind == ValueKind::Number && parse_count(member.value) == kRecordFormat) return;
  throw InputError(fmt::format("topomorph: found {}, expected {}, the format of the record", member.value.substr(0, 40),
                               kRecordFormat));
}

/// Returns whether the member is the mark of a record.
bool set_member(const Member& member, JobRecord& record) {
  if (member.name == "topomorph") {
    check_format(member);
    return true;
  }
  if (member.kind == ValueKind::Text) set_text(member, record);
  if (member.kind == ValueKind::Number) set_number(member, record);
  if (member.kind == ValueKind::Other) {
    if (find_member(kTexts, member.name) != nullptr) fail_as_no("a text", member);
    if (find_member(kNumbers, member.name) != nullptr) fail_as_no("a number", member);
  }
  return false;
}

/// Returns the object that has the mark: from the last brace in front of it, because the text in front of the object
/// may contain braces; from the first brace if a member with one stands in front of the mark. Empty: there is no brace.
std::string_view object_in(std::string_view line, std::size_t mark) {
  const std::size_t brace = line.rfind('{', mark);
  if (brace != std::string_view::npos && line.find_first_not_of(" \t", brace + 1) == mark) return line.substr(brace);
  return line.substr(std::min(line.find('{'), line.size()));
}

}  // namespace

JobOrder JobRecord::job_order() const {
  if (order == "launcher") return JobOrder::Launcher;
  if (order == "reordered") return JobOrder::Reordered;
  return order == "dropped" ? JobOrder::Dropped : JobOrder::Unknown;
}

double JobRecord::node_hours() const { return hosts.value_or(0) * seconds.value_or(0) / kHour; }

double JobRecord::mpi_node_hours() const {
  return hosts.value_or(0) * std::min(mpi_seconds.value_or(0), seconds.value_or(0)) / kHour;
}

std::optional<double> JobRecord::predicted_gain() const {
  if (stated_gain || !cost_before || !cost_after || *cost_before <= 0) return stated_gain;
  return std::max(1 - *cost_after / *cost_before, kLeastGain);
}

RecordLine::RecordLine(std::string_view line) {
  const std::size_t mark = line.find(kMark);
  if (mark == std::string_view::npos) return;
  const std::string_view object = object_in(line, mark);
  if (object.empty()) return;
  object_.emplace(object);
  bool is_marked = false;
  for (Member member; object_->next(member);) is_marked = set_member(member, record_) || is_marked;
  if (!is_marked) {
    object_.reset();
    return;
  }
  if (record_.program.empty()) record_.program = kUnknownProgram;
  before_ = line.substr(0, static_cast<std::size_t>(object.data() - line.data()));
}

}  // namespace topomorph::accounting
