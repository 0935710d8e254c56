// Reads SimGrid's time-independent traces.
#include "core/replay/time_independent/reader.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/base/number.h"
#include "core/base/successive.h"
#include "core/base/text.h"
#include "core/replay/time_independent/process_reader.h"
#include "core/trace/check.h"

namespace topomorph::replay {

namespace {

namespace fs = std::filesystem;

bool is_action(std::string_view line) {
  Words words(line);
  return parse_count(words.next()).has_value() && !words.next().empty();
}

bool is_nothing(std::string_view line) {
  const std::string_view first = Words(line).next();
  return first.empty() || first.starts_with('#');
}

bool is_text(std::string_view line) {
  return std::ranges::none_of(line,
                              [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\r'; });
}

/// The files are read twice, so none may be a pipe.
LineReader opened(const std::string& path) {
  std::error_code error;
  if (fs::exists(path, error) && !fs::is_regular_file(path, error)) throw InputError(path, 0, "is not a regular file");
  return LineReader(path, kAnyBytes);
}

/// Returns the path of a file that a list names. SimGrid writes names relative to where the program was started, which
/// may be this folder, or one above the list, or one that is gone: then the end of the name counts from the list.
std::string listed_file(const fs::path& list, const fs::path& name) {
  const fs::path folder = list.parent_path(), plain = folder / name;
  std::error_code error;
  if (fs::exists(plain, error)) return plain.string();
  if (fs::exists(name, error)) return name.string();
  fs::path end = name.relative_path();
  while (end.has_parent_path()) {
    fs::path shorter;
    for (auto part = std::next(end.begin()); part != end.end(); ++part) shorter /= *part;
    end = std::move(shorter);
    if (fs::exists(folder / end, error)) return (folder / end).string();
  }
  return plain.string();
}

/// Recognizes "p0 compute 1e6": SimGrid before 3.20 could name processes so.
bool is_old_action(std::string_view line) {
  Words words(line);
  const std::string_view process = words.next();
  return process.starts_with('p') && parse_count(process.substr(1)).has_value() && !words.next().empty();
}

/// Returns the files with actions: the file itself, or those that it lists.
std::vector<std::string> files_of(const std::string& path) {
  std::vector<std::string> files;
  LineReader reader = opened(path);
  while (const auto line = reader.next()) {
    if (is_nothing(*line)) continue;
    if (files.empty() && is_action(*line)) return {path};
    if (files.empty() && is_old_action(*line))
      reader.fail(
          "found a process 'p0' as of SimGrid before 3.20, expected '0': record the trace again with a later one");
    if (!is_text(*line)) reader.fail("is no text, expected a profile (.tmprof), actions, or names of files with them");
    const std::string_view name = Words(*line).next();
    files.push_back(listed_file(path, name));
    std::error_code error;
    if (!fs::exists(files.back(), error)) {
      reader.fail(
          fmt::format("found '{}', expected an action, or the name of a file with actions", beginning_of(name)));
    }
  }
  if (files.empty())
    reader.fail("has no actions, expected lines such as '0 compute 1e6', or names of files with such lines");
  return files;
}

/// Calls visit(rank, rest of the line, reader) for each action.
template <typename Visit>
void for_each_action(const std::vector<std::string>& files, Visit visit) {
  for (const std::string& file : files) {
    LineReader reader = opened(file);
    while (const auto line = reader.next()) {
      if (is_nothing(*line)) continue;
      Words words(*line);
      const std::string_view first = words.next();
      const auto rank = parse_count(first);
      if (!rank) reader.fail(fmt::format("found '{}', expected the rank of a process", first));
      if (*rank >= trace::kMaxProcesses) reader.fail(fmt::format("rank {} of at most {}", *rank, trace::kMaxProcesses));
      visit(static_cast<std::uint32_t>(*rank), words, reader);
    }
  }
}

/// Returns the number of processes, all of which have a line.
std::uint32_t count_processes(const std::vector<std::string>& files) {
  std::vector<bool> seen;
  for_each_action(files, [&](std::uint32_t rank, Words&, const LineReader&) {
    if (rank >= seen.size()) seen.resize(rank + std::size_t{1});
    seen[rank] = true;
  });
  const auto missing = std::find(seen.begin(), seen.end(), false);
  if (missing != seen.end()) {
    throw InputError(files.front(), 0,
                     fmt::format("has no line of process {} of {}", missing - seen.begin(), seen.size()));
  }
  return static_cast<std::uint32_t>(seen.size());
}

/// The place of the last action of a process.
struct Place {
  std::string file;
  std::uint64_t line = 0;
};

/// Throws InputError if some processes finalize and others do not.
void check_ends(const std::vector<ProcessReader>& processes, const std::vector<Place>& last) {
  const auto ended = [](const ProcessReader& process) { return process.finalized(); };
  if (std::none_of(processes.begin(), processes.end(), ended)) return;
  const auto cut = std::find_if_not(processes.begin(), processes.end(), ended) - processes.begin();
  if (static_cast<std::size_t>(cut) == processes.size()) return;
  const auto& [file, line] = last[static_cast<std::size_t>(cut)];
  throw InputError(file, line,
                   fmt::format("the last line of process {}, expected its finalize: the trace was cut", cut));
}

}  // namespace

trace::Trace read_time_independent(const std::string& path, double flops_per_second) {
  return read_time_independent(std::vector{path}, flops_per_second);
}

trace::Trace read_time_independent(const std::vector<std::string>& paths, double flops_per_second) {
  if (!(std::isfinite(flops_per_second) && flops_per_second > 0)) {
    throw InputError(fmt::format("a processor of {} flops per second", flops_per_second));
  }
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    for (std::string& file : files_of(path)) files.push_back(std::move(file));
  }
  TraceText text{count_processes(files), flops_per_second};
  std::vector<ProcessReader> processes;
  processes.reserve(text.processes);
  for (std::uint32_t rank = 0; rank < text.processes; ++rank) processes.emplace_back(rank, text);
  std::vector<Place> last(text.processes);
  for_each_action(files, [&](std::uint32_t rank, Words& words, const LineReader& reader) {
    processes[rank].read(words.next(), words, reader);
    if (last[rank].file != reader.path()) last[rank].file = reader.path();
    last[rank].line = reader.line();
  });
  check_ends(processes, last);
  trace::Trace trace;
  trace.groups.push_back(successive<std::uint32_t>(text.processes));
  for (ProcessReader& process : processes) trace.processes.push_back(process.finish());
  trace::check(trace);
  return trace;
}

}  // namespace topomorph::replay
