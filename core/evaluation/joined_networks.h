// One network from several measurements of it.
#pragma once

#include <span>
#include <vector>

#include "core/formats/profile/network_rows.h"

namespace topomorph::evaluation {

/// Returns one pair for each reach, whose values are the medians of the measurements that have the reach. Of three and
/// more measurements, those whose latency or rate is several times above or below the median are left out. Its ranks
/// are 0. A single measurement is returned as it is.
std::vector<formats::ProfiledPair> joined(std::span<const std::vector<formats::ProfiledPair>> measurements);

}  // namespace topomorph::evaluation
