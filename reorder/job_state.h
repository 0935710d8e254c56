// What a process finds out at the start of a job and needs at its end.
#pragma once

#include <string>

#include "plugin/process/message.h"
#include "reorder/collective_step.h"
#include "reorder/record_stream.h"
#include "reorder/spool.h"

namespace topomorph::reorder {

/// Found out by at_init(), because later the application may have changed its directory or MPI may be gone.
struct Job {
  Identity identity;
  std::string profile;
  std::string parts;  ///< folder for the records of processes that end too early
  bool profiled =
      false;    ///< this process sends its record at its end, or leaves it in `parts` if the end comes too early
  Spool spool;  ///< leaves the record
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
