// Whether Open MPI tells which messages its collectives send.
#pragma once

#include <mpi.h>

namespace topomorph::monitoring::open_mpi {

/// Before MPI_Init: switches the reports on, by Open MPI's parameter in the environment.
void ask_for_reports();

/// After MPI_Init: sends an empty message within MPI_COMM_SELF and sees whether it is reported; takes the parameter out
/// of the environment again.
bool detect_reports();

}  // namespace topomorph::monitoring::open_mpi
