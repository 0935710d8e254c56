// Communication of this library's own among the processes of a job, bypassing the wrappers.
//
// Every step that waits for others has a time limit (reorder/limits.h), except the first: making a communicator is
// a collective call like the application's own, to which processes may come at very different times.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <mpi.h>

#include "runtime/process/fixed_string.h"

namespace topomorph::reorder {

/// The buffers of small messages. They outlive an operation that is not waited for any more. A fixed number of them
/// exists from the start, because a process without memory would keep the others waiting.
struct Desk {
  std::uint64_t out = 0, in = 0;
  int number_out = 0, number_in = 0;
  std::array<int, 4> numbers_out{}, numbers_in{};
  process::FixedString line;
  std::array<std::uint64_t, 256> numbers{};
};

/// A communicator of our own: a duplicate, so that our messages cannot meet the application's. Its errors are returned
/// and do not end the job. Freed with the object, unless an operation in it has not ended.
class OwnComm {
 public:
  /// Collective. valid() is false if MPI could not make it; the error does not reach the error handler of `comm`.
  static OwnComm duplicate_of(MPI_Comm comm);
  /// The same for MPI_COMM_WORLD inside MPI_Init, in a way that leaves nothing behind in the MPI library. Open MPI's
  /// MPI_Comm_split makes a nonblocking collective on the communicator, and whatever waits afterwards asks for the
  /// progress of those, for as long as the communicator lives.
  static OwnComm duplicate_of_world_at_start();
  /// Makes a communicator of the processes of `comm` with `in` true, in the order of `comm`; not valid elsewhere.
  /// Collective; throws CollectiveError.
  static OwnComm part_of(const OwnComm& comm, bool in);
  /// Makes a communicator of the processes of `comm` that share a host with this one, as MPI says or, where that
  /// cannot be trusted, the name of the host. Collective; throws CollectiveError.
  static OwnComm host_of(const OwnComm& comm);

  /// Returns one without processes, which is not valid.
  static OwnComm none();

  ~OwnComm();
  OwnComm(const OwnComm&) = delete;
  OwnComm& operator=(const OwnComm&) = delete;

  MPI_Comm get() const { return comm_; }
  /// Returns the communicator that it was made from, which the application and its tools know.
  MPI_Comm origin() const { return origin_; }
  bool valid() const { return valid_; }
  /// Whether its ranks are those of MPI_COMM_WORLD, as the launcher numbers them, and MPI_Init has not ended.
  bool is_whole_world() const { return whole_world_; }
  int rank() const { return rank_; }
  int size() const { return size_; }
  Desk& desk() const { return *desk_; }
  /// Says that an operation in it has not ended and will not be waited for: it is never freed, nor used again.
  void abandon() const { broken_ = true; }
  /// Whether this process sleeps while it waits from now on, because others need the core.
  void wait_asleep(bool asleep = true) const { asleep_ = asleep; }

  /// Starts a nonblocking operation by `start(&request)`, which returns an MPI error code, and waits for its end as
  /// long as `limits` time limits. Throws CollectiveError if MPI fails or if it takes too long. In the latter case
  /// `buffers`, which the operation uses, are kept for ever (the contents of vectors must stay in place when these are
  /// moved), and nothing more is sent over this communicator.
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
  OwnComm(MPI_Comm origin, MPI_Comm comm, int error, bool whole_world = false);

  MPI_Request begin() const;
  static void check_started(int error);
  bool ends(MPI_Request& request, double limits) const;
  [[noreturn]] static void give_up();

  template <class Buffer>
  static void keep_for_ever(Buffer& buffer) {
    static_cast<void>(new Buffer(std::move(buffer)));
  }

  MPI_Comm origin_, comm_;
  bool valid_ = false, whole_world_ = false;
  mutable bool asleep_ = false;
  mutable bool broken_ = false;  ///< an operation that other processes did not take part in has not ended
  int rank_ = 0, size_ = 0;
  Desk* desk_;  ///< null: none was free
};

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

// The functions below throw CollectiveError if MPI fails or a process does not answer, and on all processes if one of
// them has no memory (reorder/collective_step.h).

/// Returns rank 0's number on all processes. Collective.
std::uint64_t broadcast(const OwnComm& comm, std::uint64_t number);

/// Returns rank 0's text on all processes. Collective.
process::FixedString broadcast(const OwnComm& comm, const process::FixedString& line);

/// Returns on all processes what `text` returns on rank 0, where alone it is called: shorter than 2 GiB. An exception
/// of `text` ends the step on all processes. Collective.
std::string broadcast(const OwnComm& comm, const std::function<std::string()>& text);

/// Returns one number of each process in rank order on rank 0; nothing elsewhere. Collective.
std::vector<std::uint64_t> gather_numbers(const OwnComm& comm, std::uint64_t mine);

/// Brings one line of each process to rank 0, in any order. `mine` returns the lines of several processes on some, and
/// an empty text on the others; texts contain no zeros. `take` is called on rank 0. Returns the failure of this process
/// alone, which the caller must share. Collective.
process::FixedString gather_lines(const OwnComm& comm, const std::function<std::string()>& mine,
                                  const std::function<void(std::string_view)>& take);

/// Returns number p of rank 0 on process p; nothing if rank 0 has no numbers. Waits for rank 0 and not for the others;
/// wait_asleep() ends with the first of the numbers. Needs no memory. Collective.
std::optional<std::uint64_t> hand_out(const OwnComm& comm, const std::vector<std::uint64_t>& all);

}  // namespace topomorph::reorder
