// The nodes of a tree by what is below them, for searches that give each child of a node a part of a lattice.
#include "core/mapping/grids/node_families.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace topomorph::mapping {

std::size_t NodeFamily::end_of(std::size_t first, std::size_t cells) const {
  const auto found = std::lower_bound(before.begin(), before.end(), before[first] + cells);
  const bool fits = found != before.end() && *found == before[first] + cells;
  return fits ? static_cast<std::size_t>(found - before.begin()) : first;
}

NodeFamilies::NodeFamilies(const SlotTree& tree, std::size_t cells, std::size_t lowest)
    : tree_(tree), cells_(cells), lowest_(lowest), families_(tree.tree().levels() + 1) {}

NodeFamily& NodeFamilies::of(std::size_t level, std::size_t node) {
  const auto [known, is_new] = families_[level].try_emplace(tree_.shapes(level)[node]);
  NodeFamily& family = known->second;
  if (!is_new) return family;
  family.level = level;
  family.is_lowest = level == lowest_;
  if (!family.is_lowest) find_children(node, family);
  return family;
}

void NodeFamilies::find_children(std::size_t node, NodeFamily& family) {
  const std::size_t level = family.level - 1;
  const auto [first, last] = tree_.tree().children(family.level, node);
  std::vector<std::size_t> children(last - first);
  std::iota(children.begin(), children.end(), first);
  const auto key = [&](std::size_t child) { return std::tuple(~slots_of(level, child), tree_.shapes(level)[child]); };
  std::stable_sort(children.begin(), children.end(), [&](auto a, auto b) { return key(a) < key(b); });
  std::size_t left = family.level == tree_.tree().levels() ? cells_ : slots_of(family.level, node);
  family.before = {0};
  for (const std::size_t child : children) {
    if (left == 0) return;
    const std::size_t slots = slots_of(level, child), cells = std::min(slots, left);
    NodeFamily* const below = cells == slots ? &of(level, child) : nullptr;
    const bool is_next = !family.below.empty() && family.below.back() == below;
    family.run_begin.push_back(is_next ? family.run_begin.back() : family.below.size());
    family.place.push_back(child - first);
    family.below.push_back(below);
    family.before.push_back(family.before.back() + cells);
    left -= cells;
  }
}

std::size_t NodeFamilies::slots_of(std::size_t level, std::size_t node) const {
  return tree_.tree().begin(level, node + 1) - tree_.tree().begin(level, node);
}

}  // namespace topomorph::mapping
