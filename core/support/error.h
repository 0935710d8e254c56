// Errors that are the user's to mend: bad files and bad arguments.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace topomorph {

/// Something the user gave is wrong. The message is one line that says what was found and what was expected; the
/// command line prints it and exits with status 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;

  /// An error at a line of a file: "FILE:LINE: MESSAGE" (line 0: the file as a whole).
  InputError(const std::string& file, std::uint64_t line, const std::string& message)
      : std::runtime_error(file + (line > 0 ? ':' + std::to_string(line) : std::string()) + ": " + message) {}
};

}  // namespace topomorph
