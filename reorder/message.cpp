// The one line that the user reads.
#include "reorder/message.h"

#include <algorithm>

#include <unistd.h>

#include "core/settings/settings.h"
#include "core/support/error.h"

namespace topomorph::reorder {
namespace {

bool is_quiet() {
  try {
    return settings::flag(settings::Id::Quiet);
  } catch (const InputError&) {
    return false;  // an unreadable TOPOMORPH_QUIET: speak, it is said elsewhere what is wrong
  }
}

}  // namespace

void say(std::string line) {
  if (is_quiet()) {
    return;
  }
  std::replace(line.begin(), line.end(), '\n', ' ');
  line = "topomorph: " + line + "\n";
  // One write: lines of several processes, or of the application, do not mix. Nothing to do where stderr is closed.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace topomorph::reorder
