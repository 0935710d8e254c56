// Whether a program has code for GPUs in it.
#pragma once

#include <string>

namespace topomorph::engine {

/// Returns the libraries (core/wire/gpu_signs.h), divided by blanks, whose GPUs the program `path` has code for: its
/// sections .nv_fatbin (CUDA) and .hip_fatbin (HIP). So a program is known whose runtime is linked statically, which
/// shows no library before its first call. Empty for a file that is no ELF file of 64 bits or cannot be read, and for a
/// program whose code is in its libraries.
std::string gpu_code_in(const std::string& path);

}  // namespace topomorph::engine
