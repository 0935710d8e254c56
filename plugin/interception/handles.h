// Predefined MPI handles without linking MPI: handles::comm_world() and so on are the real library's.
//
// In Open MPI a predefined handle is the address of a datum in libmpi, so naming MPI_COMM_WORLD would tie this library
// to it; it is looked up at first use. In other MPI libraries (MPICH) handles are plain numbers. MPI_IN_PLACE,
// MPI_BOTTOM, MPI_STATUS_IGNORE, MPI_STATUSES_IGNORE, MPI_UNWEIGHTED, MPI_ANY_SOURCE, MPI_PROC_NULL and the error
// classes are numbers everywhere: use them as they are.
#pragma once

#include <atomic>
#include <cstddef>

#include <mpi.h>

namespace topomorph::handles {

enum class Id : std::size_t {
#define TOPOMORPH_HANDLE(name, type, constant, symbol) name,
#include "plugin/interception/handles.def"
#undef TOPOMORPH_HANDLE
  kCount
};

namespace detail {
extern std::atomic<void*> data[static_cast<std::size_t>(Id::kCount)];
void* look_up(Id id);

inline void* datum(Id id) {
  void* address = data[static_cast<std::size_t>(id)].load(std::memory_order_relaxed);
  return address != nullptr ? address : look_up(id);
}
}  // namespace detail

/// Whether the MPI library of this process has our handles: false in a program of another MPI library than the one we
/// were built for.
bool available();

#ifdef OPEN_MPI
#define TOPOMORPH_HANDLE(name, type, constant, symbol) \
  inline type name() { return static_cast<type>(detail::datum(Id::name)); }
#else
#define TOPOMORPH_HANDLE(name, type, constant, symbol) \
  inline type name() { return constant; }
#endif
#include "plugin/interception/handles.def"
#undef TOPOMORPH_HANDLE

}  // namespace topomorph::handles
