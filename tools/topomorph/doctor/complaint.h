// The error of a program that has failed, in one line.
#pragma once

#include <string>

namespace topomorph::cli::doctor {

/// Searches the standard error of a program or of mpirun. Returns the first paragraph of a help text between two lines
/// of dashes, Open MPI's form, unless it only says that a rank has failed. Otherwise returns the last line outside of
/// help texts that has letters. Returns "" if there is none.
std::string complaint_in(const std::string& errors);

}  // namespace topomorph::cli::doctor
