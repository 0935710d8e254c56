// The table of checks.
#include "tools/doctor/checks.h"

#include <exception>

namespace topomorph::doctor {

namespace {

constexpr Check kChecks[] = {
    {"settings", false, check_settings},
    {"records", false, check_records},
    {"library", false, check_library},
    {"preloading", false, check_preloading},
    {"engine", false, check_engine},
    {"backs", false, check_backs},
    {"mpi", false, check_mpi},
    {"contract", false, check_contract},
    {"launcher", false, check_launcher},
    {"job", false, check_job},
    {"counting", false, check_counting},
    {"topology", false, check_topology},
    {"network", false, check_network},
    {"binding", false, check_binding},
    {"gpus", false, check_gpus},
    {"limits", false, check_limits},
    {"fortran", false, check_fortran},
    {"store", false, check_store},
    {"program", true, check_program},
    {"its MPI", true, check_program_mpi},
    {"its Fortran", true, check_program_fortran},
};

}  // namespace

std::span<const Check> checks() { return kChecks; }

Finding run_check(const Check& check, Surroundings& surroundings) {
  try {
    return check.run(surroundings);
  } catch (const std::exception& error) {
    return {Verdict::Failure, error.what()};
  }
}

}  // namespace topomorph::doctor
