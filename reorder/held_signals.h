// Keeps what we write from ending the application.
#pragma once

#include <signal.h>

namespace topomorph::reorder {

/// While one lives, a write of this thread to a closed pipe or beyond a limit of file size is an error and no signal
/// (SIGPIPE, SIGXFSZ), which would end the process. The application's own signals of these kinds come later, and so
/// does SIGTERM, which would leave the write half done.
class HeldSignals {
 public:
  HeldSignals() noexcept;
  ~HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

 private:
  sigset_t ours_{}, before_{}, pending_{};
};

}  // namespace topomorph::reorder
