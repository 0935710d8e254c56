// The links of a tree: one in each direction between every node and its parent.
#include "core/topology/shapes/tree_routing.h"

#include <algorithm>

#include <fmt/format.h>

namespace topomorph::topology {

TreeRouting::TreeRouting(const TreeTopology& tree, std::vector<double> bandwidths)
    : tree_(tree), bandwidths_(std::move(bandwidths)) {
  for (std::size_t l = 0; l < tree.levels(); ++l) {
    begin_.push_back(begin_.back() + (l == 0 ? tree.slots() : tree.nodes(l)));
    if (bandwidths_.size() > l) continue;
    bandwidths_.push_back(1 / std::max(static_cast<double>(tree.level(l + 1).distance), kMinLinkCost));
  }
}

std::size_t TreeRouting::level_of(std::uint64_t node) const {
  return static_cast<std::size_t>(std::upper_bound(begin_.begin(), begin_.end(), node) - begin_.begin()) - 1;
}

std::string TreeRouting::name(Link link) const {
  const std::uint64_t node = link % begin_.back();
  const std::size_t level = level_of(node);
  const std::string what = level == 0                        ? "slot"
                           : tree_.level(level).name.empty() ? fmt::format("level{}", level)
                                                             : tree_.level(level).name;
  return fmt::format("{} {} {}", what, node - begin_[level], link < begin_.back() ? "up" : "down");
}

void TreeRouting::climb(Slot slot, std::size_t level, std::vector<Link>& path) const {
  for (std::size_t l = 0; l < level; ++l) path.push_back(node(l, slot));
}

void TreeRouting::descend(Slot slot, std::size_t level, std::vector<Link>& path) const {
  for (std::size_t l = level; l-- > 0;) path.push_back(begin_.back() + node(l, slot));
}

void TreeRouting::route(Slot a, Slot b, std::vector<Link>& path) const {
  const std::size_t meet = tree_.lca_level(a, b);
  climb(a, meet, path);
  descend(b, meet, path);
}

}  // namespace topomorph::topology
