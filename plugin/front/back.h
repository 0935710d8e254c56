// Chooses and opens the back for the MPI library of this process: lib/topomorph/libtopomorph-NAME.so beside this
// library.
//
// NAME says for which library a back was compiled: openmpi4, openmpi5 (the major version), mpich, abi.
#pragma once

#include "runtime/loading/contract.h"
#include "runtime/loading/mpi_library.h"

namespace topomorph::front {

/// Returns the back; null if there is none for this library, after one line on stderr of the job's first process. A
/// back for another version of Open MPI serves where its own is not installed: the handles are the same. Null without a
/// line if the process has more rights than its user (core/base/process.h): no back, no variable and no file is read.
const loading::Back* open_back(const loading::MpiLibrary& library);

}  // namespace topomorph::front
