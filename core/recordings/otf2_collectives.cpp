// The steps of a trace for collectives whose bytes are known as Score-P counts them.
#include "core/recordings/otf2_collectives.h"

#include <algorithm>
#include <array>

namespace topomorph::recordings {

namespace {

using trace::Collective;

/// How the bytes of a step follow from those of the process.
enum class Counted {
  None,
  Down,         // root sends to all, and all receive: the buffer, or a block
  Up,           // all send to root
  OwnOfRoot,    // each its own block from root, or to it
  ShareOfAll,   // sent to each process
  ToAll,        // sent to all
  ToOthers,     // sent to all but itself
  ToHigher,     // sent to itself and higher ranks
  ToTheHigher,  // sent to higher ranks only
};

struct Row {
  Collective kind;
  Counted counted;
};

/// By the number of the operation in the format, from 0.
constexpr std::array<Row, 17> kOperations = {{{Collective::Barrier, Counted::None},
                                              {Collective::Bcast, Counted::Down},
                                              {Collective::Gather, Counted::Up},
                                              {Collective::Gatherv, Counted::OwnOfRoot},
                                              {Collective::Scatter, Counted::Down},
                                              {Collective::Scatterv, Counted::OwnOfRoot},
                                              {Collective::Allgather, Counted::ShareOfAll},
                                              {Collective::Allgatherv, Counted::ShareOfAll},
                                              {Collective::Alltoall, Counted::ShareOfAll},
                                              {Collective::Alltoallv, Counted::ToOthers},
                                              {Collective::Alltoallv, Counted::ToOthers},  // MPI_Alltoallw
                                              {Collective::Allreduce, Counted::ShareOfAll},
                                              {Collective::Reduce, Counted::Up},
                                              {Collective::ReduceScatter, Counted::ToAll},
                                              {Collective::Scan, Counted::ToHigher},
                                              {Collective::Scan, Counted::ToTheHigher},  // MPI_Exscan
                                              {Collective::ReduceScatter, Counted::ToAll}}};

std::uint64_t bytes_of(Counted counted, const RecordedCollective& recorded) {
  const auto share = [](std::uint64_t bytes, std::uint64_t of) { return bytes / std::max<std::uint64_t>(of, 1); };
  const std::uint64_t all = recorded.processes;
  const bool is_root = recorded.rank == recorded.root;
  switch (counted) {
    case Counted::None:
      return 0;
    case Counted::Down:
      return is_root ? share(recorded.sent, all) : recorded.received;
    case Counted::Up:
      return is_root ? share(recorded.received, all) : recorded.sent;
    case Counted::OwnOfRoot:  // the root's own block is what it moves to itself
      return is_root ? std::min(recorded.sent, recorded.received) : std::max(recorded.sent, recorded.received);
    case Counted::ShareOfAll:
      return share(recorded.sent, all);
    case Counted::ToAll:
      return recorded.sent;
    case Counted::ToOthers:
      return recorded.sent - share(recorded.sent, all);
    case Counted::ToHigher:
      return share(recorded.sent, all - recorded.rank);
    case Counted::ToTheHigher:  // the last rank sends nothing
      return recorded.sent > 0 ? share(recorded.sent, all - recorded.rank - 1)
                               : share(recorded.received, recorded.rank);
  }
  return 0;
}

}  // namespace

std::optional<CollectiveOfTrace> collective_of(const RecordedCollective& recorded) {
  if (recorded.operation >= kOperations.size()) return std::nullopt;
  const Row& row = kOperations[recorded.operation];
  return CollectiveOfTrace{row.kind, bytes_of(row.counted, recorded)};
}

}  // namespace topomorph::recordings
