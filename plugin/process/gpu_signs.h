// The signs by which this process tells that it uses GPUs.
#pragma once

#include <string>

namespace topomorph::process {

/// Returns the signs of this process (core/wire/gpu_signs.h). Throws bad_alloc. Opens no library: asks the loader and
/// the environment. A program whose CUDA runtime is linked statically shows no library before its first call of CUDA.
std::string gpu_signs();

}  // namespace topomorph::process
