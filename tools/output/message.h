// Messages on stderr and data on stdout.
#pragma once

#include <string>
#include <string_view>

namespace topomorph::output {

/// Returns one line that is safe for a terminal: control characters, which file names may contain, become '?', tabs a
/// blank.
std::string for_terminal(std::string_view text);

/// Whether this is a rank other than 0, by the variables of Open MPI, PMIx, MPICH and Slurm.
bool is_other_rank();

/// Whether TOPOMORPH_QUIET is 1.
bool is_quiet();

/// Prints one line on stderr with the program's name in front. If a launcher started this command line as many ranks,
/// the other ranks wait for rank 0, whose message would be lost if they ended the job first.
void message(std::string_view text);

/// Prints a message about a wrong command line, which is the same on all ranks. One rank prints it, the others wait
/// before they end the job. Of several programs (mpirun a : b) the first rank of each prints, if the launcher names it
/// (Open MPI). A rank that does not know its number prints.
void message_of_usage(std::string_view text);

/// Prints a message about the whole job, by rank 0 alone.
void message_once(std::string_view text);

/// Prints data on stdout. Throws InputError if they cannot be written (full disk, closed pipe).
void print(std::string_view text);

}  // namespace topomorph::output
