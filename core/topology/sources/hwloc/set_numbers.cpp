// Lists the numbers in hwloc's sets, of which files give any.
#include "core/topology/sources/hwloc/set_numbers.h"

#include <fmt/format.h>
#include <hwloc.h>

#include "core/base/error.h"

namespace topomorph::topology {

std::vector<std::uint32_t> SetNumbers::of(const hwloc_bitmap_s* set) {
  const int count = hwloc_bitmap_weight(set);
  if (count < 0) throw InputError(what_ + ": found a set of processing units without end, expected their numbers");
  if (static_cast<std::size_t>(count) > left_) {
    throw InputError(
        fmt::format("{}: found more than {} numbers in its objects' sets of processing units, expected at "
                    "most that",
                    what_, kMost));
  }
  left_ -= static_cast<std::size_t>(count);
  std::vector<std::uint32_t> numbers;
  numbers.reserve(static_cast<std::size_t>(count));
  for (int number = hwloc_bitmap_first(set); number >= 0; number = hwloc_bitmap_next(set, number)) {
    numbers.push_back(static_cast<std::uint32_t>(number));
  }
  return numbers;
}

}  // namespace topomorph::topology
