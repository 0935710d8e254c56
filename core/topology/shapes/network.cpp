// Networks with nothing but distances: tables of slots or of switches.
#include "core/topology/shapes/network.h"

#include <fmt/format.h>

#include "core/base/error.h"

namespace topomorph::topology {

TabledTopology::TabledTopology(std::uint64_t slots, std::vector<std::uint32_t> table)
    : slots_(slots), table_(std::move(table)) {
  if (slots == 0 || slots > kMaxSlots) {
    throw InputError(fmt::format("found a table of distances for {} slots, expected 1 to {}", slots, kMaxSlots));
  }
  if (table_.size() != slots * (slots - 1) / 2) {
    throw InputError(
        fmt::format("found {} distances for {} slots, expected {}", table_.size(), slots, slots * (slots - 1) / 2));
  }
}

std::string TabledTopology::describe() const { return fmt::format("{} slots with a table of distances", slots_); }

std::string HopTopology::describe() const {
  return fmt::format("network of {} switches, {} of them with {} hosts", switches_, hops_.size(), slots());
}

}  // namespace topomorph::topology
