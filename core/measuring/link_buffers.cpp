// The room of all messages of a link.
#include "core/measuring/link_buffers.h"

namespace topomorph::measuring {

LinkBuffers::LinkBuffers() : bytes_(Link::kLong * Link::kLongest + (Link::kRequests - Link::kLong), 'x') {}

std::span<char> LinkBuffers::of(std::size_t request) {
  const bool is_long = request < Link::kLong;
  const std::size_t begin = is_long ? request * Link::kLongest : Link::kLong * Link::kLongest + (request - Link::kLong);
  return std::span(bytes_).subspan(begin, is_long ? Link::kLongest : 1);
}

}  // namespace topomorph::measuring
