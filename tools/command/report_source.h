// The input of a report, from the options of the command line.
#pragma once

#include <optional>
#include <string>

#include "core/evaluation/cost_model.h"
#include "tools/report/report.h"

namespace topomorph::command {

struct ReportOptions {
  std::string topology, mapping, level_costs;
  std::optional<evaluation::CostModel> cost;  ///< nothing: hop-bytes
  report::BuildOptions build;
};

/// Reads a profile or, by the ending of the name, another affinity. Throws InputError.
report::Source read_report_source(const std::string& file);

/// Returns the places of the ranks. On a given topology the names of the profile's hosts decide if the topology has
/// them, else rank i is on slot i, or as in --mapping. Without one the locations in the profile decide. Returns nothing
/// if the location of some rank is not known. Throws InputError.
std::optional<report::Place> place_of(const report::Source& source, const ReportOptions& options);

}  // namespace topomorph::command
