// The best nested tiling of a grid: searches all nested boxes, level by level from the slots up, each box once.
#include "benchmarks/mapping/tiling.h"

#include <map>

namespace topomorph::benchmarks {

namespace {

using Shape = std::vector<std::uint64_t>;

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
  Search(std::span<const std::uint64_t> extents, std::span<const std::uint64_t> weights, const TreeTopology& tree)
      : extents_(extents.begin(), extents.end()),
        weights_(weights.begin(), weights.end()),
        tree_(tree),
        arities_(arities_of(tree)) {
    weights_.resize(extents_.size(), 1);
  }

  /// Returns the boxes from level 0 (one cell) to the root (the grid); empty if none fit.
  std::vector<Shape> boxes() {
    std::vector<Shape> chain{Shape(extents_.size(), 1)};
    if (arities_.empty() || !best(0, chain.front()).fits) return {};
    while (chain.size() <= arities_.size()) chain.push_back(best(chain.size() - 1, chain.back()).parent);
    return chain;
  }
  Cost cost() { return best(0, Shape(extents_.size(), 1)).cost; }

 private:
  /// The cheapest chain of boxes above a box.
  struct Choice {
    bool fits = false;
    Cost cost = 0;
    Shape parent;
  };

  const Choice& best(std::size_t level, const Shape& box) {
    const auto [known, is_new] = known_.try_emplace({level, box});
    Choice& choice = known->second;  // references into a std::map stay valid while deeper levels are added
    if (!is_new) return choice;
    if (level == arities_.size()) {
      choice.fits = box == extents_;
    } else {
      Shape parent = box;
      grow(level, box, parent, 0, arities_[level], choice);
    }
    return choice;
  }

  /// Tries all multiples of the axes from `axis` on with which the box holds `factor` times its cells.
  void grow(std::size_t level, const Shape& box, Shape& parent, std::size_t axis, std::uint64_t factor,
            Choice& choice) {
    if (axis == parent.size()) {
      if (factor == 1) consider(level, box, parent, choice);
      return;
    }
    for (std::uint64_t times = 1; times <= factor; ++times) {
      if (factor % times != 0 || extents_[axis] % (box[axis] * times) != 0) continue;
      parent[axis] = box[axis] * times;
      grow(level, box, parent, axis + 1, factor / times, choice);
    }
    parent[axis] = box[axis];
  }

  void consider(std::size_t level, const Shape& box, const Shape& parent, Choice& choice) {
    const Choice& above = best(level + 1, parent);
    if (!above.fits) return;
    const Cost cost = above.cost + (cut(box) - cut(parent)) * tree_.level(level + 1).distance;
    if (choice.fits && choice.cost <= cost) return;
    choice = {true, cost, parent};
  }

  /// Returns the weight of the edges between boxes of this shape.
  Cost cut(const Shape& box) const {
    Cost sum = 0;
    for (std::size_t axis = 0; axis < box.size(); ++axis) {
      sum += Cost{tree_.slots() / extents_[axis]} * (extents_[axis] / box[axis] - 1) * weights_[axis];
    }
    return sum;
  }

  Shape extents_, weights_;
  const TreeTopology& tree_;
  std::vector<std::uint64_t> arities_;
  std::map<std::pair<std::size_t, Shape>, Choice> known_;
};

/// Returns the slot of a cell: its box on each level, counted inside the box above.
Slot slot_of(std::uint64_t cell, std::span<const std::uint64_t> extents, std::span<const Shape> boxes) {
  std::vector<Slot> number(boxes.size() - 1, 0);  // by level
  std::vector<std::uint64_t> base(boxes.size() - 1, 1);
  std::vector<std::uint64_t> cells(boxes.size() - 1, 1);
  for (std::size_t axis = extents.size(); axis-- > 0;) {
    const std::uint64_t place = cell % extents[axis];
    cell /= extents[axis];
    for (std::size_t level = 0; level + 1 < boxes.size(); ++level) {
      const std::uint64_t children = boxes[level + 1][axis] / boxes[level][axis];
      number[level] += place / boxes[level][axis] % children * base[level];
      base[level] *= children;
      cells[level] *= boxes[level][axis];
    }
  }
  Slot slot = 0;
  for (std::size_t level = 0; level < number.size(); ++level) slot += number[level] * cells[level];
  return slot;
}

}  // namespace

std::optional<Tiling> best_tiling(std::span<const std::uint64_t> extents, std::span<const std::uint64_t> weights,
                                  const TreeTopology& tree) {
  if (cells_of(extents) != tree.slots()) return std::nullopt;
  Search search(extents, weights, tree);
  const std::vector<Shape> boxes = search.boxes();
  if (boxes.empty()) return std::nullopt;
  Tiling tiling{search.cost(), Mapping(tree.slots())};
  for (std::uint64_t cell = 0; cell < tree.slots(); ++cell) tiling.slot_of_cell[cell] = slot_of(cell, extents, boxes);
  return tiling;
}

}  // namespace topomorph::benchmarks
