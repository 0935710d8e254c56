// Options of the mapper, as tests write them.
#pragma once

#include <string>

#include "core/mapping/portfolio/map.h"

namespace topomorph::mapping {

inline MapOptions with_algorithm(const std::string& algorithm) {
  MapOptions options;
  options.algorithm = algorithm;
  return options;
}

}  // namespace topomorph::mapping
