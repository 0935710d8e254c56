// Which slots to use where there are more slots than roles.
#include "core/mapping/tree/slot_choice.h"

#include <algorithm>
#include <numeric>

namespace topomorph::mapping {

namespace {

struct Interval {
  Slot begin = 0, end = 0;
  Slot size() const { return end - begin; }
};

/// How many of them, ascending, are in the interval.
std::ptrdiff_t inside(std::span<const Slot> slots, Interval interval) {
  return std::lower_bound(slots.begin(), slots.end(), interval.end) -
         std::lower_bound(slots.begin(), slots.end(), interval.begin);
}

/// The smallest node of this level that has enough slots, of several the one with most of those needed; an empty
/// interval where none has.
Interval smallest_fitting(const TreeLevel& level, std::uint64_t roles, std::span<const Slot> needed) {
  Interval best;
  for (std::size_t node = 0; node + 1 < level.begin.size(); ++node) {
    const Interval here{level.begin[node], level.begin[node + 1]};
    if (here.size() < roles) continue;
    const bool smaller = best.size() == 0 || here.size() < best.size();
    if (smaller || (here.size() == best.size() && inside(needed, here) > inside(needed, best))) best = here;
  }
  return best;
}

std::vector<Interval> children_of(const TreeTopology& tree, std::size_t level, Interval node) {
  std::vector<Interval> children;
  if (level == 1) {
    for (Slot slot = node.begin; slot < node.end; ++slot) children.push_back({slot, slot + 1});
    return children;
  }
  const auto& begin = tree.level(level - 1).begin;
  for (std::size_t i = tree.node_of(level - 1, node.begin); begin[i] < node.end; ++i)
    children.push_back({begin[i], begin[i + 1]});
  return children;
}

}  // namespace

std::vector<Slot> choose_slots(const TreeTopology& tree, std::uint64_t roles, std::span<const Slot> needed) {
  std::vector<Slot> chosen(needed.begin(), needed.end());
  std::sort(chosen.begin(), chosen.end());
  const std::vector<Slot> ascending = chosen;
  std::size_t level = 1;
  Interval node = smallest_fitting(tree.level(level), roles, ascending);
  while (node.size() == 0) node = smallest_fitting(tree.level(++level), roles, ascending);

  auto children = children_of(tree, level, node);
  std::stable_sort(children.begin(), children.end(), [&](Interval a, Interval b) {
    const auto in_a = inside(ascending, a), in_b = inside(ascending, b);
    return in_a != in_b ? in_a > in_b : a.size() > b.size();
  });
  std::uint64_t room = 0;
  for (const Interval& child : children) {
    if (room >= roles) break;
    room += child.size();
    for (Slot slot = child.begin; slot < child.end; ++slot) chosen.push_back(slot);
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

}  // namespace topomorph::mapping
