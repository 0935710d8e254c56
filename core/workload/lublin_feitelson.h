// Generates workloads by the model of [Lublin 2003].
#pragma once

#include <cstdint>
#include <optional>

#include "core/workload/swf.h"

namespace topomorph::workload {

struct GeneratorOptions {
  std::uint64_t jobs = 1000;
  std::uint64_t processors = 128;  ///< of the machine
  std::uint64_t largest = 0;       ///< processors of the largest job; 0: all of the machine
  std::optional<double> load;  ///< requested processor seconds, as a share of those available until the last arrival
  double overestimate = 3;     ///< users request 1 to 1 + overestimate times the run time
  std::uint64_t seed = 1;
};

/// Generates jobs by the model of [Lublin 2003] with its parameters for all jobs together, batch and interactive:
/// * sizes: 24.4 % serial, 57.6 % powers of two. Logarithms are uniform in two stages, 86 % below the largest / 5.7;
/// * run times: logarithms are hyper-gamma; large jobs draw more often from the longer gamma. The model was fitted to
///   machines of 128 nodes, so a size counts as its share of the machine;
/// * arrivals: logarithms of the times between them are gamma, scaled by the hour of the day; the daily cycle is gamma,
///   too. With `load` all times are scaled by one factor, and the cycle stays a day long;
/// * users' estimates, which the model lacks: uniform from the run time to 1 + overestimate times it [Mu'alem 2001].
/// Times are whole seconds. Same options, same workload. Throws InputError for no jobs, no processors, a largest job
/// that is larger than the machine, a load below 0.001, and a negative overestimate.
Workload generate_workload(const GeneratorOptions& options);

}  // namespace topomorph::workload
