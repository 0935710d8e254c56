// The calls of MPI by the numbers that Extrae gives them in Paraver traces.
#include "core/recordings/paraver_calls.h"

#include <algorithm>
#include <array>

namespace topomorph::recordings {

namespace {

using trace::Collective;

constexpr std::array<std::uint64_t, 6> kStartingSends = {3, 36, 37, 38, 123, 124};   // Isend, Ib-, Is-, Ir-; Start(all)
constexpr std::array<std::uint64_t, 9> kSendingCalls = {1, 3, 33, 34, 35, 36, 37, 38, 41};  // not Start: of receives, too
constexpr std::array<std::uint64_t, 8> kEndingRequests = {5, 6, 59, 60, 39, 125, 126, 128};  // Wait and Test, -all, …

/// How the bytes of a step follow from the two numbers of a process.
enum class ExtraesCount {
  None,
  Either,          // the root has one of them, the others have the other
  Sent,            // the process's own block, or all that it sends
  SentToOthers,    // all that it sends, of which one share stays
  Received,        // its own block
  ReceivedOfEach,  // the block of one process of all
  BlockOfAll,      // received from all by the root, sent by the others
  BlockToAll,      // sent to all by the root, received by the others
};

struct CallRow {
  std::uint64_t call, nonblocking;
  Collective kind;
  ExtraesCount counted;
};

constexpr std::array kCollectives = {
    CallRow{7, 157, Collective::Bcast, ExtraesCount::Either},
    CallRow{8, 156, Collective::Barrier, ExtraesCount::None},
    CallRow{9, 154, Collective::Reduce, ExtraesCount::Either},
    CallRow{10, 155, Collective::Allreduce, ExtraesCount::Sent},
    CallRow{11, 158, Collective::Alltoall, ExtraesCount::Sent},
    CallRow{12, 159, Collective::Alltoallv, ExtraesCount::SentToOthers},
    CallRow{13, 162, Collective::Gather, ExtraesCount::BlockOfAll},
    CallRow{14, 163, Collective::Gatherv, ExtraesCount::Sent},
    CallRow{15, 164, Collective::Scatter, ExtraesCount::BlockToAll},
    CallRow{16, 165, Collective::Scatterv, ExtraesCount::Received},
    CallRow{17, 160, Collective::Allgather, ExtraesCount::Sent},
    CallRow{18, 161, Collective::Allgatherv, ExtraesCount::Sent},
    CallRow{30, 167, Collective::Scan, ExtraesCount::Sent},
    CallRow{80, 166, Collective::ReduceScatter, ExtraesCount::Sent},
    CallRow{168, 169, Collective::ReduceScatter, ExtraesCount::ReceivedOfEach},
    CallRow{170, 171, Collective::Alltoallv, ExtraesCount::SentToOthers},  // MPI_Alltoallw
    CallRow{214, 215, Collective::Scan, ExtraesCount::Sent}};              // MPI_Exscan

std::uint64_t bytes_by(ExtraesCount counted, const ParaverCollective& recorded) {
  const std::uint64_t all = std::max<std::uint64_t>(recorded.processes, 1);
  switch (counted) {
    case ExtraesCount::None:
      return 0;
    case ExtraesCount::Either:
      return std::max(recorded.sent, recorded.received);
    case ExtraesCount::Sent:
      return recorded.sent;
    case ExtraesCount::SentToOthers:
      return recorded.sent - recorded.sent / all;
    case ExtraesCount::Received:
      return recorded.received;
    case ExtraesCount::ReceivedOfEach:
      return recorded.received * all;
    case ExtraesCount::BlockOfAll:
      return recorded.is_root ? recorded.received / all : recorded.sent;
    case ExtraesCount::BlockToAll:
      return recorded.is_root ? recorded.sent / all : recorded.received;
  }
  return 0;
}

}  // namespace

bool starts_sends(std::uint64_t call) { return std::ranges::find(kStartingSends, call) != kStartingSends.end(); }

bool sends(std::uint64_t call) { return std::ranges::find(kSendingCalls, call) != kSendingCalls.end(); }

bool ends_requests(std::uint64_t call) { return std::ranges::find(kEndingRequests, call) != kEndingRequests.end(); }

std::optional<ParaverStep> step_of(const ParaverCollective& recorded) {
  const auto row = std::ranges::find_if(kCollectives, [&](const CallRow& each) {
    return each.call == recorded.call || each.nonblocking == recorded.call;
  });
  if (row == kCollectives.end()) return std::nullopt;
  return ParaverStep{row->kind, bytes_by(row->counted, recorded)};
}

}  // namespace topomorph::recordings
