// What every wrapped call looks at: whether the plugin is at work, whether this thread is inside an MPI call, and which
// communicator stands in for MPI_COMM_WORLD.
#pragma once

#include <cstdint>

#include <mpi.h>

namespace topomorph::runtime {

/// False before MPI_Init and after MPI_Finalize, in mode off, and in programs of another MPI library. Wrappers then
/// forward every call unchanged.
[[gnu::visibility("hidden")]] extern bool active;

/// MPI_COMM_WORLD and its substitute. Both are null while there is no substitute, so that one comparison is enough.
/// Written by plugin/world alone.
struct WorldPair {
  MPI_Comm real;
  MPI_Comm substitute;
};
[[gnu::visibility("hidden")]] extern WorldPair world_pair;

/// Returns the communicator to use where the application named `comm`.
inline MPI_Comm substitute(MPI_Comm comm) {
  if (comm == world_pair.real) [[likely]]
    return world_pair.substitute;
  return comm;
}

/// Returns the communicator that the application may see in place of `comm`: the reverse of substitute().
inline MPI_Comm visible(MPI_Comm comm) { return comm == world_pair.substitute ? world_pair.real : comm; }

/// Whether a communicator stands in for MPI_COMM_WORLD.
inline bool has_substitute() { return world_pair.substitute != world_pair.real; }

/// What the monitoring layer keeps for a thread, as far as this layer reads it (monitoring::ThreadCounters derives from
/// it). Lives until the process ends: a user-level thread may end a call on another system thread than it began it on.
struct ThreadRecord {
  bool in_collective = false;  ///< the counted call that the thread is in is a collective one
};

/// What every call reads of its thread. One variable holds both values, because a second variable would cost each call
/// an instruction for its address.
struct ThreadState {
  std::uintptr_t entered = 0;      ///< address of the innermost ReentrancyGuard's mark; 0: the thread is in no call
  ThreadRecord* record = nullptr;  ///< null before the first counted call
};

/// The initial-exec model replaces a function call by one instruction. It takes 16 bytes of the static TLS reserve.
[[gnu::tls_model("initial-exec"), gnu::visibility("hidden")]] extern constinit thread_local ThreadState thread;

inline std::uintptr_t stack_pointer() {
  std::uintptr_t here;
#if defined(__x86_64__)
  asm("mov %%rsp, %0" : "=r"(here));
#elif defined(__aarch64__)
  asm("mov %0, sp" : "=r"(here));
#elif defined(__powerpc64__)
  asm("mr %0, 1" : "=r"(here));
#else
  here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
#endif
  return here;
}

/// The most stack in bytes that libmpi, ROMIO, libmpi_cxx and other tools use between a wrapped call and the MPI calls
/// that they make in it. A larger distance means another stack.
inline constexpr std::uintptr_t kDeepest = 16384;

/// Whether the calling code runs inside a wrapped call. Calls that libmpi, ROMIO, libmpi_cxx or another tool make from
/// there are neither counted nor substituted.
///
/// A flag of the system thread would not do: in a program with user-level threads, one of them waits in a call while
/// the next runs on the same system thread, on its own stack, and the first may continue on another system thread.
/// Therefore each call leaves a mark on its stack. A call is inside another one if the mark is near on the same stack
/// and still valid. The end of the outer call invalidates the mark, on whatever system thread it runs.
inline bool in_mpi() {
  const std::uintptr_t mark = thread.entered;
  return mark - stack_pointer() < kDeepest && *reinterpret_cast<const volatile std::uintptr_t*>(mark) == ~mark;
}

/// Returns false only if the thread is certainly not inside a wrapped call. Cheaper than in_mpi(), which takes
/// registers that every call would have to save.
inline bool may_be_in_mpi() { return thread.entered != 0; }

/// Whether a call comes from the application itself while the plugin is at work.
inline bool is_application_call() { return active && !in_mpi(); }

/// Whether this thread is in a counted collective call.
inline bool in_collective() { return thread.record != nullptr && thread.record->in_collective; }

/// Marks the thread as inside an MPI call while the object lives. Our code outside of the wrappers (the bodies of tm_*)
/// holds one while it calls real::*, so that what libmpi calls from there is not taken for the application's.
class ReentrancyGuard {
 public:
  ReentrancyGuard() {
    mark_ = ~address();
    thread.entered = address();
  }
  /// Restores the state before, which may be "inside" as well.
  ~ReentrancyGuard() {
    mark_ = 0;
    thread.entered = before_;
  }
  ReentrancyGuard(const ReentrancyGuard&) = delete;
  ReentrancyGuard& operator=(const ReentrancyGuard&) = delete;

 private:
  std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(&mark_); }

  const std::uintptr_t before_ = thread.entered;
  volatile std::uintptr_t mark_;  ///< the complement of its own address, which no other data has at this place
};

/// Marks the thread as outside of MPI while a callback of the application runs inside a call: the MPI calls that the
/// callback makes are the application's. A callback that leaves by longjmp or a C++ exception leaves the thread
/// outside, which is correct.
class CallbackScope {
 public:
  CallbackScope() { thread.entered = 0; }
  ~CallbackScope() { thread.entered = before_; }
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;

 private:
  const std::uintptr_t before_ = thread.entered;
};

}  // namespace topomorph::runtime
