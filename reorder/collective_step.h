// Steps that all processes take or none: a failure on one process ends the matter for all at the same point.
#pragma once

#include <array>
#include <exception>
#include <new>

#include "reorder/comm.h"
#include "runtime/process/fixed_string.h"

namespace topomorph::reorder {

/// Thrown on all processes of a communicator because a step failed on one of them. All throw it at the same point
/// between two collective calls, so that no process waits for another. If a process does not answer in time, each of
/// the others throws it where it waited. Needs no memory but its own, for which the C++ library keeps a reserve.
class CollectiveError : public std::exception {
 public:
  explicit CollectiveError(const process::FixedString& why) : why_(why) {}
  const char* what() const noexcept override { return "given up"; }
  const process::FixedString& why() const { return why_; }  ///< the same text on all processes

 private:
  process::FixedString why_;
};

/// Runs `work` and returns as text what it threw; empty if nothing.
template <class Work>
process::FixedString failure_of(Work work) noexcept {
  try {
    work();
    return {};
  } catch (const std::bad_alloc&) {
    return "not enough memory";
  } catch (const CollectiveError& reason) {
    return reason.why();
  } catch (const std::exception& error) {
    return *error.what() == '\0' ? "unknown failure" : error.what();
  }
}

/// Throws CollectiveError on all processes if `mine` is not empty on any of them, with the text of the lowest rank.
/// Waits for the others as long as `limits` time limits. Returns the largest `number` of all, each an int. Collective.
std::size_t share_failure(const OwnComm& comm, const process::FixedString& mine, double limits = 1,
                          std::size_t number = 0);

using Numbers = std::array<std::size_t, 3>;
/// Does the same for three numbers, of each of which it returns the largest: one step where there would be three.
Numbers share_failure(const OwnComm& comm, const process::FixedString& mine, const Numbers& numbers, double limits = 1);
/// Does the same over a communicator that is not our own. All processes must be known to come, and errors of the
/// communicator must be returned.
void share_failure(MPI_Comm comm, const process::FixedString& mine);

/// Runs this process's part of a step, which must not wait for another process, and shares its failure. Everything that
/// may fail on one process alone between two collective calls runs through this function, above all what takes memory.
/// Collective.
template <class Comm, class Work>
void run_collectively(const Comm& comm, Work work) {
  share_failure(comm, failure_of(work));
}

/// Does the same, and returns the largest of the numbers that `work` returned, each an int. Collective.
template <class Work>
std::size_t collective_maximum(const OwnComm& comm, Work work) {
  std::size_t number = 0;
  const process::FixedString failure = failure_of([&] { number = work(); });
  return share_failure(comm, failure, 1, number);
}

}  // namespace topomorph::reorder
