// Replays the trace of a job on a machine: how long it takes with its processes at these places, and why.
#include "core/replay/replay.h"

#include <cmath>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/replay/engine.h"
#include "core/replay/work.h"
#include "core/trace/check.h"

namespace topomorph::replay {

namespace {

void check_options(const Options& options) {
  const auto check = [](const char* what, double value) {
    if (!(std::isfinite(value) && value >= 0 && value < 1)) {
      throw InputError(fmt::format("replay: {} of {}, expected 0 up to 1", what, value));
    }
  };
  if (options.sharing_tolerance) check("a tolerance", *options.sharing_tolerance);
  check("small messages of a part of the latency", options.small_messages);
  if (options.intervals % 2 != 0) throw InputError("replay: the timeline needs an even number of intervals");
}

}  // namespace

void check_replay(const trace::Trace& trace, const Platform& platform, const Options& options) {
  trace::check(trace);
  check(platform);
  check_options(options);
  check_phases(trace);
}

void check_order(const trace::Trace& trace, const Platform& platform, const Mapping& mapping) {
  check_mapping(mapping, trace.processes.size(), platform.host_of.size(), Sharing::kAnyNumber);
}

std::optional<Result> replay(const trace::Trace& trace, const Platform& platform, const Mapping& mapping,
                             const Options& options) {
  check_replay(trace, platform, options);
  if (!options.deadline.left()) check_steps(trace, platform.collectives);
  check_order(trace, platform, mapping);
  return Engine(trace, platform, mapping, options).run();
}

}  // namespace topomorph::replay
