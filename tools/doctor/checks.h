// The checks of topomorph doctor and their findings.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "tools/doctor/surroundings.h"

namespace topomorph::doctor {

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
  Finding (*run)(Surroundings& surroundings);
};

std::span<const Check> checks();

/// Runs the check. An exception of the check becomes a failure.
Finding run_check(const Check& check, Surroundings& surroundings);

}  // namespace topomorph::doctor
