// Keeps the faults of Open MPI's monitoring components away from the application, where it is we who switch them on.
#pragma once

namespace topomorph::implementation::open_mpi {

/// Before MPI_Init, before anything of ours asks Open MPI to monitor. Where the user has asked for it already, all
/// stays as it is.
void note_who_monitors();

}  // namespace topomorph::implementation::open_mpi
