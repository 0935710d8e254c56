// The end of a job: in MPI_Finalize, or too early.
#pragma once

namespace topomorph::reorder {

/// From now on a process that ends too early leaves its record: at MPI_Abort, at exit(), and at a SIGTERM that would
/// end it anyway. Called when counting has begun in mode profile, or in mode auto for an unknown program. Local.
void watch_for_the_end() noexcept;

/// Called in MPI_Finalize before PMPI_Finalize, while the monitoring still works, on all processes; collective. Mode
/// profile: writes the profile from rank 0, process after process. Mode auto: keeps what the run has shown.
void at_finalize() noexcept;

/// Called in a process that ends without MPI_Finalize (MPI_Abort, exit). Not collective, and makes only local MPI
/// calls. Mode profile: leaves the record of this process in FILE.parts/, from which `topomorph profile --recover`
/// makes a profile. Mode auto, for an unknown program: leaves it in the store. MPI_Finalize may still follow from
/// another thread, so everything that at_finalize() needs stays.
void at_abort() noexcept;

/// Called in signal handlers when the process is told to end. Leaves the record as at_abort() does, without a message.
/// A process that still calls MPI_Finalize takes the record back.
void at_warning() noexcept;

}  // namespace topomorph::reorder
