// The room of all messages of a link.
#pragma once

#include <span>
#include <vector>

#include "core/measuring/link.h"

namespace topomorph::measuring {

/// Filled, so that the first use does not wait for the system's memory. Takes a little more than kLong * kLongest
/// bytes.
class LinkBuffers {
 public:
  LinkBuffers();
  /// Returns the room of one message of the link: kLongest bytes or one.
  std::span<char> of(std::size_t request);

 private:
  std::vector<char> bytes_;
};

}  // namespace topomorph::measuring
