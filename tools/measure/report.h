// What was measured, for people and for programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/evaluation/level_costs.h"
#include "core/topology/placement.h"
#include "tools/measure/network_measuring.h"
#include "tools/measure/schedule.h"

namespace topomorph::measure {

/// A pair of processes of one host and what it found.
struct Finding {
  Pair pair;
  double latency = 0, bandwidth = 0;
};

/// What the pairs of one level found together.
struct LevelRow {
  std::string name;
  std::size_t pairs = 0;
  evaluation::LinkCost cost;     ///< inside hosts the medians of the pairs; between hosts of pairs alone
  std::optional<double> loaded;  ///< bytes a second of each pair while all send across the level
  evaluation::LinkCost slowest;  ///< of all pairs; between hosts while other pairs measured too
};

struct Report {
  std::uint64_t processes = 0;
  std::string topology;
  std::vector<LevelRow> levels;             ///< from the inside out
  std::optional<NetworkFindings> network;   ///< where there are several hosts
  std::string told;                         ///< who told of groups; empty: nobody
  std::vector<std::string> contradictions;  ///< of what was told
};

/// Of a measurement inside the hosts and, where there are several, between them.
Report make_report(const topology::JobTopology& job, const std::vector<Finding>& inside,
                   std::optional<NetworkFindings> network);

std::string as_text(const Report& report, bool with_pairs);
std::string as_json(const Report& report);

/// The medians, for --level-costs.
evaluation::LevelCosts level_costs(const Report& report);

}  // namespace topomorph::measure
