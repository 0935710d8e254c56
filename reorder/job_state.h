// What a process finds out at the start of a job for its end.
#pragma once

#include <string>

#include "plugin/process/message.h"
#include "reorder/collective_step.h"
#include "reorder/record.h"
#include "reorder/spool.h"

namespace topomorph::reorder {

/// What at_init() finds out for later, when the application may have changed its directory, or can ask MPI no more.
struct Job {
  Identity identity;
  std::string profile;
  std::string parts;  ///< folder for records where the end comes too early
  bool profiled =
      false;    ///< this process hands in a record at its end, which leaves it in `parts` if it comes too early
  Spool spool;  ///< the way there
};

/// This process's job.
Job& job();

/// A failure that nobody could foresee is said, once for all processes that gave up together, and the job goes on.
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
