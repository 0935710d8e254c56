// What a profile knows of the program itself: calls, sizes of messages, phases.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/report/report.h"

namespace topomorph::report {

/// Who ran where, when, with which MPI; of an affinity alone only the number of ranks.
nlohmann::ordered_json job_json(const Report& report);

/// Adds calls, sizes and phases, each null where it was not recorded, and to "missing" the sentence that says so.
void add_program(const Source& source, nlohmann::ordered_json& json);

/// One function in all phases, the most time first.
struct CallSum {
  std::string function;
  std::uint64_t count = 0, bytes = 0;
  double seconds = 0;
};
std::vector<CallSum> calls_by_time(const formats::Profile& profile);

/// One phase, in the order in which the profile has them.
struct PhaseSum {
  std::string name;
  std::uint64_t bytes = 0, messages = 0, calls = 0;
  double seconds = 0;  ///< in MPI, of all ranks
};
std::vector<PhaseSum> phases_of(const Source& source);

}  // namespace topomorph::report
