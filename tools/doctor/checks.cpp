// The table of checks.
#include "tools/doctor/checks.h"

#include <exception>

#include "tools/doctor/installation_checks.h"
#include "tools/doctor/machine_checks.h"
#include "tools/doctor/mpi_checks.h"
#include "tools/doctor/program_checks.h"

namespace topomorph::doctor {

namespace {

constexpr Check kChecks[] = {
    {"settings", false, look_at_settings},
    {"library", false, look_at_library},
    {"preloading", false, look_at_preloading},
    {"engine", false, look_at_engine},
    {"mpi", false, look_at_mpi},
    {"contract", false, look_at_contract},
    {"launcher", false, look_at_launcher},
    {"job", false, look_at_job},
    {"counting", false, look_at_counting},
    {"topology", false, look_at_topology},
    {"network", false, look_at_network},
    {"binding", false, look_at_binding},
    {"limits", false, look_at_limits},
    {"fortran", false, look_at_fortran},
    {"store", false, look_at_store},
    {"program", true, look_at_program},
    {"its MPI", true, look_at_program_mpi},
    {"its Fortran", true, look_at_program_fortran},
};

}  // namespace

std::span<const Check> checks() { return kChecks; }

Finding look(const Check& check, Surroundings& surroundings) {
  try {
    return check.look(surroundings);
  } catch (const std::exception& error) {
    return {Verdict::Failure, error.what()};
  }
}

}  // namespace topomorph::doctor
