// A pin that costs nothing: one pinned role on a tree whose nodes are alike.
#include "core/mapping/slots/free_pin.h"

namespace topomorph::mapping {

namespace {

bool has_equal_nodes(const TreeTopology& tree) {
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    const Slot each = tree.slots() / tree.nodes(l);
    for (std::size_t node = 0; node <= tree.nodes(l); ++node) {  // the end of the last one, too
      if (tree.begin(l, node) != node * each) return false;
    }
  }
  return true;
}

}  // namespace

std::optional<PinnedRole> free_pin(const TreeTopology* tree, const MapOptions& options) {
  const bool alone = options.pinned.size() == 1 && options.sharing.is_plain() && options.algorithm == "auto";
  if (tree == nullptr || !alone || !has_equal_nodes(*tree)) return std::nullopt;
  return options.pinned.front();
}

/// On each level two children change places, in every node: the one that has the role, and the one that shall have it.
void turn_to(const TreeTopology& tree, const PinnedRole& pin, Mapping& mapping) {
  const Slot from = mapping[pin.role], to = pin.slot;
  for (std::size_t l = tree.levels(); l > 0; --l) {
    const Slot node = tree.slots() / tree.nodes(l), child = tree.slots() / tree.nodes(l - 1);
    const Slot here = from % node / child, there = to % node / child;
    if (here == there) continue;
    for (Slot& slot : mapping) {
      const Slot at = slot % node / child;
      if (at == here) slot += (there - here) * child;  // unsigned: the sum is right in either direction
      if (at == there) slot += (here - there) * child;
    }
  }
}

}  // namespace topomorph::mapping
