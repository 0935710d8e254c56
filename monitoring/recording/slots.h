// The slots of requests: names that are used again, so that the iterations of a loop use the same ones.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace topomorph::monitoring::recording {

class Slots {
 public:
  /// Returns the lowest free slot and takes it. Throws bad_alloc.
  std::uint32_t take() {
    while (first_ < free_.size() && free_[first_] == 0) ++first_;
    if (first_ == free_.size()) free_.push_back(~std::uint64_t{0});
    const int bit = std::countr_zero(free_[first_]);
    free_[first_] &= free_[first_] - 1;
    return static_cast<std::uint32_t>(first_ * 64) + static_cast<std::uint32_t>(bit);
  }

  void release(std::uint32_t slot) {
    free_[slot / 64] |= std::uint64_t{1} << slot % 64;
    if (slot / 64 < first_) first_ = slot / 64;
  }

  /// Calls visit(slot) for the slots that are taken, in ascending order.
  template <class Visit>
  void for_each_taken(Visit visit) const {
    for (std::size_t word = 0; word < free_.size(); ++word) {
      for (std::uint64_t taken = ~free_[word]; taken != 0; taken &= taken - 1) {
        visit(static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(std::countr_zero(taken)));
      }
    }
  }

 private:
  std::vector<std::uint64_t> free_;  // a bit for each slot
  std::size_t first_ = 0;            // no slot of a word below is free
};

}  // namespace topomorph::monitoring::recording
