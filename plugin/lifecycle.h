// Does the plugin's part of MPI_Init, MPI_Finalize and MPI_Abort, and of an exit without any of them.
#pragma once

#include "plugin/runtime/real_mpi.h"

namespace topomorph::plugin::lifecycle {

int init(real::Init_t next, int* argc, char*** argv);
int init_thread(real::Init_thread_t next, int* argc, char*** argv, int required, int* provided);
int finalize(real::Finalize_t next);
int abort(real::Abort_t next, MPI_Comm comm, int code);

}  // namespace topomorph::plugin::lifecycle
