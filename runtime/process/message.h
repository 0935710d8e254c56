// Writes the line that the user reads; keeps signals of our own writes from the application.
#pragma once

#include <string_view>

#include <signal.h>

namespace topomorph::process {

/// Writes "topomorph: LINE" to stderr, unless TOPOMORPH_QUIET=1, fit for a terminal (core/base/terminal_text.h) and in
/// one piece. Needs no memory and is callable from a signal handler. A closed stderr does not end the process.
void say(std::string_view line) noexcept;

/// From now on lines are written only while `may` returns true.
void write_lines_if(bool (*may)()) noexcept;

/// Blocks signals of this thread's writes while an object lives: writing to a closed pipe or beyond a limit of file
/// size is then an error instead of SIGPIPE or SIGXFSZ, which would end the process. The application's own signals of
/// these kinds are delivered afterwards. So is SIGTERM, which would leave a write half done.
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
