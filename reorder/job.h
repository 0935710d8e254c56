// The state of a job, and its start: checks and reads its settings and, in mode run, gives its ranks a new order.
//
// All calls go to the next MPI library (real::*). No function throws, and none changes anything unless all processes
// can.
#pragma once

#include <string>

#include <mpi.h>

#include "monitoring/recording/call_budget.h"
#include "reorder/apply.h"
#include "reorder/collective_step.h"
#include "reorder/record_stream.h"
#include "reorder/spool.h"
#include "runtime/process/message.h"

namespace topomorph::reorder {

/// Found out by at_init(), because later the application may have changed its directory or MPI may be gone.
struct Job {
  Identity identity;
  std::string profile;
  bool is_default_profile = false;  ///< nobody has named it
  std::string parts;                ///< folder for the records of processes that end too early
  bool profiled =
      false;    ///< this process sends its record at its end, or leaves it in `parts` if the end comes too early
  Spool spool;  ///< leaves the record
  /// Virtual topologies with reorder=1 keep their order, whoever asks for another: what the job measures or has
  /// predicted is of the order that MPI_COMM_WORLD has.
  bool keeps_topologies = false;
  std::uint64_t launched_ranks = 1, launched_rank = 0;  ///< as the launcher's environment says them
};

/// Returns this process's job.
Job& job();

/// Runs `work` and writes an unexpected failure as a message, once for all processes that fail together. The job goes
/// on.
template <typename Work>
void harmlessly(Work work) noexcept {
  try {
    work();
  } catch (const CollectiveError& reason) {
    if (job().identity.rank == 0) {
      process::say(reason.why());
    }
  } catch (const std::exception& error) {
    process::say(error.what());
  }
}

enum class Mode { Monitor, Profile, Run, Auto, Off };

/// Returns the mode of this process (TOPOMORPH_MODE). An invalid value counts as Off; at_init() says so.
Mode mode() noexcept;

/// Returns the rank of this process in MPI_COMM_WORLD as the program sees it.
std::uint64_t visible_world_rank();

/// Whether the user has set the mode `off`; false for an invalid mode.
bool is_switched_off() noexcept;

/// Called before MPI_Init. Remembers what the launcher's environment says: Open MPI changes it where it is not the
/// launcher's library.
void before_init() noexcept;

/// Called right after MPI_Init on all processes of MPI_COMM_WORLD that have the library; collective once they know that
/// all have it. Remembers the paths of engine and profile, because the application may change its directory. Mode run:
/// makes the communicator that is to stand in for MPI_COMM_WORLD and puts it in place, on all processes or on none.
/// Mode profile: finds out whether a profile can be written. Mode auto: recalls what is known of the program, and then
/// acts as one of the other modes or as both. In other modes, for spawned processes and after any failure, the order is
/// kept.
void at_init(const Installation& installation) noexcept;

/// Whether the calls of this job are to be counted, as at_init() has decided. Local.
bool counts() noexcept;

/// Returns what the recording of this process may take; no bytes: there is none. Local.
monitoring::recording::Limits trace_limits() noexcept;

}  // namespace topomorph::reorder
