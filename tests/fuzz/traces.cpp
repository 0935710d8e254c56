// Traces of jobs, read, replayed, written and read again.
#include <algorithm>

#include "core/base/line_reader.h"
#include "core/base/successive.h"
#include "core/recordings/ipm.h"
#include "core/recordings/paraver.h"
#include "core/replay/affinity.h"
#include "core/replay/replay.h"
#include "core/replay/time_independent/reader.h"
#include "core/replay/time_independent/writer.h"
#include "core/replay/work.h"
#include "core/trace/check.h"
#include "core/trace/encoding.h"
#include "core/trace/trace.h"
#include "tests/fuzz/support.h"
#include "tests/fuzz/targets.h"

namespace topomorph::fuzz {

namespace {

constexpr double kFlops = 1e9;
constexpr std::uint64_t kMostLines = 20000;
constexpr std::size_t kMostProcesses = 64;

/// Either the replay ends, or it says who waits for whom.
void replay_on_one_switch(const trace::Trace& trace) {
  const std::vector<std::uint64_t> arities = {trace.processes.size()};
  const TreeTopology tree = TreeTopology::regular(arities);
  const replay::Platform platform = replay::tree_platform(tree, {{{1e-6, 1e9}}, false}, 0);
  replay::Options options;
  options.deadline = Deadline(0.5);
  const auto result = replay::replay(trace, platform, successive<Slot>(trace.processes.size()), options);
  const bool window = std::ranges::any_of(trace.processes, &trace::ProcessTrace::window);
  require(!result || window || result->ended == trace.processes.size(), "a replay ends with all processes");
}

/// Each process is a byte with the length of its steps, as they are in a profile, and the steps.
trace::Trace trace_of(std::string_view input) {
  trace::Trace trace;
  trace.phases = {"main", "solve"};
  while (!input.empty() && trace.processes.size() < kMostProcesses) {
    const std::size_t length = std::min<std::size_t>(static_cast<unsigned char>(input[0]), input.size() - 1);
    trace.processes.push_back({.steps = trace::decode(input.substr(1, length), kMostLines)});
    input.remove_prefix(1 + length);
  }
  const auto processes = static_cast<std::uint32_t>(trace.processes.size());
  trace.groups = {successive<std::uint32_t>(processes)};
  if (processes > 1) trace.groups.push_back({processes - 1, 0});
  return trace;
}

}  // namespace

/// Loops may have any number of iterations: what is not refused takes time by its folded steps, or ends by its
/// deadline.
void trace(std::string_view input) {
  const trace::Trace trace = trace_of(input);
  trace::check(trace);
  for (const trace::ProcessTrace& process : trace.processes) {
    require(trace::decode(trace::encode(process.steps), process.steps.size()).size() == process.steps.size(),
            "steps survive their bytes");
  }
  replay::check_work(trace, {});
  require(replay::affinity_of(trace).roles() == trace.processes.size(), "an affinity has a role for each process");
  replay_on_one_switch(trace::first_steps(trace, kMostLines));
}

void time_independent(std::string_view input) {
  const MemoryFile file(input);
  const trace::Trace first = replay::read_time_independent(file.path(), kFlops);
  if (first.processes.size() > kMostProcesses) return;
  const std::string copy = (scratch_folder() / "copy.trace").string();
  replay::write_time_independent(first, kFlops, copy, {}, kMostLines);
  const trace::Trace second = without_error("a trace that was written can be read",
                                            [&] { return replay::read_time_independent(copy, kFlops); });
  require(second.processes.size() == first.processes.size(), "a trace keeps its processes");
  replay_on_one_switch(first);
}

void check_recording(const trace::Trace& trace) {
  if (trace.processes.size() > kMostProcesses) return;
  require(replay::affinity_of(trace).roles() == trace.processes.size(), "an affinity has a role for each process");
  replay_on_one_switch(trace);
}

void paraver(std::string_view input) {
  const MemoryFile file(input);
  Warnings warnings;
  check_recording(recordings::read_paraver(file.path(), warnings));
}

void ipm(std::string_view input) {
  const MemoryFile file(input);
  require(recordings::read_ipm(file.path()).entries() > 0, "a report without sends is refused");
}

}  // namespace topomorph::fuzz
