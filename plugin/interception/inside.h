// Whether this thread is inside an MPI call of the application, and whether the wrappers do anything at all.
#pragma once

#include <cstdint>

namespace topomorph::monitoring {
class ThreadCounters;
}

namespace topomorph::interception {

/// False before MPI_Init and after MPI_Finalize, in mode off, and in programs of another MPI library: every call is
/// forwarded as it is.
[[gnu::visibility("hidden")]] extern bool active;

/// What every call looks at of its thread. Together: a second variable would cost each call an instruction for its
/// address.
struct ThreadState {
  std::uintptr_t entered = 0;  ///< the mark that the innermost call has left on the stack; 0: the thread is in none
  monitoring::ThreadCounters* counters = nullptr;  ///< null before the first counted call
};

/// Initial-exec: one instruction instead of a call; it takes 16 bytes of the static TLS reserve.
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

/// What libmpi, ROMIO, libmpi_cxx and other tools have on the stack when they call MPI from inside a call. More than
/// that is another stack.
inline constexpr std::uintptr_t kDeepest = 16384;

/// True while the thread is inside a wrapped call: what libmpi, ROMIO, libmpi_cxx or another tool calls from there is
/// neither counted nor substituted.
///
/// The thread may be another one in the eyes of a program with user-level threads: one of them waits in a call, and the
/// next runs on the same thread of the system, on a stack of its own; the first may go on elsewhere. So a call is
/// inside another one only if it came from there on the same stack, and that one has not ended: the mark is on the
/// stack, where the end of the call finds it on whatever thread.
inline bool inside() {
  const std::uintptr_t mark = thread.entered;
  return mark - stack_pointer() < kDeepest && *reinterpret_cast<const volatile std::uintptr_t*>(mark) == ~mark;
}

/// False: certainly not. inside() takes registers, which would be saved in every call.
inline bool may_be_inside() { return thread.entered != 0; }

/// Whether a call comes from the application itself and the plugin is at work.
inline bool outermost() { return active && !inside(); }

/// Marks the thread as inside a call. Code of ours that runs outside a wrapper (tm_*) holds one while it calls real::*.
class Enter {
 public:
  Enter() {
    mark_ = ~address();
    thread.entered = address();
  }
  /// Restores the state it found rather than "outside".
  ~Enter() {
    mark_ = 0;
    thread.entered = before_;
  }
  Enter(const Enter&) = delete;
  Enter& operator=(const Enter&) = delete;

 private:
  std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(&mark_); }

  const std::uintptr_t before_ = thread.entered;
  volatile std::uintptr_t mark_;  ///< the complement of its address: nobody else has it there
};

/// The opposite, while a callback of the user runs inside a call: what it calls is the application's. A callback that
/// leaves by longjmp or by a C++ exception leaves the thread outside, which is right.
class Leave {
 public:
  Leave() { thread.entered = 0; }
  ~Leave() { thread.entered = before_; }
  Leave(const Leave&) = delete;
  Leave& operator=(const Leave&) = delete;

 private:
  const std::uintptr_t before_ = thread.entered;
};

}  // namespace topomorph::interception
