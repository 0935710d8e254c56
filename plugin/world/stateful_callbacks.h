// MPICH's error handlers and reductions that get a state of the application's (MPIX_*_create_*_x, since MPICH 5.0):
// they see MPI_COMM_WORLD instead of its substitute, and their calls count as calls of the application.
#pragma once

#include "runtime/mpi/real_mpi.h"

namespace topomorph::plugin::world {

/// Each passes the library a callback of ours, whose state holds the application's. The library frees both together, by
/// the destructor that it gets.
int comm_create_errhandler_x(real::X_Comm_create_errhandler_x_t next, MPIX_Comm_errhandler_function_x* function,
                             MPIX_Destructor_function* destructor, void* state, MPI_Errhandler* errhandler);
int win_create_errhandler_x(real::X_Win_create_errhandler_x_t next, MPIX_Win_errhandler_function_x* function,
                            MPIX_Destructor_function* destructor, void* state, MPI_Errhandler* errhandler);
int file_create_errhandler_x(real::X_File_create_errhandler_x_t next, MPIX_File_errhandler_function_x* function,
                             MPIX_Destructor_function* destructor, void* state, MPI_Errhandler* errhandler);
int op_create_x(real::X_Op_create_x_t next, MPIX_User_function_x* function, MPIX_Destructor_function* destructor,
                int commute, void* state, MPI_Op* op);

}  // namespace topomorph::plugin::world
