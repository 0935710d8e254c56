// Writes frames to a descriptor with write(2) alone, for signal handlers and when memory is exhausted.
#pragma once

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string_view>

#include <unistd.h>

#include "core/wire/wire.h"

namespace topomorph::wire {

/// Buffers small pieces. After the first error it writes nothing more; error() returns the error.
class RawWriter {
 public:
  explicit RawWriter(int descriptor) noexcept : descriptor_(descriptor) {}

  void put(const void* bytes, std::size_t length) noexcept {
    const char* from = static_cast<const char*>(bytes);
    while (length > 0) {
      const std::size_t piece = std::min(length, buffer_.size() - used_);
      std::memcpy(buffer_.data() + used_, from, piece);
      used_ += piece, from += piece, length -= piece;
      if (used_ == buffer_.size()) flush();
    }
  }
  void put(std::string_view text) noexcept { put(text.data(), text.size()); }

  /// Starts a frame; the caller then puts exactly `bytes` bytes.
  void begin(FrameType type, std::uint64_t bytes) noexcept {
    FrameHeader header;
    header.type = type;
    header.bytes = bytes;
    put(&header, sizeof header);
  }

  void flush() noexcept {
    for (std::size_t done = 0; done < used_ && error_ == 0;) {
      const ssize_t written = write(descriptor_, buffer_.data() + done, used_ - done);
      if (written >= 0) {
        done += static_cast<std::size_t>(written);
      } else if (errno != EINTR) {
        error_ = errno;
      }
    }
    used_ = 0;
  }

  int error() const { return error_; }  ///< errno; 0: none

 private:
  int descriptor_;
  int error_ = 0;
  std::size_t used_ = 0;
  std::array<char, 4096> buffer_;
};

}  // namespace topomorph::wire
