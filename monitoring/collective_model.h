// Which messages a collective operation is taken to consist of, where the MPI library does not say. See
// docs/collective-model.md.
//
// Pure functions: each tells what one process sends; what all processes of the group send together carries out the
// operation.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace topomorph::monitoring {

/// The group that a rank is counted in. An intracommunicator has only the local one.
enum class Side { Local, Remote };

namespace model {

/// Where the sends of one process go.
class Sink {
 public:
  virtual void send(Side side, int peer, std::uint64_t bytes, std::uint64_t messages) = 0;

  /// What an all-to-all is, at once: a message to every other member of the own group, or, if `inward`, from every
  /// other member to this process, which then does not send it. Each has at least `bytes`, and `alike` of them just so
  /// many; what the others have is told by beyond(). False: not done, send() shall tell them one by one.
  virtual bool exchange(bool inward, std::uint64_t bytes, std::uint64_t alike);

  /// The message of an exchange() to `peer` has `bytes`: `more` than was said there.
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

/// What a root argument says in an intercommunicator; in an intracommunicator it is always Rank.
enum class RootKind { Rank, Self, Uninvolved };
struct Root {
  RootKind kind = RootKind::Rank;
  int rank = 0;
};

/// Bytes of the block that goes to, or comes from, a rank.
using Blocks = std::function<std::uint64_t(int rank)>;

void barrier(Place place, Sink& sink);
void bcast(Place place, Root root, std::uint64_t bytes, Sink& sink);
void reduce(Place place, Root root, std::uint64_t bytes, Sink& sink);
void allreduce(Place place, std::uint64_t bytes, Sink& sink);

/// `block` is the bytes of one process's block. Subtrees travel together.
void gather(Place place, Root root, std::uint64_t block, Sink& sink);
void scatter(Place place, Root root, std::uint64_t block, Sink& sink);

/// Blocks of unequal sizes, which only the root knows: every other process sends its own, or receives its own,
/// directly.
void gatherv(Place place, Root root, std::uint64_t own_block, Sink& sink);
void scatterv(Place place, Root root, const Blocks& blocks, Sink& sink);

/// `own_block` is sent, `blocks` are what the others contribute (passed on around the ring).
void allgather(Place place, std::uint64_t own_block, const Blocks& blocks, Sink& sink);

/// `to` is what this process has for each rank (of the remote group in an intercommunicator); the second form where
/// that is the same for all.
void alltoall(Place place, const Blocks& to, Sink& sink);
void alltoall(Place place, std::uint64_t block, Sink& sink);

/// `to` is the size of each rank's result.
void reduce_scatter(Place place, const Blocks& to, Sink& sink);

/// MPI_Scan and MPI_Exscan.
void scan(Place place, std::uint64_t bytes, Sink& sink);

/// Neighbourhood collectives: exact. Block i goes to neighbours[i]; negative neighbours (MPI_PROC_NULL) get nothing.
void neighbours(std::span<const int> neighbours, const Blocks& block, Sink& sink);

}  // namespace model
}  // namespace topomorph::monitoring
