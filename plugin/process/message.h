// The line that the user reads, and writes that cannot end the application.
#pragma once

#include <string_view>

#include <signal.h>

namespace topomorph::process {

/// Writes "topomorph: LINE" to stderr, unless TOPOMORPH_QUIET=1. Newlines in it become blanks: it stays one line. Needs
/// no memory and may be called from a signal handler; a stderr that nobody reads any more ends nobody.
void say(std::string_view line) noexcept;

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

}  // namespace topomorph::process
