// The signs by which this process tells that it uses GPUs.
#pragma once

#include <string>

namespace topomorph::process {

/// Call them right before and right after the MPI library's own MPI_Init: what it loads in between is no sign of the
/// program. Open MPI loads modules of UCX and hwloc there, which load the vendors' libraries in every process.
void note_libraries_before_init();
void note_libraries_after_init();

/// Returns the signs of this process (core/wire/gpu_signs.h). Throws bad_alloc. Opens no library: asks the loader and
/// the environment. A program whose CUDA runtime is linked statically shows no library before its first call of CUDA.
std::string gpu_signs();

}  // namespace topomorph::process
