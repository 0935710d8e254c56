// Steps that all processes take or none: what one of them cannot do ends the matter for all at the same point.
#pragma once

#include <exception>
#include <new>

#include "plugin/process/fixed_string.h"
#include "reorder/comm.h"

namespace topomorph::reorder {

/// All processes of a communicator have given something up, because of what one of them could not do. Thrown on all of
/// them at the same point between two collective calls, so that nobody waits for anybody; or, where one did not answer
/// in time, by each at the point at which it waited. Needs no memory but its own, for which the C++ library keeps a
/// reserve.
class CollectiveError : public std::exception {
 public:
  explicit CollectiveError(const process::FixedString& why) : why_(why) {}
  const char* what() const noexcept override { return "given up"; }
  const process::FixedString& why() const { return why_; }  ///< the same on all processes

 private:
  process::FixedString why_;
};

/// Runs `work`; what it threw as a line, empty if nothing.
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

/// Throws CollectiveError on all processes if `mine` is not empty on any; the line is that of the lowest rank. Waits as
/// long as `limits` time limits for the others. Returns the largest `number` of all, each an int. Collective.
std::size_t share_failure(const OwnComm& comm, const process::FixedString& mine, double limits = 1,
                          std::size_t number = 0);
/// The same over a communicator that is not our own, on which all processes are known to be; its errors must return.
void share_failure(MPI_Comm comm, const process::FixedString& mine);

/// Does this process's part, in which nothing waits for another process, and settles. Everything that may fail on one
/// process alone between two collective calls (memory before all) goes through this. Collective.
template <class Comm, class Work>
void run_collectively(const Comm& comm, Work work) {
  share_failure(comm, failure_of(work));
}

/// The same; returns the largest of the numbers that `work` returned, each an int. Collective.
template <class Work>
std::size_t collective_maximum(const OwnComm& comm, Work work) {
  std::size_t number = 0;
  const process::FixedString failure = failure_of([&] { number = work(); });
  return share_failure(comm, failure, 1, number);
}

}  // namespace topomorph::reorder
