// Chooses and opens the back for the MPI library of this process: lib/topomorph/libtopomorph-NAME.so beside this
// library.
//
// NAME says for which library a back was compiled: openmpi4, openmpi5 (the major version), mpich, abi.
#pragma once

#include "plugin/loading/contract.h"
#include "plugin/loading/mpi_library.h"

namespace topomorph::front {

/// Returns the back; null if there is none for this library, after one line on stderr of the job's first process. A
/// back for another version of Open MPI serves where its own is not installed: the handles are the same.
const loading::Back* open_back(const loading::MpiLibrary& library);

}  // namespace topomorph::front
