// Finds functions and data of the next MPI library at first use, through the front: this library is linked against no
// MPI.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

#include <link.h>

#include "runtime/loading/contract.h"
#include "runtime/mpi/functions.h"

namespace topomorph::runtime {

using Table = std::array<std::atomic<void*>, kFunctionCount>;

/// Addresses found so far; null for a function that was not needed yet.
[[gnu::visibility("hidden")]] extern Table mpi_table;
[[gnu::visibility("hidden")]] extern Table pmpi_table;

/// Find the next `MPI_X` (or `PMPI_X`) after the front and remember it. If no library has it, they return a function
/// that answers instead (plugin/front/without_library.h).
void* look_up_mpi(Function function);
void* look_up_pmpi(Function function);

/// Takes what the front offers. Called once, before any other function of this library.
void use_front(const loading::Front& front);

/// Returns what the front offers; null in a program without a front (a unit test).
const loading::Front* front();

/// Returns the MPI library of this process; null in a program without a front.
const link_map* loaded_library();

/// Returns the address of a datum of the MPI library (ompi_mpi_comm_world); null if there is none.
void* find_datum(const char* symbol);

/// Returns the address of a function, searched by name where the wrapped functions are; null if there is none.
void* find_function(const char* symbol);

/// Whether `address` is in the MPI library itself and not in a tool between the front and it.
bool is_of_the_library(const void* address);

/// Returns the next `MPI_X`: another tool's after this library, or the MPI library's.
template <class Signature>
Signature next_mpi(Function function) {
  void* address = mpi_table[static_cast<std::size_t>(function)].load(std::memory_order_relaxed);
  if (address == nullptr) [[unlikely]]
    address = look_up_mpi(function);
  return reinterpret_cast<Signature>(address);
}

/// Returns the next `PMPI_X`.
template <class Signature>
Signature next_pmpi(Function function) {
  void* address = pmpi_table[static_cast<std::size_t>(function)].load(std::memory_order_relaxed);
  if (address == nullptr) [[unlikely]]
    address = look_up_pmpi(function);
  return reinterpret_cast<Signature>(address);
}

}  // namespace topomorph::runtime
