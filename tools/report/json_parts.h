// Parts of a report's JSON: the program, with its calls, sizes and phases, and the course of the job.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/report/report.h"

namespace topomorph::report {

/// Returns the seconds of the job in both orders, and what its links and ranks do over time; null without a replay.
nlohmann::ordered_json course_json(const Report& report);

/// Returns program, hosts, date and MPI library; for an affinity only the number of ranks.
nlohmann::ordered_json job_json(const Report& report);

/// Adds calls, sizes and phases. Each is null if it was not recorded; "missing" then gets the reason.
void add_program(const Source& source, nlohmann::ordered_json& json);

/// One function, summed over all phases. calls_by_time() sorts by time.
struct CallSum {
  std::string function;
  std::uint64_t count = 0, bytes = 0;
  double seconds = 0;
};
std::vector<CallSum> calls_by_time(const formats::Profile& profile);

/// One phase, in the order of the profile.
struct PhaseSum {
  std::string name;
  std::uint64_t bytes = 0, messages = 0, calls = 0;
  double seconds = 0;  ///< in MPI, of all ranks
};
std::vector<PhaseSum> phases_of(const Source& source);

}  // namespace topomorph::report
