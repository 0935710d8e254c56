// The checks of topomorph doctor and their findings.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "tools/topomorph/doctor/surroundings.h"

namespace topomorph::cli::doctor {

enum class Verdict {
  Ok,
  Warning,  ///< jobs run, but lose something
  Failure,  ///< jobs do not run, or run without TopoMorph
};

struct Finding {
  Verdict verdict = Verdict::Ok;
  std::string found;
  std::string advice = "";  ///< what to do; empty: nothing
};

/// A row of the table. A new check is a function and a row in checks.cpp.
struct Check {
  const char* name;
  bool of_program;  ///< needs a program
  Finding (*look)(Surroundings& surroundings);
};

std::span<const Check> checks();

/// Runs the check. An exception of the check becomes a failure.
Finding look(const Check& check, Surroundings& surroundings);

// settings_checks.cpp
Finding look_at_settings(Surroundings& surroundings);
Finding look_at_store(Surroundings& surroundings);

// installation_checks.cpp
Finding look_at_library(Surroundings& surroundings);
Finding look_at_preloading(Surroundings& surroundings);
Finding look_at_engine(Surroundings& surroundings);
Finding look_at_fortran(Surroundings& surroundings);

// mpi_checks.cpp
Finding look_at_mpi(Surroundings& surroundings);
Finding look_at_launcher(Surroundings& surroundings);
Finding look_at_job(Surroundings& surroundings);

// counting_checks.cpp
Finding look_at_counting(Surroundings& surroundings);

// contract_check.cpp
Finding look_at_contract(Surroundings& surroundings);

// machine_checks.cpp
Finding look_at_topology(Surroundings& surroundings);
Finding look_at_network(Surroundings& surroundings);
Finding look_at_binding(Surroundings& surroundings);
Finding look_at_limits(Surroundings& surroundings);

// program_checks.cpp
Finding look_at_program(Surroundings& surroundings);
Finding look_at_program_mpi(Surroundings& surroundings);
Finding look_at_program_fortran(Surroundings& surroundings);

}  // namespace topomorph::cli::doctor
