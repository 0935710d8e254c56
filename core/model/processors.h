// The processors that the processes of a job share.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/model/process_location.h"

namespace topomorph::inline model {

/// Processes that share processors, by the machine that executes them: simulated hosts and containers of one machine
/// are hosts of their own, and share its processors.
struct ProcessorPools {
  std::vector<std::uint32_t> of_process;
  std::vector<double> processors;  ///< of each pool; 0: not known

  /// Returns whether some pool is known to have fewer processors than processes.
  bool are_short() const;
};

/// Returns the pools that ProcessLocation::processors tell. The processors of a pool are the CPUs that any of its
/// processes may use, hardware threads each for itself, or the limit of their control group, if that is less.
ProcessorPools pools_of(std::span<const ProcessLocation> processes);

}  // namespace topomorph::inline model
