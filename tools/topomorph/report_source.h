// What a report is made from, as the command line names it.
#pragma once

#include <optional>
#include <string>

#include "tools/report/report.h"

namespace topomorph::cli {

struct ReportOptions {
  std::string topology, mapping, cost, level_costs;
  report::BuildOptions build;
};

/// A profile, or an affinity by the ending of its name. Throws InputError.
report::Source read_report_source(const std::string& file);

/// Where the ranks are: on the topology that is given; found there by the names of the profile's hosts if it has such,
/// else rank i on slot i, or as --mapping says. Without one: as the profile has it. Nothing where that does not know
/// all ranks. Throws InputError.
std::optional<report::Place> place_of(const report::Source& source, const ReportOptions& options);

}  // namespace topomorph::cli
