// Communication among the processes of a job for our own purposes, past the wrappers.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <mpi.h>

namespace topomorph::reorder {

/// A communicator of our own: a duplicate, so that our messages cannot meet the application's, whose errors are
/// returned rather than ending the job. Freed with the object.
class OwnComm {
 public:
  /// Collective. valid() is false where MPI could not duplicate it.
  static OwnComm duplicate_of(MPI_Comm comm);
  /// The processes of `comm` where `in` is true, in its order; elsewhere not valid. Collective.
  static OwnComm part_of(MPI_Comm comm, bool in);
  /// The processes of `comm` that share a host with this one. Collective.
  static OwnComm host_of(MPI_Comm comm);

  ~OwnComm();
  OwnComm(const OwnComm&) = delete;
  OwnComm& operator=(const OwnComm&) = delete;

  MPI_Comm get() const { return comm_; }
  bool valid() const { return valid_; }
  int rank() const { return rank_; }
  int size() const { return size_; }

 private:
  OwnComm(MPI_Comm comm, int error);

  MPI_Comm comm_;
  bool valid_ = false;
  int rank_ = 0, size_ = 0;
};

/// Gives `to` the error handler of `from`, as communicators made from it have. Local.
void copy_errhandler(MPI_Comm from, MPI_Comm to);

/// Whether `mine` is true on all processes. Collective.
bool agree(const OwnComm& comm, bool mine);

/// The strings of all processes, in rank order.
class Strings {
 public:
  std::size_t size() const { return starts_.empty() ? 0 : starts_.size() - 1; }
  std::string_view operator[](std::size_t process) const {
    const auto start = static_cast<std::size_t>(starts_[process]), end = static_cast<std::size_t>(starts_[process + 1]);
    return std::string_view(text_).substr(start, end - start);
  }

 private:
  friend Strings gather_strings(const OwnComm&, const std::string&);
  std::string text_;
  std::vector<int> starts_;  ///< and the end of the last
};

// The functions below need memory: where one process has none, they throw GivenUp on all (reorder/together.h).

/// The strings of all processes on rank 0; elsewhere none. Together less than 2 GiB. Collective.
Strings gather_strings(const OwnComm& comm, const std::string& mine);

/// Gives string p of rank 0 to process p. Collective.
std::string scatter_strings(const OwnComm& comm, const std::vector<std::string>& all);

/// Rank 0's number, everywhere. Collective.
std::uint64_t broadcast(const OwnComm& comm, std::uint64_t number);

/// Rank 0's text, everywhere; shorter than 2 GiB. Collective.
std::string broadcast(const OwnComm& comm, const std::string& text);

/// One number of each process, in rank order, on rank 0; elsewhere empty. Collective.
std::vector<std::uint64_t> gather_numbers(const OwnComm& comm, std::uint64_t mine);

/// Gives number p of rank 0 to process p. Collective.
std::uint64_t scatter_numbers(const OwnComm& comm, const std::vector<std::uint64_t>& all);

/// Brings every process's bytes to rank 0, process after process, in pieces: `take` is called there and says whether it
/// wants more. No process holds more than its own bytes and one piece; a few processes at a time are told to send, so
/// that nothing piles up. Collective.
void stream_to_first(const OwnComm& comm, std::span<const char> mine,
                     const std::function<bool(std::span<const char>)>& take);

}  // namespace topomorph::reorder
