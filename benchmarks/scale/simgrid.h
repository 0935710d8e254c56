// The same trace and machine as files for SimGrid's SMPI.
#pragma once

#include <string>

#include "benchmarks/scale/machine.h"
#include "core/model/mapping.h"
#include "core/trace/trace.h"

namespace topomorph::scale {

/// Of the processes' computation in the trace file, and of a core in the platform file.
inline constexpr double kFlopsOfCore = 1e9;

/// Writes `folder`/trace.txt (and trace.list, which names it), which does not depend on machine and order.
void write_simgrid_trace(const trace::Trace& trace, const std::string& folder);

/// Writes `folder`/NAME.xml: each host of the job with kCores cores, and between each two the links of their route,
/// each direction for itself. The base of the latency is a link without limit; so is the copy inside a host.
void write_simgrid_platform(const Machine& machine, const NetworkCosts& costs, const std::string& path);

/// Writes the host of each process, a line each.
void write_simgrid_hosts(const Mapping& mapping, const std::string& path);

}  // namespace topomorph::scale
