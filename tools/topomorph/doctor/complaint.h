// What a program that has failed says was wrong, in a line.
#pragma once

#include <string>

namespace topomorph::cli::doctor {

/// Of what a program, or mpirun in its place, has written to its standard error: the first paragraph of a help text
/// between two lines of dashes, as Open MPI writes them, unless that only says that some rank has failed; else the last
/// line outside of help texts that is more than decoration. Empty: it has said nothing.
std::string complaint_in(const std::string& errors);

}  // namespace topomorph::cli::doctor
