// The one line that the user reads.
#include "reorder/message.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <unistd.h>

#include "core/settings/settings.h"
#include "reorder/held_signals.h"

namespace topomorph::reorder {
namespace {

/// Not settings::flag(), which may need memory for its complaint: an unreadable TOPOMORPH_QUIET speaks.
bool is_quiet() {
  const char* const value = std::getenv(settings::get(settings::Id::Quiet).variable);
  return value != nullptr && std::string_view(value) == "1";
}

}  // namespace

void say(std::string_view line) noexcept {
  if (is_quiet()) {
    return;
  }
  std::array<char, 4096> text{};  // PIPE_BUF: lines of several processes, or of the application, do not mix
  char* end = text.data();
  for (const std::string_view part : {std::string_view("topomorph: "), line.substr(0, text.size() - 16)}) {
    end = std::copy(part.begin(), part.end(), end);
  }
  std::replace(text.data(), end, '\n', ' ');
  *end++ = '\n';
  const HeldSignals held;
  [[maybe_unused]] const ssize_t written =
      write(STDERR_FILENO, text.data(), static_cast<std::size_t>(end - text.data()));
}

}  // namespace topomorph::reorder
