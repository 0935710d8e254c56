// A communicator of this library's own among the processes of a job, bypassing the wrappers.
//
// Every step that waits for others has a time limit (reorder/steps/waiting.h), except the first: making a communicator
// is a collective call like the application's own, to which processes may come at very different times.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

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
  /// Returns one without processes, which is not valid.
  static OwnComm none();

  /// Takes over `made`, which MPI has made of `origin`, or what `error` MPI has returned in its place.
  OwnComm(MPI_Comm origin, MPI_Comm made, int error, bool whole_world = false);
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

}  // namespace topomorph::reorder
