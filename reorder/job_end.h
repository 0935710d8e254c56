// The end of a job: in MPI_Finalize, or too early.
#pragma once

namespace topomorph::reorder {

/// In mode profile, and in mode auto where nothing was known, when counting has begun: from here on a process that ends
/// too early leaves its record, at MPI_Abort, at exit(), and at a SIGTERM that would end it anyway. Local.
void watch_for_the_end() noexcept;

/// In MPI_Finalize, before PMPI_Finalize, while monitoring is still there; on all processes, collective. In mode
/// profile: writes the profile, from rank 0, process after process. In mode auto: keeps what the run has shown.
void at_finalize() noexcept;

/// In a process that ends without MPI_Finalize (MPI_Abort, exit): not collective, no MPI calls but local ones. In mode
/// profile: leaves the record of this process in FILE.parts/, from which `topomorph profile --recover` makes a profile;
/// in mode auto, where nothing was known, in the store. MPI_Finalize may follow, from another thread: nothing is
/// forgotten that at_finalize() needs to take part.
void at_abort() noexcept;

/// The process is told to end, and it may still do so by MPI_Finalize, which takes back what is left here: leaves the
/// record as at_abort() does, without a word. From signal handlers.
void at_warning() noexcept;

}  // namespace topomorph::reorder
