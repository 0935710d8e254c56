// TopoMorph for C++20 programs: topomorph.h with communicators that free themselves, ranges and exceptions.
//
// Header only, over the C interface, whose meanings and collectiveness hold: link with -ltopomorph. Functions throw
// topomorph::Error where their C counterpart returns an error class.
#ifndef TOPOMORPH_HPP
#define TOPOMORPH_HPP

#include <cstddef>
#include <ranges>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// Without the C++ bindings that MPI 3 removed: programs would need another library for them.
#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX 1
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX 1
#endif
#include <mpi.h>
#include <topomorph.h>

namespace topomorph {

/// A function of topomorph.h or MPI did not return MPI_SUCCESS.
class Error : public std::runtime_error {
 public:
  Error(const char* function, int code) : std::runtime_error(text(function, code)), code_(code) {}

  /// The MPI error class.
  int code() const noexcept { return code_; }

 private:
  static std::string text(const char* function, int code) {
    char message[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, message, &length);
    return std::string(function) + ": " + message;
  }

  int code_;
};

namespace detail {

inline void check(const char* function, int code) {
  if (code != MPI_SUCCESS) throw Error(function, code);
}

inline int size_of(MPI_Comm comm) {
  int size = 0;
  check("MPI_Comm_size", MPI_Comm_size(comm, &size));
  return size;
}

}  // namespace detail

/// Owns a communicator: freed with the object, collectively as MPI_Comm_free is, unless MPI has been finalized.
class Communicator {
 public:
  Communicator() noexcept = default;
  explicit Communicator(MPI_Comm owned) noexcept : handle_(owned) {}
  Communicator(Communicator&& other) noexcept : handle_(other.release()) {}
  Communicator& operator=(Communicator&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Communicator() {
    int finalized = 0;
    if (handle_ != MPI_COMM_NULL && MPI_Finalized(&finalized) == MPI_SUCCESS && finalized == 0) MPI_Comm_free(&handle_);
  }

  MPI_Comm get() const noexcept { return handle_; }
  operator MPI_Comm() const noexcept { return handle_; }  // NOLINT(google-explicit-constructor): for MPI's functions

  /// Gives the communicator away: the caller frees it.
  MPI_Comm release() noexcept { return std::exchange(handle_, MPI_COMM_NULL); }

  int rank() const {
    int rank = 0;
    detail::check("MPI_Comm_rank", MPI_Comm_rank(handle_, &rank));
    return rank;
  }
  int size() const { return detail::size_of(handle_); }

 private:
  MPI_Comm handle_ = MPI_COMM_NULL;
};

/// The same processes in an order that suits the machine, by what was counted so far (tm_reorder). Collective.
inline Communicator reorder(MPI_Comm comm) {
  MPI_Comm reordered = MPI_COMM_NULL;
  detail::check("tm_reorder", tm_reorder(comm, &reordered));
  return Communicator(reordered);
}

/// Element i is the rank in `reordered` of the process that had rank i before (tm_permutation). Collective.
inline std::vector<int> permutation(MPI_Comm reordered) {
  std::vector<int> ranks(static_cast<std::size_t>(detail::size_of(reordered)));
  detail::check("tm_permutation", tm_permutation(reordered, ranks.data()));
  return ranks;
}

/// What the process that had this one's new rank in `before` gives as `mine`; each process gives its own, of any length
/// (tm_redistribute). `type` describes one T. Collective.
template <std::ranges::contiguous_range Range>
requires std::ranges::sized_range<Range> std::vector<std::ranges::range_value_t<Range>> redistribute(
    MPI_Comm before, MPI_Comm reordered, const Range& mine, MPI_Datatype type) {
  using T = std::ranges::range_value_t<Range>;
  const auto count = static_cast<MPI_Count>(std::ranges::size(mine));
  MPI_Count incoming = 0;
  T* const nowhere = nullptr;
  const int sizes = tm_redistribute(before, reordered, std::ranges::data(mine), count, type, nowhere, 0, &incoming);
  if (sizes != MPI_ERR_TRUNCATE) detail::check("tm_redistribute", sizes);
  std::vector<T> received(static_cast<std::size_t>(incoming));
  if (sizes == MPI_ERR_TRUNCATE) {
    detail::check("tm_redistribute", tm_redistribute(before, reordered, std::ranges::data(mine), count, type,
                                                     received.data(), incoming, &incoming));
  }
  return received;
}

/// Counting is on while a program runs under the library; these switch it.
inline void monitor_start() { detail::check("tm_monitor_start", tm_monitor_start()); }
inline void monitor_stop() { detail::check("tm_monitor_stop", tm_monitor_stop()); }
inline void monitor_reset() { detail::check("tm_monitor_reset", tm_monitor_reset()); }

/// What is counted from here on belongs to the phase of that name (tm_phase).
inline void phase(const std::string& name) { detail::check("tm_phase", tm_phase(name.c_str())); }

}  // namespace topomorph

#endif
