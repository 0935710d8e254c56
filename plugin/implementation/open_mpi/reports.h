// Asks Open MPI to tell which messages its collectives send; whether it does: implementation::reports_messages().
#pragma once

namespace topomorph::implementation::open_mpi {

/// Before MPI_Init: switches the reports on, by Open MPI's parameter in the environment.
void ask_for_reports();

}  // namespace topomorph::implementation::open_mpi
