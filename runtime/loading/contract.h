// What the two halves of the library offer each other: the front, which exports the functions and knows no MPI, and the
// back, which was compiled for one MPI library. The front opens the back that suits the process (plugin/front/back.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include <link.h>

#include "runtime/loading/exports.h"

namespace topomorph::loading {

/// What the front offers. Its functions allocate nothing.
struct Front {
  const char* path;             ///< the file of the front, as the loader knows it
  const link_map* own;          ///< the front
  const link_map* mpi_library;  ///< the MPI library that the back was chosen for

  /// Returns the next function of that name after the front: another tool's or the MPI library's; null: there is none.
  void* (*find_function)(const char* symbol);
  /// Returns the address of a datum of the MPI library; null: there is none.
  void* (*find_datum)(const char* symbol);
  /// Returns a function that answers instead of one that no library has; never null.
  void* (*answer_without_library)(const char* symbol);
  /// See plugin/front/line.h.
  bool (*has_own_stderr)();
  /// See plugin/front/own_handle.h.
  void (*catch_lookups_in_own_handle)();
};

/// What a back offers.
struct Back {
  const char* version;           ///< of TopoMorph; the front's must be the same
  std::uint64_t exports_digest;  ///< kExportsDigest of the build
  void (*const* functions)();    ///< kExports functions by their numbers; null: the front calls the next one
};

/// The only function that a back exports: extern "C" const Back* topomorph_back(const Front* front). `front` stays
/// valid until the process ends.
inline constexpr char kBackFunction[] = "topomorph_back";
using BackFunction = const Back* (*)(const Front*);

}  // namespace topomorph::loading
