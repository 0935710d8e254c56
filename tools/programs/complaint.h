// The error of a program that has failed, in one line.
#pragma once

#include <string>

#include "tools/programs/child.h"

namespace topomorph::programs {

/// Searches the standard error of a program or of mpirun. Returns the first paragraph of a help text between two lines
/// of dashes, Open MPI's form, unless it only says that a rank has failed. Otherwise returns the last line outside of
/// help texts that has letters. Returns "" if there is none.
std::string complaint_in(const std::string& errors);

/// Returns the last line that is not empty: most programs name their error there.
std::string last_line(const std::string& text);

/// Returns the error of a child: the last line of its output, or how it ended.
std::string problem_of(const ChildResult& child);

}  // namespace topomorph::programs
