// Jobs of several programs, some of which may run without the library.
#pragma once

#include <cstdint>

namespace topomorph::process {

/// Whether this process cannot know that all others have the library too: a job of several programs (`mpirun … a : …
/// b`), unless TOPOMORPH_MPMD=1 vouches for them. Everything that all processes do together would then wait for ever
/// for those without it. Read from the launcher's environment (Open MPI), the only source that needs nobody's answer.
bool others_may_lack_the_library();

/// Of this job, as PMIx says, or the launcher's environment; 0 where neither does.
std::uint64_t number_of_programs();

/// Whether the job is of several programs whose ranks may not be exchanged: without TOPOMORPH_MPMD=1. `told`: the
/// processes have told each other that it is.
bool is_of_several_programs(bool told);

/// Whether this process is the first of its program, as the launcher numbers them: one of each program has to speak,
/// since rank 0 may be of one without the library.
bool is_first_of_its_program();

}  // namespace topomorph::process
