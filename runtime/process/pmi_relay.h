// Stands between the MPI library and a launcher that accepts one greeting only, for the time of MPI_Init.
//
// Slurm's PMI (srun --mpi=pmi2) ends the job at a second greeting, and what is put after the barriers of MPI_Init
// reaches nobody. Therefore the MPI library gets one end of a pair of sockets in place of the launcher's descriptor,
// and a thread passes on what both say. Once it holds a line back: the launcher's answer to the greeting, until this
// library has put what it wants to put. After MPI_Init the descriptor is the launcher's again and the thread has ended.
#pragma once

namespace topomorph::process::pmi {

/// Called before MPI_Init. `greeted` runs in the thread when the board is open: after the launcher has answered the
/// greeting, within `seconds` for every question. Returns false, and has changed nothing, if the descriptor is no
/// socket, or the system has no socket or thread left.
bool begin_relay(double seconds, void (*greeted)()) noexcept;

/// Called after MPI_Init if begin_relay() has returned true. Returns whether the launcher has answered in PMI-1; if it
/// has not, `greeted` has not run.
bool end_relay() noexcept;

}  // namespace topomorph::process::pmi
