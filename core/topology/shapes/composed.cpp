// A network with a machine in each of its places: distances of both parts in one scale.
#include "core/topology/shapes/composed.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/support/error.h"
#include "core/topology/tree.h"

namespace topomorph {

ComposedTopology::ComposedTopology(std::shared_ptr<const Topology> network,
                                   std::vector<std::shared_ptr<const Topology>> parts, std::uint64_t scale)
    : network_(std::move(network)), parts_(std::move(parts)), scale_(scale) {
  if (parts_.size() != network_->slots()) {
    throw InputError(fmt::format("found {} machines for a network of {} places, expected one each", parts_.size(),
                                 network_->slots()));
  }
  for (const auto& part : parts_) {
    begin_.push_back(begin_.back() + part->slots());
    if (begin_.back() > kMaxSlots)
      throw InputError(fmt::format("found more than {} slots, expected at most that", kMaxSlots));
  }
}

std::size_t ComposedTopology::place_of(Slot slot) const {
  return static_cast<std::size_t>(std::upper_bound(begin_.begin(), begin_.end(), slot) - begin_.begin()) - 1;
}

std::uint64_t ComposedTopology::distance(Slot a, Slot b) const {
  const std::size_t p = place_of(a), q = place_of(b);
  if (p == q) return parts_[p]->distance(a - begin_[p], b - begin_[p]);
  return network_->distance(p, q) * scale_;
}

std::string ComposedTopology::describe() const {
  const bool same = std::all_of(parts_.begin(), parts_.end(), [&](const auto& part) { return part == parts_[0]; });
  return same ? fmt::format("{}, each place a {}", network_->describe(), parts_[0]->describe())
              : fmt::format("{}, {} slots in its places", network_->describe(), slots());
}

}  // namespace topomorph
