// One JSON object in one line of limited length, that needs no memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/process/sink.h"

namespace topomorph::process {

/// Members that no longer fit are left out whole, so that the line stays an object.
class JsonLine {
 public:
  JsonLine() { append("{"); }

  /// Adds a text, of which at most `longest` bytes count, 512 if that is more, fit for a terminal
  /// (core/base/terminal_text.h): people look at records as they are. Adds nothing for an empty text.
  void text(const char* name, std::string_view value, std::size_t longest = 512) noexcept;
  void number(const char* name, std::uint64_t value) noexcept;
  /// Adds a number with up to `digits` digits behind the point; nothing if it is not finite.
  void real(const char* name, double value, int digits = 3) noexcept;

  /// Returns the object. Nothing can be added afterwards.
  std::string_view close() noexcept;

 private:
  bool append(std::string_view text) noexcept;
  void member(const char* name, std::string_view value) noexcept;

  std::size_t length_ = 0;
  char text_[kLongestRecord];
};

}  // namespace topomorph::process
