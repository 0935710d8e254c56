// What the literature counts instead of seconds: measures of a mapping that need no replay.
#pragma once

#include <cstdint>

#include "benchmarks/scale/machine.h"
#include "core/model/affinity.h"
#include "core/model/mapping.h"

namespace topomorph::scale {

struct Measures {
  double hop_bytes = 0;          ///< bytes x links of the route between hosts
  double sum_com = 0;            ///< bytes x distance of the slots [Jeannot 2022, section 3.5], hosts 16 times apart
  std::uint64_t most_bytes = 0;  ///< of one link
  double congestion = 0;         ///< bytes / bandwidth of the link with the most
  std::uint64_t messages = 0;    ///< between hosts
  std::uint64_t bytes = 0;       ///< between hosts
};

Measures measures_of(const Affinity& affinity, const Machine& machine, const Mapping& mapping);

}  // namespace topomorph::scale
