// The handles of the standard's own binary interface (MPI 5.0, chapter 20): predefined handles are fixed numbers in the
// type of a pointer, Fortran's handles belong to the library.
#pragma once

#include <mpi.h>

#include "plugin/runtime/standard_handles.h"

namespace topomorph::handles {

#define TOPOMORPH_HANDLE(name, type, constant, symbol) \
  inline type name() { return constant; }
#include "plugin/runtime/handles.def"
#undef TOPOMORPH_HANDLE

}  // namespace topomorph::handles
