// TopoMorph for C++20 programs: topomorph.h with communicators that free themselves, ranges and exceptions.
//
//   topomorph::Communicator world = topomorph::reorder(MPI_COMM_WORLD);
//   std::vector<double> cells = topomorph::redistribute(MPI_COMM_WORLD, world, mine, MPI_DOUBLE);
//
// Header only, over the C interface: link with -ltopomorph. What topomorph.h says of each function holds here too: what
// it means, whether it is collective, when and from which threads it may be called.
//
// Errors: functions throw topomorph::Error where their C counterpart returns an error class. An exception of a
// collective function is thrown on the processes on which the C function fails. Containers may throw std::bad_alloc.
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

/// Thrown if a function of topomorph.h or MPI does not return MPI_SUCCESS.
class Error : public std::runtime_error {
 public:
  Error(const char* function, int code) : std::runtime_error(text(function, code)), code_(code) {}

  /// Returns the MPI error class.
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

/// Owns a communicator and frees it in its destructor, unless MPI has been finalized by then.
///
/// MPI_Comm_free is collective: all processes must destroy their object at the same point of the program. Objects move
/// and are not copied. One object must not be used by two threads at the same time.
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

  /// Returns the communicator and gives up ownership: the caller frees it.
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

/// Returns a communicator of the same processes in an order that suits the machine, from what was counted so far
/// (tm_reorder). Collective over `comm`. Keeps the order of `comm` if nothing better is found or anything fails.
inline Communicator reorder(MPI_Comm comm) {
  MPI_Comm reordered = MPI_COMM_NULL;
  detail::check("tm_reorder", tm_reorder(comm, &reordered));
  return Communicator(reordered);
}

/// Returns one number for each process: element i is the rank in `reordered` of the process that had rank i before
/// (tm_permutation). Collective over `reordered`, a result of reorder(), a duplicate of one, or MPI_COMM_WORLD.
inline std::vector<int> permutation(MPI_Comm reordered) {
  std::vector<int> ranks(static_cast<std::size_t>(detail::size_of(reordered)));
  detail::check("tm_permutation", tm_permutation(reordered, ranks.data()));
  return ranks;
}

/// Moves the data of each role to the process that has the role now (tm_redistribute). Collective over `reordered`.
///
/// Each process passes the data of its rank in `before` as `mine`, in any number of elements, and gets the data of its
/// rank in `reordered`. `type` is the MPI datatype of one element.
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

/// Starts counting messages again (tm_monitor_start). Local.
inline void monitor_start() { detail::check("tm_monitor_start", tm_monitor_start()); }

/// Stops counting messages until monitor_start() (tm_monitor_stop). Local.
inline void monitor_stop() { detail::check("tm_monitor_stop", tm_monitor_stop()); }

/// Forgets what this process has counted, so that reorder() decides by what follows (tm_monitor_reset). Local.
inline void monitor_reset() { detail::check("tm_monitor_reset", tm_monitor_reset()); }

/// Counts under this name from now on, in all threads of the process; an empty name leads back to the first phase
/// (tm_phase). Local.
inline void phase(const std::string& name) { detail::check("tm_phase", tm_phase(name.c_str())); }

/// Three numbers of a version, as in 1.2.3.
struct Version {
  int major_number = 0, minor_number = 0, patch_number = 0;  // major and minor are macros in some C libraries
};

/// Returns the version of the loaded library (tm_version). Local; never throws.
inline Version version() noexcept {
  Version loaded;
  tm_version(&loaded.major_number, &loaded.minor_number, &loaded.patch_number);
  return loaded;
}

/// Returns the version of the loaded library as text, such as "1.2.3" (tm_version_string). Local; never throws.
inline const char* version_string() noexcept { return tm_version_string(); }

}  // namespace topomorph

#endif
