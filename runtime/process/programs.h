// Jobs of several programs, some of which may run without the library.
#pragma once

#include <cstdint>

#include "runtime/process/fixed_string.h"

namespace topomorph::process {

/// Whether this process cannot know that all others have the library: in a job of several programs (`mpirun … a : …
/// b`), unless TOPOMORPH_MPMD=1 says that they have. A collective step would wait for ever for processes without the
/// library. Read from the launcher's environment (Open MPI), the only source that needs no answer from others.
bool others_may_lack_the_library();

/// Returns the number of programs in this job as PMIx or the launcher's environment says it; 0 if neither does.
std::uint64_t number_of_programs();

/// Whether the job consists of several programs whose ranks must not be exchanged, because TOPOMORPH_MPMD=1 is missing.
/// `told`: the processes have found out from each other that it does.
bool is_of_several_programs(bool told);

/// Whether this process is linked with OpenSHMEM, whose PEs have the launcher's numbers whatever MPI's ranks are.
bool has_openshmem();

/// Returns the name of the file that this process executes, without its folder; of a script, that of its interpreter.
FixedString own_program();

/// Returns the path of the program as its user thinks of it: of the file that this process executes, or, if it is an
/// interpreter (core/base/interpreters.h), of its script; a module has no path. As it was at the first call, because a
/// program may change its folder. For records and lists.
const FixedString& own_program_or_script();

/// Whether this process is the first of its program in the launcher's numbering. One process of each program has to
/// write messages, because the program of rank 0 may be without the library.
bool is_first_of_its_program();

}  // namespace topomorph::process
