// Steps that all processes take or none: a failure on one process ends the matter for all at the same point.
#pragma once

#include <array>
#include <cstddef>

#include "reorder/steps/collective_error.h"
#include "reorder/steps/own_comm.h"
#include "runtime/process/fixed_string.h"

namespace topomorph::reorder {

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

/// Returns when all processes are here, or throws CollectiveError. Called before operations that MPI has only in
/// blocking form. Two reductions: who comes too late for the first one finds nobody in the second, and does not block
/// alone. Not a barrier: there, processes would talk to partners that they do not have in our other steps, and
/// each first message between two processes costs a connection. Collective.
void arrive(const OwnComm& comm);

/// Whether `mine` is true on all processes, as far as they answer in time. Collective.
bool agree(const OwnComm& comm, bool mine);

/// Confirms an agree() that has just been true on this process, before a step that cannot be taken back. A process that
/// waited too long for agree() does not come here, so this waits longer: the results can differ only if a message of a
/// process that is here takes longer than the limit. Collective.
bool confirm(const OwnComm& comm);

}  // namespace topomorph::reorder
