// Messages on stderr, data on stdout, and the exit statuses of the command line.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/base/terminal_text.h"

namespace topomorph::output {

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kBadInput = 2;
inline constexpr int kCannotRun = 126;
inline constexpr int kNotFound = 127;

/// A row of the manual. Scripts may rely on it.
struct ExitStatus {
  int status;
  const char* meaning;
};

inline constexpr std::array<ExitStatus, 5> kExitStatuses = {{
    {kDone, "Done. Of topomorph doctor: nothing is broken, there may be warnings."},
    {kFailed,
     "Not done, or a negative answer: topomorph topology --check misses hosts, topomorph doctor has found a failure, "
     "topomorph history knows no run of the program, or there is no memory."},
    {kBadInput, "The arguments or a file are wrong; the message names what was found and what was expected."},
    {kCannotRun, "Of profile, run and auto: the command exists, but cannot be executed."},
    {kNotFound, "Of profile, run and auto: the command does not exist."},
}};

/// The exit status of profile, run and auto after the program has begun.
inline constexpr const char* kProgramStatus =
    "After profile, run and auto have started the program, the exit status is the program's.";

/// Messages are made fit for a terminal as a whole. So is printed text, except that it has several lines: a foreign
/// part of a line goes through this, or it could begin another.
using topomorph::for_terminal;

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

class Colours;

/// Prints data on stdout, lines of text or JSON. What a terminal would obey is replaced, except ends of lines. Throws
/// InputError if they cannot be written (full disk, closed pipe).
void print(std::string_view text);

/// Prints text that was painted with these colours (tools/output/terminal.h), which stay.
void print(std::string_view text, const Colours& colours);

}  // namespace topomorph::output
