// Open MPI's handles. Predefined handles are addresses of data in libmpi, looked up at first use; Fortran's handles are
// indices of a table.
#pragma once

#include <atomic>
#include <cstddef>

#include <mpi.h>

#include "runtime/mpi/real_mpi.h"

namespace topomorph::handles {

enum class Id : std::size_t {
#define TOPOMORPH_HANDLE(name, type, constant, symbol) name,
#include "runtime/mpi/handles.def"
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

#define TOPOMORPH_HANDLE(name, type, constant, symbol) \
  inline type name() { return static_cast<type>(detail::datum(Id::name)); }
#include "runtime/mpi/handles.def"
#undef TOPOMORPH_HANDLE

inline int* unweighted() { return MPI_UNWEIGHTED; }
inline int* weights_empty() { return MPI_WEIGHTS_EMPTY; }

inline MPI_Comm comm_of_fortran(MPI_Fint comm) { return real::Comm_f2c(comm); }
inline MPI_Fint fortran_of_comm(MPI_Comm comm) { return real::Comm_c2f(comm); }
inline MPI_Datatype type_of_fortran(MPI_Fint type) { return real::Type_f2c(type); }

}  // namespace topomorph::handles
