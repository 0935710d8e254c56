// What a process keeps of its job from the start to the end.
#pragma once

#include <cstdint>
#include <exception>
#include <string>

#include "reorder/process_record.h"
#include "reorder/spool.h"
#include "reorder/steps/collective_error.h"
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

}  // namespace topomorph::reorder
