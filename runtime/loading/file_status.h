// fstat() for code that must load with an old glibc: there the name is newer than the function.
#pragma once

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace topomorph::loading {

/// Returns whether `status` is that of the open file.
inline bool take_status(int descriptor, struct stat& status) { return syscall(SYS_fstat, descriptor, &status) == 0; }

}  // namespace topomorph::loading
