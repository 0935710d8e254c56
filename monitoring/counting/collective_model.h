// Models of the messages of collective operations, for MPI libraries that do not report them
// (docs/collective-model.md).
//
// All are pure functions. Each tells what one process sends; the sends of all processes together carry out the
// operation.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace topomorph::monitoring {

/// The group that a rank is counted in. An intracommunicator has only the local one.
enum class Side { Local, Remote };

namespace model {

/// Receives the sends of one process.
class Sink {
 public:
  virtual void send(Side side, int peer, std::uint64_t bytes, std::uint64_t messages) = 0;

  /// Receives an all-to-all at once: one message to every other member of the own group or, if `inward`, one from every
  /// other member to this process, which those members then do not report. Each message has at least `bytes`; `alike`
  /// of them have exactly that many, and beyond() reports the rest of the others. Returns false if it takes no
  /// exchanges; each message then goes to send().
  virtual bool exchange(bool inward, std::uint64_t bytes, std::uint64_t alike);

  /// Receives a correction: the message of an exchange() to `peer` has `bytes`, which is `more` than reported there.
  virtual void beyond(int peer, std::uint64_t bytes, std::uint64_t more);

 protected:
  ~Sink() = default;
};

/// The process in its group, and the size of the remote group (0: an intracommunicator).
struct Place {
  int rank = 0;
  int size = 1;
  int remote_size = 0;
};

/// The meaning of a root argument in an intercommunicator; in an intracommunicator it is always Rank.
enum class RootKind { Rank, Self, Uninvolved };
struct Root {
  RootKind kind = RootKind::Rank;
  int rank = 0;
};

/// Returns the bytes of the block that goes to, or comes from, a rank.
using Blocks = std::function<std::uint64_t(int rank)>;

void barrier(Place place, Sink& sink);
void bcast(Place place, Root root, std::uint64_t bytes, Sink& sink);
void reduce(Place place, Root root, std::uint64_t bytes, Sink& sink);
void allreduce(Place place, std::uint64_t bytes, Sink& sink);

/// `block` is the size in bytes of one process's block. Blocks of a subtree travel in one message.
void gather(Place place, Root root, std::uint64_t block, Sink& sink);
void scatter(Place place, Root root, std::uint64_t block, Sink& sink);

/// Blocks have unequal sizes that only the root knows. Every other process sends or receives its block directly.
void gatherv(Place place, Root root, std::uint64_t own_block, Sink& sink);
void scatterv(Place place, Root root, const Blocks& blocks, Sink& sink);

/// The process sends `own_block`; `blocks` are the contributions of the others, which it passes on around the ring.
void allgather(Place place, std::uint64_t own_block, const Blocks& blocks, Sink& sink);

/// `to` is what this process has for each rank (of the remote group in an intercommunicator). The second form is for
/// blocks of one size.
void alltoall(Place place, const Blocks& to, Sink& sink);
void alltoall(Place place, std::uint64_t block, Sink& sink);

/// `to` is the size of each rank's result.
void reduce_scatter(Place place, const Blocks& to, Sink& sink);

/// For MPI_Scan and MPI_Exscan.
void scan(Place place, std::uint64_t bytes, Sink& sink);

/// Neighbourhood collectives, whose messages are exact. Block i goes to neighbours[i]; negative neighbours
/// (MPI_PROC_NULL) get nothing.
void neighbours(std::span<const int> neighbours, const Blocks& block, Sink& sink);

}  // namespace model
}  // namespace topomorph::monitoring
