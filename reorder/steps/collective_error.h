// The failure of a step that all processes take or none, and any other failure as text.
#pragma once

#include <exception>
#include <new>

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

}  // namespace topomorph::reorder
