// Where the next MPI library's functions and data are: looked up at first use, since this library is linked against no
// MPI.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

#include <link.h>

#include "plugin/runtime/functions.h"

namespace topomorph::runtime {

using Table = std::array<std::atomic<void*>, kFunctionCount>;

/// Addresses found so far; null where a function was not asked for yet.
[[gnu::visibility("hidden")]] extern Table mpi_table;
[[gnu::visibility("hidden")]] extern Table pmpi_table;

/// Finds the next `MPI_X` (or `PMPI_X`) after this library and remembers it. Where no library has it: what answers
/// instead (without_library.h).
void* look_up_mpi(Function function);
void* look_up_pmpi(Function function);

/// Handle of the MPI library if it is loaded, by the soname of the one we were built for; also its link_map. Else null:
/// a process without MPI must not get one from us.
void* loaded_library();

/// The library that this code is in.
const link_map* own_library();

/// Whether `address` is in that library; false for null.
bool is_in_this_library(const void* address);

/// Address of a datum of the MPI library (ompi_mpi_comm_world); null where there is none.
void* find_datum(const char* symbol);

/// Address of a function by name in the same places as the wrapped functions; null where there is none.
void* find_function(const char* symbol);

/// Whether `address` is in the MPI library itself, not in a tool between us and it.
bool is_of_the_library(const void* address);

/// The next `MPI_X`: another tool after this one, or the library.
template <class Signature>
Signature next_mpi(Function function) {
  void* address = mpi_table[static_cast<std::size_t>(function)].load(std::memory_order_relaxed);
  if (address == nullptr) [[unlikely]]
    address = look_up_mpi(function);
  return reinterpret_cast<Signature>(address);
}

/// The next `PMPI_X`.
template <class Signature>
Signature next_pmpi(Function function) {
  void* address = pmpi_table[static_cast<std::size_t>(function)].load(std::memory_order_relaxed);
  if (address == nullptr) [[unlikely]]
    address = look_up_pmpi(function);
  return reinterpret_cast<Signature>(address);
}

}  // namespace topomorph::runtime
