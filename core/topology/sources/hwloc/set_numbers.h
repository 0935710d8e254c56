// Lists the numbers in hwloc's sets, of which files give any.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/topology/sources/hwloc/machine.h"

struct hwloc_bitmap_s;
namespace topomorph::topology {

/// Lists sets of one machine. Sets of a file may have no end ("0xf...f"), or be the same large one in each of thousands
/// of objects.
class SetNumbers {
 public:
  /// In all sets together: 8192 objects with 512 processing units each.
  static constexpr std::size_t kMost = std::size_t{1} << 22;

  explicit SetNumbers(const Machine& machine) : what_(machine.what()) {}

  /// Returns the numbers in the set, ascending. Throws InputError for a set without end, and beyond kMost.
  std::vector<std::uint32_t> of(const hwloc_bitmap_s* set);

 private:
  std::string what_;
  std::size_t left_ = kMost;
};

}  // namespace topomorph::topology
