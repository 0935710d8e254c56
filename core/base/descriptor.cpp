// A file descriptor that is closed at the end of its scope, and the paths that name one of this process.
#include "core/base/descriptor.h"

#include <limits>

#include "core/base/number.h"

namespace topomorph::inline base {

std::optional<int> descriptor_named(std::string_view path) {
  if (path == "/dev/stdin") return STDIN_FILENO;
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view prefix : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(prefix)) continue;
    const auto number = parse_count(path.substr(prefix.size()));
    if (number && *number <= std::numeric_limits<int>::max()) return static_cast<int>(*number);
  }
  return std::nullopt;
}

}  // namespace topomorph::inline base
