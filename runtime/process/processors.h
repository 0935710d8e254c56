// The processors that this process may use, and what it has used of them.
#pragma once

#include <string>

namespace topomorph::process {

/// Returns what tells the processors of these CPUs from those of other machines and control groups, as
/// ProcessLocation::processors has it: "0-3,8 2.5 MACHINE". `cpus` is a list; empty, or a system that does not say
/// which machine it is: the result is empty. Throws bad_alloc.
std::string own_processors(const std::string& cpus);

/// Seconds of the program itself, from the end of MPI_Init to the beginning of MPI_Finalize.
struct ProgramTime {
  double seconds = 0, cpu_seconds = 0;  ///< by the clock; of processors, with all threads
};
void note_begin_of_program() noexcept;
void note_end_of_program() noexcept;
/// Returns the time up to now while the program has not ended.
ProgramTime time_of_program() noexcept;

}  // namespace topomorph::process
