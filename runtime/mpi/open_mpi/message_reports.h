// Has Open MPI report the messages of its collectives; whether it does is told by reports_messages().
#pragma once

namespace topomorph::runtime::open_mpi {

/// Switches the reports on by Open MPI's parameter in the environment. Called before MPI_Init.
void ask_for_reports();

}  // namespace topomorph::runtime::open_mpi
