// The functions of topomorph.h that need no MPI library, and so no back. topomorph.h, which includes mpi.h, says what
// they mean.
#pragma once

#pragma GCC visibility push(default)

extern "C" {
int tm_version(int* major, int* minor, int* patch);
const char* tm_version_string();
int tm_api_version();
}

#pragma GCC visibility pop
