// Writes lines without memory.
#include "plugin/front/line.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include <unistd.h>

#include "core/base/process.h"
#include "core/base/terminal_text.h"
#include "core/base/trusted_path.h"
#include "runtime/loading/file_status.h"

namespace topomorph::front {
namespace {

bool is_set_to(const char* variable, const char* value) {
  const char* const set = std::getenv(variable);
  return set != nullptr && std::strcmp(set, value) == 0;
}

bool is_first_of_job() {
  const auto* const rank = std::find_if(std::begin(kRankVariables), std::end(kRankVariables),
                                        [](const char* variable) { return std::getenv(variable) != nullptr; });
  return rank == std::end(kRankVariables) || is_set_to(*rank, "0");
}

/// What standard error was when this library was loaded.
struct stat first_stderr {};
bool was_looked_at = false, was_open = false;

[[gnu::constructor]] void look_at_stderr() {
  was_open = loading::take_status(STDERR_FILENO, first_stderr);
  was_looked_at = true;
}

void write_text(const char* format, std::va_list arguments) {
  if (!has_own_stderr()) return;
  static constexpr char kHead[] = "topomorph: ";
  char line[1024];  // less than PIPE_BUF: lines of several processes are not interleaved
  std::memcpy(line, kHead, sizeof kHead);
  const std::size_t head = sizeof kHead - 1, room = sizeof line - head - 1;
  const int written = std::vsnprintf(line + head, room, format, arguments);
  const std::size_t whole = head + std::min(static_cast<std::size_t>(std::max(written, 0)), room - 1);
  const std::size_t length = make_fit_for_terminal(line, whole);
  line[length] = '\n';
  static_cast<void>(write(STDERR_FILENO, line, length + 1) < 0);
}

}  // namespace

bool has_own_stderr() {
  struct stat now {};
  if (!was_looked_at) return true;
  if (!was_open || !loading::take_status(STDERR_FILENO, now)) return false;
  return !S_ISREG(now.st_mode) || is_same_file(now, first_stderr);
}

bool is_off() { return has_more_rights_than_its_user() || is_set_to("TOPOMORPH_MODE", "off"); }

void write_line(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  write_text(format, arguments);
  va_end(arguments);
}

void write_line_once(const char* format, ...) {
  if (is_off() || is_set_to("TOPOMORPH_QUIET", "1") || !is_first_of_job()) return;
  std::va_list arguments;
  va_start(arguments, format);
  write_text(format, arguments);
  va_end(arguments);
}

}  // namespace topomorph::front
