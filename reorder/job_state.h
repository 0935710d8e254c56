// What a process finds out at the start of a job for its end.
#pragma once

#include <exception>
#include <string>

#include "reorder/message.h"
#include "reorder/record.h"

namespace topomorph::reorder {

/// What at_init() finds out for later, when the application may have changed its directory, or can ask MPI no more.
struct Job {
  Identity identity;
  std::string profile;
  bool profiled = false;  ///< this process hands in a record at its end

  std::string parts() const { return profile + ".parts"; }
};

/// This process's job.
Job& job();

/// A failure that nobody could foresee (no memory) is said, and the job goes on.
template <typename Work>
void harmlessly(Work work) {
  try {
    work();
  } catch (const std::exception& error) {
    say(error.what());
  }
}

}  // namespace topomorph::reorder
