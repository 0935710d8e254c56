// Does the plugin's part of MPI_Init, MPI_Finalize and MPI_Abort, and of an exit without any of them.
#pragma once

#include "runtime/mpi/real_mpi.h"

namespace topomorph::plugin::lifecycle {

int init(real::Init_t next, int* argc, char*** argv);
int init_thread(real::Init_thread_t next, int* argc, char*** argv, int required, int* provided);
/// Sessions are neither measured nor reordered without MPI_Init; a program that never calls it is told so at its end.
int session_init(real::Session_init_t next, MPI_Info info, MPI_Errhandler handler, MPI_Session* session);
int finalize(real::Finalize_t next);
int abort(real::Abort_t next, MPI_Comm comm, int code);

}  // namespace topomorph::plugin::lifecycle
