// Reads and writes frames over a file descriptor: a pipe, a socket or a file.
#pragma once

#include "core/wire/frame_io.h"

namespace topomorph::wire {

/// Reads frames one by one and holds one at a time. The buffer grows with the bytes that arrive, so that a false length
/// in a header costs no memory.
class FrameStream {
 public:
  /// Does not own the descriptor.
  explicit FrameStream(int descriptor) : descriptor_(descriptor) {}

  /// Returns the next frame, valid until the next call, or nothing at the end of the stream. Throws InputError for
  /// damaged and cut frames.
  std::optional<Frame> next();

 private:
  std::size_t fill(std::size_t wanted);

  int descriptor_;
  Buffer payload_;
};

/// Writes all bytes, in as many writes as the pipe needs. Throws InputError if the other end is closed or the disk is
/// full.
void write_all(int descriptor, std::span<const char> bytes);

}  // namespace topomorph::wire
