// Slots for the requests of one process: the lowest free one is taken first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace topomorph::trace {

/// Iterations that start the same requests get the same slots, so that folding finds them alike.
class FreeSlots {
 public:
  std::uint32_t take() {
    std::size_t slot = first_free_;
    while (slot < taken_.size() && taken_[slot]) ++slot;
    if (slot == taken_.size()) taken_.push_back(false);
    taken_[slot] = true;
    first_free_ = slot + 1;
    return static_cast<std::uint32_t>(slot);
  }

  void give_back(std::uint32_t slot) {
    taken_[slot] = false;
    first_free_ = std::min<std::size_t>(first_free_, slot);
  }

  /// Returns by slot whether it is taken.
  const std::vector<bool>& taken() const { return taken_; }

  void clear() {
    taken_.clear();
    first_free_ = 0;
  }

 private:
  std::vector<bool> taken_;
  std::size_t first_free_ = 0;  // no slot below is free
};

}  // namespace topomorph::trace
