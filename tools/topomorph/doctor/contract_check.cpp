// Checks whether TopoMorph fits the MPI library that runs, which may be newer than that of the build.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tools/topomorph/child.h"
#include "tools/topomorph/companions.h"
#include "tools/topomorph/doctor/check.h"
#include "tools/topomorph/doctor/complaint.h"

namespace topomorph::cli::doctor {

namespace {

constexpr double kPatience = 20;  // seconds for a child that does next to nothing

}  // namespace

/// Runs topomorph-links, an MPI program, under the library and without MPI_Init: it asks the library in its process.
Finding look_at_contract(Surroundings& surroundings) {
  if (!surroundings.mpi().problem.empty()) return {Verdict::Warning, "not looked at: there is no MPI program to ask"};
  const ChildResult child = run_child({own_path(), "run", "--", links_program_path(), "--about"}, kPatience);
  const nlohmann::json answer = nlohmann::json::parse(child.out, nullptr, false);
  if (child.status != 0 || !answer.is_object() || !answer.contains("internals")) {
    const std::string said = complaint_in(child.err);
    return {Verdict::Warning,
            fmt::format("not looked at: the library did not answer{}{}", said.empty() ? "" : ": ", said)};
  }
  const std::string found = answer.value("found", ""), unwrapped = answer.value("unwrapped", "");
  if (!unwrapped.empty()) {
    return {Verdict::Failure,
            fmt::format("{} has {}, which TopoMorph does not know: no order is changed", found, unwrapped),
            "install a newer TopoMorph; measuring works, but for what this function sends"};
  }
  if (!answer.value("internals", true)) {
    return {Verdict::Warning, fmt::format("every function of {} is known, its internal functions are not", found),
            "collectives are counted by the model; callbacks of Fortran may see another MPI_COMM_WORLD"};
  }
  return {Verdict::Ok, fmt::format("every function of {} is known, and so are its internal ones", found)};
}

}  // namespace topomorph::cli::doctor
