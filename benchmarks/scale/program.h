// Traces of programs made by rule: the messages of well known codes, with sizes and processor times by their formulas.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/trace/trace.h"

namespace topomorph::scale {

/// Processes in whose numbers all programs exist: squares of powers of two, from 4 on.
bool fits(std::uint32_t ranks);

struct Program {
  std::string_view name;
  std::string_view what;  ///< for tables: problem, exchange, rate of computation
  /// Returns the trace of a few iterations. Deterministic. `ranks` must fit.
  trace::Trace (*make)(std::uint32_t ranks);
};

/// All programs, in the order of the tables.
std::span<const Program> programs();

/// Throws InputError for an unknown name, and if the number of ranks does not fit().
trace::Trace make_program(std::string_view name, std::uint32_t ranks);

}  // namespace topomorph::scale
