// Communication among the processes of a job for our own purposes, past the wrappers.
//
// Every step that waits for others has a time limit (reorder/time_limit.h), but for the first: making a communicator is
// a collective call of the application's own kind, to which processes may come at very different times.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <mpi.h>

#include "plugin/process/fixed_string.h"
#include "reorder/time_limit.h"

namespace topomorph::reorder {

/// What small messages are in while they are under way: it outlives an operation that nobody waits for any more. One of
/// a few that are always there, since a process without memory would keep the others waiting.
struct Desk {
  std::uint64_t out = 0, in = 0;
  int number_out = 0, number_in = 0;
  std::array<int, 2> pair_out{}, pair_in{};
  process::FixedString line;
};

/// A communicator of our own: a duplicate, so that our messages cannot meet the application's, whose errors are
/// returned rather than ending the job. Freed with the object, unless something is still under way in it.
class OwnComm {
 public:
  /// Collective. valid() is false where MPI could not duplicate it; an error of MPI does not come to the error handler
  /// of `comm`.
  static OwnComm duplicate_of(MPI_Comm comm);
  /// The processes of `comm` where `in` is true, in its order; elsewhere not valid. Collective; throws CollectiveError.
  static OwnComm part_of(const OwnComm& comm, bool in);
  /// The processes of `comm` that share a host with this one. Collective; throws CollectiveError.
  static OwnComm host_of(const OwnComm& comm);

  ~OwnComm();
  OwnComm(const OwnComm&) = delete;
  OwnComm& operator=(const OwnComm&) = delete;

  MPI_Comm get() const { return comm_; }
  /// The communicator that it was made from, as the application and its tools know it.
  MPI_Comm origin() const { return origin_; }
  bool valid() const { return valid_; }
  int rank() const { return rank_; }
  int size() const { return size_; }
  Desk& desk() const { return *desk_; }

  /// Starts a nonblocking operation by `start(&request)`, which returns an MPI error code, and waits for its end, as
  /// long as `limits` time limits. Throws CollectiveError where MPI fails and where that takes too long; `buffers`,
  /// which it uses (vectors: their contents must stay where they are when they are moved), are then kept for ever, and
  /// nothing goes over this communicator any more.
  template <class Start, class... Buffers>
  void run(Start start, double limits = 1, Buffers&... buffers) const {
    MPI_Request request = begin();
    check_started(start(&request));
    if (!ends(request, limits)) {
      (keep_for_ever(buffers), ...);
      give_up();
    }
  }

 private:
  OwnComm(MPI_Comm origin, MPI_Comm comm, int error);

  MPI_Request begin() const;
  static void check_started(int error);
  bool ends(MPI_Request& request, double limits) const;
  [[noreturn]] static void give_up();

  template <class Buffer>
  static void keep_for_ever(Buffer& buffer) {
    static_cast<void>(new Buffer(std::move(buffer)));
  }

  MPI_Comm origin_, comm_;
  bool valid_ = false;
  mutable bool broken_ = false;  ///< something that others did not take part in is under way
  int rank_ = 0, size_ = 0;
  Desk* desk_;  ///< null: there is none
};

/// All processes are here, or CollectiveError: before what MPI has in blocking form alone. Not a barrier, in which
/// everybody talks to other processes than in our other steps: each first message between two processes costs a
/// connection. Collective.
void arrive(const OwnComm& comm);

/// Whether `mine` is true on all processes, as far as they answer in time. Collective.
bool agree(const OwnComm& comm, bool mine);

/// The same, where agree() has just been true on this process, and what follows from it cannot be taken back. Who
/// waited too long for agree() does not come here, so this takes longer than that: the answers can only differ where a
/// message of a process that is here takes longer than the limit. Collective.
bool confirm(const OwnComm& comm);

/// The strings of all processes, in rank order.
class Strings {
 public:
  std::size_t size() const { return size_; }
  std::string_view operator[](std::size_t process) const {
    const std::string_view room = std::string_view(text_.data(), text_.size()).substr(process * width_, width_);
    return room.substr(0, room.find('\0'));
  }

 private:
  friend Strings gather_strings(const OwnComm&, const std::function<std::string()>&);
  std::vector<char> text_;  ///< one behind the other, each as wide as the longest, filled up with zeros
  std::size_t size_ = 0, width_ = 0;
};

// The functions below throw CollectiveError where MPI fails or somebody does not answer, and, on all processes, where
// one has no memory (reorder/collective_step.h).

/// What `mine` returns on each process, on rank 0; elsewhere none. Texts of similar length without zeros: each takes as
/// much room as the longest. What `mine` throws ends it on all processes. For the few processes of a host: all talk to
/// rank 0. Collective.
Strings gather_strings(const OwnComm& comm, const std::function<std::string()>& mine);

/// Gives string p of what `all` returns on rank 0, where alone it is called, to process p. As above. Collective.
std::string scatter_strings(const OwnComm& comm, const std::function<std::vector<std::string>()>& all);

/// Rank 0's number, everywhere. Collective.
std::uint64_t broadcast(const OwnComm& comm, std::uint64_t number);

/// Rank 0's line, everywhere. Collective.
process::FixedString broadcast(const OwnComm& comm, const process::FixedString& line);

/// Rank 0's text, everywhere; shorter than 2 GiB. Collective.
std::string broadcast(const OwnComm& comm, const std::string& text);

/// One number of each process, in rank order, on rank 0; elsewhere empty. Collective.
std::vector<std::uint64_t> gather_numbers(const OwnComm& comm, std::uint64_t mine);

/// Brings lines to rank 0, one of each process, in any order: `mine` returns the lines of several processes on some,
/// and nothing on the others. `take` is called on rank 0. Returns what went wrong on this process alone, for the caller
/// to settle. Texts without zeros. Collective.
process::FixedString gather_lines(const OwnComm& comm, const std::function<std::string()>& mine,
                                  const std::function<void(std::string_view)>& take);

/// Gives number p of rank 0 to process p, and nothing where rank 0 has no numbers. Collective.
std::optional<std::uint64_t> hand_out(const OwnComm& comm, const std::vector<std::uint64_t>& all);

}  // namespace topomorph::reorder
