// Open MPI's handles. Predefined handles are addresses of data in libmpi, looked up at first use; Fortran's handles are
// indices of a table.
#pragma once

#include <atomic>
#include <cstddef>

#include <mpi.h>

#include "plugin/runtime/standard_handles.h"

namespace topomorph::handles {

enum class Id : std::size_t {
#define TOPOMORPH_HANDLE(name, type, constant, symbol) name,
#include "plugin/runtime/handles.def"
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
#include "plugin/runtime/handles.def"
#undef TOPOMORPH_HANDLE

}  // namespace topomorph::handles
