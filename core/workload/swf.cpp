// Reads and writes logs of jobs in the Standard Workload Format.
#include "core/workload/swf.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/number.h"
#include "core/base/text.h"

namespace topomorph::workload {

namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr double kMostWhole = 9007199254740992.0;  // 2^53: above it not every whole number is a double
constexpr std::int64_t kMostStatus = 5;

/// One of the 18 fields: a real or a whole number.
struct Field {
  const char* name;
  double SwfJob::*real;
  std::int64_t SwfJob::*whole;
};

constexpr Field real(const char* name, double SwfJob::*member) { return {name, member, nullptr}; }
constexpr Field whole(const char* name, std::int64_t SwfJob::*member) { return {name, nullptr, member}; }

constexpr std::array<Field, 18> kFields = {{
    whole("job number", &SwfJob::number),
    real("submit time", &SwfJob::submit),
    real("wait time", &SwfJob::wait),
    real("run time", &SwfJob::run),
    whole("number of allocated processors", &SwfJob::processors),
    real("average CPU time", &SwfJob::cpu_time),
    real("used memory", &SwfJob::memory),
    whole("requested number of processors", &SwfJob::requested_processors),
    real("requested time", &SwfJob::requested_time),
    real("requested memory", &SwfJob::requested_memory),
    whole("status", &SwfJob::status),
    whole("user", &SwfJob::user),
    whole("group", &SwfJob::group),
    whole("executable", &SwfJob::executable),
    whole("queue", &SwfJob::queue),
    whole("partition", &SwfJob::partition),
    whole("preceding job", &SwfJob::preceding),
    real("think time", &SwfJob::think_time),
}};

/// Returns whether the number of this field may be a difference of two times of which the log lacks one.
bool is_difference(const Field& field) { return field.real == &SwfJob::wait || field.real == &SwfJob::run; }

/// Adds the text of a negative difference of times, which is unknown, to `unknown`.
void read_field(const Field& field, std::string_view word, SwfJob& job, const LineReader& reader,
                std::string& unknown) {
  auto number = parse_real(word);
  if (number && *number < 0 && *number != SwfJob::kUnknown && is_difference(field)) {
    unknown += fmt::format("{}{}: found '{}', taken as unknown", unknown.empty() ? "" : "; ", field.name, word);
    number = SwfJob::kUnknown;
  }
  if (!number || (*number < 0 && *number != SwfJob::kUnknown)) {
    reader.fail(fmt::format("{}: found '{}', expected a number of 0 or more, or -1 for unknown", field.name, word));
  }
  if (field.real != nullptr) {
    job.*field.real = *number;
    return;
  }
  if (*number > kMostWhole || *number != static_cast<double>(static_cast<std::int64_t>(*number))) {
    reader.fail(fmt::format("{}: found '{}', expected a whole number", field.name, word));
  }
  job.*field.whole = static_cast<std::int64_t>(*number);
}

std::size_t read_fields(std::string_view line, SwfJob& job, const LineReader& reader, std::string& unknown) {
  Words words(line, kBlanks);
  std::size_t count = 0;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (count < kFields.size()) read_field(kFields[count], word, job, reader, unknown);
    ++count;
  }
  return count;
}

SwfJob read_job(std::string_view line, const LineReader& reader, std::size_t& extra_fields, std::string& unknown) {
  SwfJob job;
  const std::size_t count = read_fields(line, job, reader, unknown);
  if (count < kFields.size()) reader.fail(fmt::format("found {} fields, expected {}", count, kFields.size()));
  extra_fields = count - kFields.size();
  if (job.number < 0 || job.submit < 0) reader.fail("found -1 as job number or submit time, expected both known");
  if (job.status > kMostStatus) {
    reader.fail(fmt::format("status: found {}, expected -1 to {}", job.status, kMostStatus));
  }
  return job;
}

/// Reads the lines of jobs.
class Jobs {
 public:
  Jobs(const LineReader& reader, Workload& workload) : reader_(reader), workload_(workload) {}

  void add(std::string_view line) {
    std::size_t extra_fields = 0;
    std::string unknown;
    try {
      workload_.jobs.push_back(read_job(line, reader_, extra_fields, unknown));
      if (!unknown.empty()) warn(unknown);
    } catch (const InputError&) {
      if (!reader_.ends_without_newline() || workload_.jobs.empty()) throw;
      warn("found a piece of a line at the end of the file: its job is missing");
    }
    if (extra_fields > 0 && !has_told_of_fields_) {
      has_told_of_fields_ = true;
      warn(fmt::format("found {} fields: those behind field {} are passed over, in all lines",
                       kFields.size() + extra_fields, kFields.size()));
    }
  }

 private:
  void warn(const std::string& text) { workload_.warnings.add(reader_.path(), reader_.line(), text); }

  const LineReader& reader_;
  Workload& workload_;
  bool has_told_of_fields_ = false;
};

}  // namespace

Workload read_workload(const std::string& path) {
  LineReader reader(path);
  Workload workload;
  Jobs jobs(reader, workload);
  while (const auto line = reader.next()) {
    const std::string_view text = trimmed(*line, kBlanks);
    if (text.empty()) continue;
    if (text.front() != ';' && text.front() != '#') {
      jobs.add(text);
    } else if (workload.jobs.empty()) {
      workload.header.emplace_back(trimmed(text.substr(std::min(text.find_first_not_of(";#"), text.size())), kBlanks));
    }
  }
  if (workload.jobs.empty()) throw InputError(path, 0, "found no job, expected at least one line of 18 numbers");
  return workload;
}

void write_workload(const Workload& workload, const std::string& path) {
  AtomicFile file(path);
  for (const std::string& comment : workload.header) file.write(comment.empty() ? ";\n" : "; " + comment + "\n");
  for (const SwfJob& job : workload.jobs) {
    std::string line;
    for (const Field& field : kFields) {
      if (!line.empty()) line += ' ';
      line += field.real != nullptr ? fmt::format("{}", job.*field.real) : fmt::format("{}", job.*field.whole);
    }
    file.write(line + "\n");
  }
  file.commit();
}

std::optional<std::string> header_value(const Workload& workload, std::string_view name) {
  for (const std::string& comment : workload.header) {
    const std::size_t colon = comment.find(':');
    if (colon != std::string::npos && trimmed(std::string_view(comment).substr(0, colon), kBlanks) == name) {
      return std::string(trimmed(std::string_view(comment).substr(colon + 1), kBlanks));
    }
  }
  return std::nullopt;
}

}  // namespace topomorph::workload
