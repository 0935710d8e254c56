// Whether this thread is inside an MPI call of the application, and whether the wrappers do anything at all.
#pragma once

namespace topomorph::interception {

/// False before MPI_Init and after MPI_Finalize, in mode off, and in programs of another MPI library: every call is
/// forwarded as it is.
[[gnu::visibility("hidden")]] extern bool active;

/// True while the thread is inside a wrapped call: what libmpi, ROMIO, libmpi_cxx or another tool calls from there is
/// neither counted nor substituted. Initial-exec: one instruction instead of a call; the library takes 1 byte of the
/// static TLS reserve.
[[gnu::tls_model("initial-exec"), gnu::visibility("hidden")]] extern constinit thread_local bool inside;

/// Whether a call comes from the application itself and the plugin is at work.
inline bool outermost() { return active && !inside; }

/// Marks the thread as inside a call. Code of ours that runs outside a wrapper (tm_*) holds one while it calls real::*.
class Enter {
 public:
  Enter() { inside = true; }
  /// Restores the state it found rather than "outside".
  ~Enter() { inside = before_; }
  Enter(const Enter&) = delete;
  Enter& operator=(const Enter&) = delete;

 private:
  const bool before_ = inside;
};

/// The opposite, while a callback of the user runs inside a call: what it calls is the application's. A callback that
/// leaves by longjmp or by a C++ exception leaves the thread outside, which is right.
class Leave {
 public:
  Leave() { inside = false; }
  ~Leave() { inside = before_; }
  Leave(const Leave&) = delete;
  Leave& operator=(const Leave&) = delete;

 private:
  const bool before_ = inside;
};

}  // namespace topomorph::interception
