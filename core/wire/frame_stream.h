// Frames over a file descriptor: a pipe, a socket or a file.
#pragma once

#include "core/wire/frame_io.h"

namespace topomorph::wire {

/// Reads frames one after the other, holding one at a time. A length that is a lie costs no memory: the payload's
/// buffer grows with the bytes that really arrive.
class FrameStream {
 public:
  /// Does not own the descriptor.
  explicit FrameStream(int descriptor) : descriptor_(descriptor) {}

  /// The next frame, valid until the next call; none at the end of the stream. Throws InputError for damaged and cut
  /// frames.
  std::optional<Frame> next();

 private:
  std::size_t fill(std::size_t wanted);

  int descriptor_;
  Buffer payload_;
};

/// Writes all of it, whatever the pipe takes at a time. Throws InputError if the other end is gone or the disk is full.
void write_all(int descriptor, std::span<const char> bytes);

}  // namespace topomorph::wire
