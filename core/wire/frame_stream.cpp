// Reads and writes frames over a file descriptor.
#include "core/wire/frame_stream.h"

#include <algorithm>
#include <cerrno>

#include <unistd.h>

namespace topomorph::wire {
namespace {

constexpr std::size_t kStep = std::size_t{1} << 20;

ssize_t read_some(int descriptor, char* to, std::size_t wanted) {
  ssize_t got = 0;
  do {
    got = read(descriptor, to, wanted);
  } while (got < 0 && errno == EINTR);
  if (got < 0) {
    throw InputError(std::string("frames cannot be read: ") + std::strerror(errno));
  }
  return got;
}

}  // namespace

/// Fills payload_ with up to `wanted` bytes; fewer at the end of the stream.
std::size_t FrameStream::fill(std::size_t wanted) {
  payload_.clear();
  std::size_t filled = 0;
  while (filled < wanted) {
    payload_.resize(filled + std::min(wanted - filled, kStep));
    const ssize_t got = read_some(descriptor_, payload_.data() + filled, payload_.size() - filled);
    if (got == 0) {
      break;
    }
    filled += static_cast<std::size_t>(got);
  }
  payload_.resize(filled);
  return filled;
}

std::optional<Frame> FrameStream::next() {
  const std::size_t got = fill(sizeof(FrameHeader));
  if (got == 0) {
    return std::nullopt;
  }
  const auto header = peek_header(payload_);
  if (!header) {
    throw InputError("record is cut inside a frame header");
  }
  if (fill(header->bytes) < header->bytes) {
    throw InputError("record is cut inside a " + std::string(name(header->type)) + " frame");
  }
  return Frame{header->type, payload_};
}

void write_all(int descriptor, std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      throw InputError(std::string("frames cannot be written: ") + std::strerror(errno));
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

}  // namespace topomorph::wire
