// The measured values, as text for people and JSON for programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/evaluation/level_costs.h"
#include "core/topology/hosts/placement.h"
#include "tools/measure/network_measuring.h"
#include "tools/measure/schedule.h"

namespace topomorph::measure {

/// A pair of processes of one host with its values.
struct Finding {
  Pair pair;
  double latency = 0, bandwidth = 0;
};

/// The values of all pairs of one level.
struct LevelRow {
  std::string name;
  std::size_t pairs = 0;
  evaluation::LinkCost cost;     ///< inside hosts the medians; between hosts of pairs that measured alone
  std::optional<double> loaded;  ///< bytes a second of each pair while all pairs send across the level
  evaluation::LinkCost slowest;  ///< of all pairs; between hosts while other pairs measured
};

struct Report {
  std::uint64_t processes = 0;
  std::string topology;
  std::vector<LevelRow> levels;             ///< innermost first
  std::optional<NetworkFindings> network;   ///< with several hosts
  std::string declared_by;                  ///< source of the description of groups; empty: none
  std::vector<std::string> contradictions;  ///< between the description and the measurement
};

/// Joins the measurements inside the hosts and, with several hosts, between them.
Report make_report(const topology::JobTopology& job, const std::vector<Finding>& inside,
                   std::optional<NetworkFindings> network);

std::string as_text(const Report& report, bool with_pairs);
std::string as_json(const Report& report);

/// Returns the medians, for --level-costs.
evaluation::LevelCosts level_costs(const Report& report);

}  // namespace topomorph::measure
