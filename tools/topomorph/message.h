// What the command line says to people: messages on stderr, data on stdout.
#pragma once

#include <string>
#include <string_view>

namespace topomorph::cli {

/// One line that does nothing to a terminal but fill a row: control characters, which file names and their contents may
/// have, become '?', tabs a blank.
std::string for_terminal(std::string_view text);

/// Whether this is another rank than 0 of a job, as far as launchers tell (Open MPI, PMIx, MPICH, Slurm).
bool is_other_rank();

/// Whether TOPOMORPH_QUIET is 1.
bool is_quiet();

/// Prints one line on stderr, with the program's name in front. Where the launcher has started the same command line as
/// many ranks, rank 0 speaks first: when it ends its job for the same reason, the others are never heard.
void message(std::string_view text);

/// The same for a command line that is wrong, as it is on all ranks that were started with it: one of them speaks, the
/// others give it time to before they end the job. Of several programs (mpirun a : b) the first rank of each speaks,
/// where the launcher tells (Open MPI). A rank that does not know which it is speaks.
void message_of_usage(std::string_view text);

/// The same for what is true of the whole job: by rank 0 alone.
void message_once(std::string_view text);

/// Data on stdout, checked: throws InputError when it cannot be written (full disk, closed pipe).
void print(std::string_view text);

}  // namespace topomorph::cli
