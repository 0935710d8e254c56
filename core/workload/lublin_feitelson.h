// Workloads as supercomputers have them, made by a published model.
#pragma once

#include <cstdint>
#include <optional>

#include "core/workload/swf.h"

namespace topomorph::workload {

struct GeneratorOptions {
  std::uint64_t jobs = 1000;
  std::uint64_t processors = 128;  ///< of the machine
  std::uint64_t largest = 0;       ///< processors of the largest job; 0: all of the machine
  std::optional<double> load;      ///< processor seconds asked for, as a share of what there is until the last arrival
  double overestimate = 3;         ///< users ask for 1 to 1 + so many times the time they need
  std::uint64_t seed = 1;
};

/// Jobs by the model of Lublin and Feitelson (The workload on parallel supercomputers: modeling the characteristics of
/// rigid jobs, J. Parallel Distrib. Comput. 63, 2003), with its parameters for all jobs together, batch and
/// interactive:
/// * sizes: 24.4 % serial, 57.6 % powers of two; their logarithms are even in two stages, 86 % below the largest / 5.7;
/// * run times: logarithms are hyper-gamma; large jobs draw more often from the longer of the two. The model was fitted
///   to machines of 128 nodes: a size counts there as its share of the machine;
/// * arrivals: logarithms of times between them are gamma, stretched and shrunk by the hour of the day, whose cycle is
///   gamma, too. With `load` all are stretched by the same factor, and the cycle stays a day long;
/// * users' estimates, which the model has not: even from the run time to 1 + overestimate times it (Mu'alem,
/// Feitelson:
///   Utilization, predictability, workloads, and user runtime estimates, 2001).
/// Times are whole seconds. Same options, same workload. Throws InputError for no jobs, no processors, a largest job
/// that is larger than the machine, a load below 0.001, and a negative overestimate.
Workload generate_workload(const GeneratorOptions& options);

}  // namespace topomorph::workload
