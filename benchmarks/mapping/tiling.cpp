// The best nested tilings of a grid: searches all nested boxes, level by level from the root down, each box once.
#include "benchmarks/mapping/tiling.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace topomorph::benchmarks {

namespace {

using BoxShape = std::vector<std::uint64_t>;

/// Returns the children of each node by level, from the lowest; empty if nodes of a level differ.
std::vector<std::uint64_t> arities_of(const TreeTopology& tree) {
  std::vector<std::uint64_t> arities;
  std::uint64_t below = tree.slots();
  for (std::size_t level = 1; level <= tree.levels(); ++level) {
    const std::vector<Slot>& begin = tree.level(level).begin;
    for (std::size_t node = 1; node + 1 < begin.size(); ++node) {
      if (begin[node + 1] - begin[node] != begin[1]) return {};
    }
    arities.push_back(below / tree.nodes(level));
    below = tree.nodes(level);
  }
  return arities;
}

class Search {
 public:
  Search(const Pattern& pattern, const TreeTopology& tree)
      : pattern_(pattern), tree_(tree), arities_(arities_of(tree)) {}

  /// Boxes from the root (the grid) to level 0 (one cell), and their cost.
  struct Chain {
    Cost cost = 0;
    std::vector<BoxShape> boxes;
  };

  /// Returns the cheapest chain for each box below the root, the cheapest first.
  std::vector<Chain> chains() {
    std::vector<Chain> found;
    if (arities_.empty()) return found;
    for (const BoxShape& child : parts_of(pattern_.extents, arities_.back())) {
      const Choice& inside = best(arities_.size() - 1, child);
      if (inside.fits) found.push_back(chain_from(child, inside.cost + across(arities_.size(), child)));
    }
    std::stable_sort(found.begin(), found.end(), [](const Chain& a, const Chain& b) { return a.cost < b.cost; });
    return found;
  }

 private:
  /// The cheapest division of a box into boxes of the level below.
  struct Choice {
    bool fits = false;
    Cost cost = 0;
    BoxShape child;
  };

  Chain chain_from(const BoxShape& child, Cost cost) {
    Chain chain{cost, {pattern_.extents, child}};
    for (std::size_t level = arities_.size() - 1; level > 0; --level) {
      chain.boxes.push_back(best(level, chain.boxes.back()).child);
    }
    return chain;
  }

  const Choice& best(std::size_t level, const BoxShape& box) {
    const auto [known, is_new] = known_.try_emplace({level, box});
    Choice& choice = known->second;  // references into a std::map stay valid while deeper levels are added
    if (!is_new) return choice;
    choice.fits = level == 0;
    if (level == 0) return choice;
    for (const BoxShape& child : parts_of(box, arities_[level - 1])) {
      const Choice& inside = best(level - 1, child);
      const Cost cost = inside.cost + across(level, child);
      if (inside.fits && (!choice.fits || cost < choice.cost)) choice = {true, cost, child};
    }
    return choice;
  }

  /// Returns the boxes into which a box can be cut, `count` of each.
  static std::vector<BoxShape> parts_of(const BoxShape& box, std::uint64_t count) {
    std::vector<BoxShape> found;
    BoxShape part = box;
    const auto cut = [&](const auto& again, std::size_t axis, std::uint64_t left) -> void {
      if (axis == box.size()) {
        if (left == 1) found.push_back(part);
        return;
      }
      for (std::uint64_t by = 1; by <= std::min(left, box[axis]); ++by) {
        if (left % by != 0 || box[axis] % by != 0) continue;
        part[axis] = box[axis] / by;
        again(again, axis + 1, left / by);
      }
      part[axis] = box[axis];
    };
    cut(cut, 0, count);
    return found;
  }

  /// Returns what is added by boxes of this shape below a level: their cut, at the difference of the distances.
  Cost across(std::size_t level, const BoxShape& child) const {
    const std::uint64_t below = level == 1 ? 0 : tree_.level(level - 1).distance;
    return cut(child) * (tree_.level(level).distance - below);
  }

  /// Returns the volume between boxes of this shape.
  Cost cut(const BoxShape& box) const {
    Cost sum = 0;
    for (const Arm& arm : pattern_.arms) {
      Cost pairs = 1, kept = 1;
      for (std::size_t axis = 0; axis < box.size(); ++axis) {
        const auto length = static_cast<std::uint64_t>(std::abs(arm.step[axis]));
        const std::uint64_t extent = pattern_.extents[axis];
        const bool wraps = pattern_.periodic[axis] && extent > 2;
        const std::uint64_t inside = box[axis] > length ? extent / box[axis] * (box[axis] - length) : 0;
        pairs *= wraps ? extent : extent > length ? extent - length : 0;
        kept *= wraps && box[axis] == extent ? extent : inside;
      }
      sum += (pairs - kept) * arm.volume;
    }
    return sum;
  }

  const Pattern& pattern_;
  const TreeTopology& tree_;
  std::vector<std::uint64_t> arities_;
  std::map<std::pair<std::size_t, BoxShape>, Choice> known_;
};

/// Returns the slot of a cell: its box on each level, counted inside the box above. `boxes` go from the root down.
Slot slot_of(std::uint64_t cell, std::span<const std::uint64_t> extents, std::span<const BoxShape> boxes) {
  std::vector<std::uint64_t> place(extents.size());
  for (std::size_t axis = extents.size(); axis-- > 0; cell /= extents[axis]) place[axis] = cell % extents[axis];
  Slot slot = 0;
  for (std::size_t i = 0; i + 1 < boxes.size(); ++i) {
    std::uint64_t number = 0, cells = 1;
    for (std::size_t axis = 0; axis < extents.size(); ++axis) {
      const std::uint64_t inner = boxes[i + 1][axis];
      number = number * (boxes[i][axis] / inner) + place[axis] % boxes[i][axis] / inner;
      cells *= inner;
    }
    slot += number * cells;
  }
  return slot;
}

}  // namespace

std::vector<Tiling> best_tilings(const Pattern& pattern, const TreeTopology& tree, std::size_t count) {
  std::vector<Tiling> tilings;
  if (cells_of(pattern.extents) != tree.slots()) return tilings;
  for (const Search::Chain& chain : Search(pattern, tree).chains()) {
    if (tilings.size() == count) break;
    tilings.push_back({chain.cost, Mapping(tree.slots())});
    for (std::uint64_t cell = 0; cell < tree.slots(); ++cell) {
      tilings.back().slot_of_cell[cell] = slot_of(cell, pattern.extents, chain.boxes);
    }
  }
  return tilings;
}

}  // namespace topomorph::benchmarks
