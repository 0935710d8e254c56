// Several roles on a slot of a topology that is no tree.
#include "core/mapping/networks/shared_slots.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/support/error.h"
#include "core/topology/shapes/composed.h"

namespace topomorph {

namespace {

/// What is inside a slot.
class Places final : public Topology {
 public:
  explicit Places(std::uint64_t count) : count_(count) {}
  std::uint64_t slots() const override { return count_; }
  std::uint64_t distance(Slot, Slot) const override { return 0; }
  std::string describe() const override { return fmt::format("slot of {} places", count_); }

 private:
  std::uint64_t count_;
};

std::uint64_t places_per_slot(const MapProblem& problem) {
  const Sharing& sharing = problem.options.sharing;
  const std::uint64_t roles = problem.affinity.roles(), slots = problem.topology.slots();
  const std::uint64_t least = roles / slots + (roles % slots != 0 ? 1 : 0);
  const double allowed = static_cast<double>(least) * (1 + std::min(sharing.imbalance.value_or(0), 1e6));
  return std::min(sharing.roles_per_slot, static_cast<std::uint64_t>(allowed));
}

/// A place for each role on the slot it has; nothing where one has too few.
std::optional<Mapping> places_of(const Mapping& mapping, std::uint64_t places) {
  std::vector<std::uint64_t> taken(*std::max_element(mapping.begin(), mapping.end()) + 1, 0);
  Mapping result;
  for (const Slot slot : mapping) {
    if (taken[slot] == places) return std::nullopt;
    result.push_back(slot * places + taken[slot]++);
  }
  return result;
}

/// Pinned roles take the first places of their slots.
std::vector<PinnedRole> pinned_to_places(std::vector<PinnedRole> pinned, std::uint64_t places) {
  Mapping slots;
  for (const PinnedRole& pin : pinned) slots.push_back(pin.slot);
  if (slots.empty()) return pinned;
  const auto numbers = places_of(slots, places);
  if (!numbers) throw InputError(fmt::format("found more roles pinned to a slot than the {} it may take", places));
  for (std::size_t i = 0; i < pinned.size(); ++i) pinned[i].slot = (*numbers)[i];
  return pinned;
}

}  // namespace

MapResult map_to_shared_slots(const MapProblem& problem) {
  const Sharing& sharing = problem.options.sharing;
  if (!sharing.loads.empty() || !sharing.speeds.empty() || !sharing.confined.empty()) {
    throw InputError("loads, speeds and parts of the machine need a tree topology, found a " +
                     problem.topology.describe());
  }
  const std::uint64_t places = places_per_slot(problem);
  const std::shared_ptr<const Topology> network(std::shared_ptr<const Topology>(), &problem.topology);
  const std::vector<std::shared_ptr<const Topology>> parts(problem.topology.slots(), std::make_shared<Places>(places));
  MapOptions options = problem.options;
  options.sharing = {};
  options.algorithm = "auto";
  options.launcher_order =
      options.launcher_order ? places_of(*options.launcher_order, places) : std::optional<Mapping>();
  options.pinned = pinned_to_places(std::move(options.pinned), places);
  MapResult result = map(problem.affinity, ComposedTopology(network, parts), options);
  for (Slot& slot : result.mapping) slot /= places;
  return result;
}

}  // namespace topomorph
