// Short ways: calls after which nothing is left to do leave a wrapper by a jump into the MPI library, without a frame.
//
// The long way (generate.py) marks the thread as inside a call, which takes a frame, and so does what is done after the
// call. A third of what the fastest calls cost. The mark is for what MPI functions call in their turn, which must not
// be taken for the application's: the MPI library's point-to-point and completion functions call none, but another
// tool's would, and so would ROMIO's nonblocking calls while any request makes progress. Where one of these is found,
// all goes the long way.
#pragma once

#include "functions.h"
#include "plugin/interception/inside.h"
#include "plugin/interception/resolve.h"
#include "plugin/world/world.h"

namespace topomorph::jump {

/// Where the wrappers of the functions may jump to; null: the long way. Filled function by function as they are called,
/// and empty before MPI_Init and after MPI_Finalize.
/// (Hidden, here and below: gcc takes what is declared for another library's, which costs an instruction.)
[[gnu::visibility("hidden")]] extern resolve::Table mpi_targets;
[[gnu::visibility("hidden")]] extern resolve::Table pmpi_targets;

/// False for good after forbid().
extern std::atomic<bool> allowed;

/// Makes `next` a target if it belongs to the MPI library itself.
void learn(std::atomic<void*>& target, void* next);

/// From now on all calls of this process go the long way. Any thread, any time.
void forbid();

/// At the end of MPI_Finalize: forgets the targets.
void clear();

/// How MPI_X goes on: to the next MPI_X, which may be another tool's.
struct Mpi {
  template <class Signature>
  static Signature next(Function function) {
    return resolve::next_mpi<Signature>(function);
  }
  static std::atomic<void*>& target(Function function) { return mpi_targets[static_cast<std::size_t>(function)]; }
};

/// How PMPI_X goes on.
struct Pmpi {
  template <class Signature>
  static Signature next(Function function) {
    return resolve::next_pmpi<Signature>(function);
  }
  static std::atomic<void*>& target(Function function) { return pmpi_targets[static_cast<std::size_t>(function)]; }
};

/// Null: the long way.
template <class Entry, class Signature>
Signature target(Function function) {
  return reinterpret_cast<Signature>(Entry::target(function).load(std::memory_order_relaxed));
}

/// On the long way of a function that has a short one, once the plugin is at work.
template <class Entry, class Signature>
void learn(Function function, Signature next) {
  std::atomic<void*>& target = Entry::target(function);
  if (target.load(std::memory_order_relaxed) == nullptr && allowed.load(std::memory_order_relaxed)) {
    learn(target, reinterpret_cast<void*>(next));
  }
}

}  // namespace topomorph::jump
