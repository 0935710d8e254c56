// The calls of MPI by the numbers that Extrae gives them in Paraver traces.
#pragma once

#include <cstdint>
#include <optional>

#include "core/trace/step.h"

namespace topomorph::recordings {

/// Types of Extrae's events. An event of a call has the call's number at its begin and 0 at its end.
inline constexpr std::uint64_t kFirstCallOfMpi = 50000001, kLastCallOfMpi = 50000005;
inline constexpr std::uint64_t kCollectiveOfMpi = 50000002;
inline constexpr std::uint64_t kSentInCollective = 50100001, kReceivedInCollective = 50100002;
inline constexpr std::uint64_t kRootOfCollective = 50100003, kCommunicatorOfCollective = 50100004;

/// Returns whether the call starts sends that a later one ends: MPI_Isend, MPI_Start and their kind.
bool starts_sends(std::uint64_t call);
/// Returns whether the call sends a message.
bool sends(std::uint64_t call);
/// Returns whether the call may end them: MPI_Wait, MPI_Test and their kind.
bool ends_requests(std::uint64_t call);

/// What one process says of a collective.
struct ParaverCollective {
  std::uint64_t call = 0;
  std::uint64_t sent = 0, received = 0;  ///< bytes, as Extrae counts them for this call
  std::uint64_t processes = 1;           ///< of its communicator
  bool is_root = false;
};

struct ParaverStep {
  trace::Collective kind = trace::Collective::Barrier;
  std::uint64_t bytes = 0;  ///< as a step of the trace counts them
};

/// Returns nothing for a call that is no collective of a whole communicator.
std::optional<ParaverStep> step_of(const ParaverCollective& recorded);

}  // namespace topomorph::recordings
