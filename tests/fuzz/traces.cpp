// Traces of jobs, read, replayed, written and read again.
#include "core/base/successive.h"
#include "core/replay/replay.h"
#include "core/replay/time_independent/reader.h"
#include "core/replay/time_independent/writer.h"
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
  require(!result || result->ended == trace.processes.size(), "a replay ends with all processes");
}

}  // namespace

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

}  // namespace topomorph::fuzz
