// A program that is no MPI program, of which nothing can be measured.
#pragma once

#include <string>

namespace topomorph::cli {

/// What there is to say of a command whose program is not linked with an MPI library, as the program's own loader
/// tells: "ls is not linked with an MPI library: nothing is measured unless it opens or starts one that is". Empty
/// where it is, and where nobody can know before it runs: scripts, interpreters (which open MPI later), programs that
/// start another one among their words (env, numactl, time).
std::string lack_of_mpi(char** command, const char* mode);

/// Says that, by rank 0, unless TOPOMORPH_QUIET is 1. Takes the milliseconds that a loader takes, on rank 0 alone.
void tell_without_mpi(char** command, const char* mode);

}  // namespace topomorph::cli
