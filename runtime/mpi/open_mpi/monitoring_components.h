// Keeps the faults of Open MPI's monitoring components away from the application where this plugin switches them on.
#pragma once

namespace topomorph::runtime::open_mpi {

/// Notes whether the user monitors with Open MPI already; then all components stay as they are. Called before MPI_Init
/// and before this plugin asks Open MPI to monitor.
void note_who_monitors();

}  // namespace topomorph::runtime::open_mpi
