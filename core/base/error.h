// The error for bad files and bad arguments, which the user can correct.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

namespace topomorph::inline base {

/// The user's input is wrong. The message is one line that says what was found and what was expected. The command line
/// prints it and exits with status 2.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::string message) : std::runtime_error(without_nul(std::move(message))) {}

  /// An error at a line of a file: "FILE:LINE: MESSAGE"; line 0 means the whole file.
  InputError(const std::string& file, std::uint64_t line, const std::string& message)
      : InputError(file + (line > 0 ? ':' + std::to_string(line) : std::string()) + ": " + message) {}

 private:
  /// Replaces NUL bytes, because what() is read up to the first NUL and a NUL from a file would cut the message.
  static std::string without_nul(std::string message) {
    std::replace(message.begin(), message.end(), '\0', '?');
    return message;
  }
};

/// Throws InputError "PATH: WHAT: REASON" with the reason in errno: "cannot be read", "Permission denied".
[[noreturn]] inline void fail_by_errno(const std::string& path, const char* what) {
  throw InputError(path, 0, std::string(what) + ": " + std::strerror(errno));
}

}  // namespace topomorph::inline base
