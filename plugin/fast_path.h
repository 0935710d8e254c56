// Fast paths: a call after which nothing is left to do leaves its wrapper by a jump into the MPI library, without a
// stack frame.
//
// The slow path (plugin/table/wrappers.py) marks the thread as inside an MPI call. The mark needs a frame, and so
// does work after the call; together they take a third of the time of the fastest calls. The mark keeps MPI calls that
// are made inside a call from being taken for the application's. The point-to-point and completion functions of the MPI
// library make no such calls. Those of another tool would, and so would ROMIO's nonblocking calls while any request
// makes progress: if one of them is found, every call takes the slow path.
#pragma once

#include "runtime/mpi/call_state.h"
#include "runtime/mpi/resolve.h"

namespace topomorph::plugin {

/// The functions that the wrappers may jump to; null: take the slow path. An entry is filled when its function is
/// called for the first time. All are null before MPI_Init and after MPI_Finalize. (Hidden visibility saves an
/// instruction here and below: gcc takes an extern declaration for another library's.)
[[gnu::visibility("hidden")]] extern runtime::Table mpi_targets;
[[gnu::visibility("hidden")]] extern runtime::Table pmpi_targets;

/// How many reasons there are to take the slow path; the fast one is allowed while there is none.
extern std::atomic<int> fast_path_obstacles;

/// Makes `next` a target if it belongs to the MPI library itself; otherwise forbids the fast path.
void learn_target(std::atomic<void*>& target, void* next);

/// Sends the calls of this process along the slow path until allow_fast_path(). Callable from any thread at any time.
void forbid_fast_path();
/// Takes back one forbid_fast_path().
void allow_fast_path();

/// Forgets the targets, at the end of MPI_Finalize.
void clear_fast_path();

/// What the application called: MPI_X continues with the next MPI_X, which may be another tool's; PMPI_X with the next
/// PMPI_X.
enum class Entry : bool { Mpi, Pmpi };

/// Returns the function with which a call continues.
template <class Signature>
[[gnu::always_inline]] inline Signature next_of(Entry entry, runtime::Function function) {
  return entry == Entry::Mpi ? runtime::next_mpi<Signature>(function) : runtime::next_pmpi<Signature>(function);
}

inline std::atomic<void*>& target_of(Entry entry, runtime::Function function) {
  return (entry == Entry::Mpi ? mpi_targets : pmpi_targets)[static_cast<std::size_t>(function)];
}

/// Returns the function to jump to; null: take the slow path.
template <class Signature>
Signature fast_path_target(Entry entry, runtime::Function function) {
  return reinterpret_cast<Signature>(target_of(entry, function).load(std::memory_order_relaxed));
}

/// Learns the target of a function that has a fast path. Called on its slow path once the plugin is at work.
template <class Signature>
void learn_target_of(Entry entry, runtime::Function function, Signature next) {
  std::atomic<void*>& target = target_of(entry, function);
  if (target.load(std::memory_order_relaxed) == nullptr && fast_path_obstacles.load(std::memory_order_relaxed) == 0) {
    learn_target(target, reinterpret_cast<void*>(next));
  }
}

}  // namespace topomorph::plugin
