// What topomorph doctor looks at: a table of checks, a line each in what it prints.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "tools/topomorph/doctor/surroundings.h"

namespace topomorph::cli::doctor {

enum class Verdict {
  Ok,
  Warning,  ///< jobs run, but something is lost
  Failure,  ///< jobs do not run, or run without TopoMorph
};

struct Finding {
  Verdict verdict = Verdict::Ok;
  std::string found;
  std::string advice = "";  ///< what to do; empty where nothing is to be done
};

/// One row: a new check is a function and a line in checks.cpp.
struct Check {
  const char* name;
  bool of_program;  ///< only made where a program is given
  Finding (*look)(Surroundings& surroundings);
};

std::span<const Check> checks();

/// The finding; an exception of it is a failure too.
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
