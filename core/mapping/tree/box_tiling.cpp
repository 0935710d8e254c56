// Tiles a grid by nested boxes, one for each node of a regular tree.
#include "core/mapping/tree/box_tiling.h"

#include <cmath>
#include <map>

#include "core/mapping/presets.h"

namespace topomorph::mapping {

namespace {

using Box = std::vector<std::size_t>;

class BoxSearch {
 public:
  BoxSearch(const GridGraph& grid, const SlotTree& tree) : grid_(grid), tree_(tree), cells_(tree.slots()) {}

  /// Returns boxes from the root (the grid) down to level 0 (a cell), or none if none fit.
  std::vector<Box> run() {
    const Choice* choice = &best(tree_.tree().levels(), grid_.extents);
    std::vector<Box> boxes = {grid_.extents};
    if (choice->cost == kNever) return {};
    cost_ = choice->cost;
    for (std::size_t level = tree_.tree().levels(); level > 0; choice = &best(--level, boxes.back())) {
      boxes.push_back(choice->inside);
    }
    return boxes;
  }

  bool is_tight() const { return cost_ <= kTree.tight_tiling * bound(); }

 private:
  static constexpr double kNever = HUGE_VAL;

  /// The cheapest division of a box.
  struct Choice {
    double cost = kNever;
    Box inside;
  };

  /// Returns the cost of an edge between nodes of this level minus that of an edge between their children.
  double step(std::size_t level) const {
    return static_cast<double>(tree_.distance(level + 1) - tree_.distance(level));
  }

  const Choice& best(std::size_t level, const Box& box) {
    const auto [known, is_new] = known_.try_emplace({level, box});
    Choice& choice = known->second;  // stays valid: elements of a std::map do not move
    if (!is_new) return choice;
    if (level == 0) {
      choice.cost = 0;  // the box is one cell
    } else {
      Box inside = box;
      divide(level, inside, 0, tree_.tree().nodes(level - 1) / tree_.tree().nodes(level), choice);
    }
    return choice;
  }

  /// Tries all ways to divide the axes from `axis` on into `parts` boxes.
  void divide(std::size_t level, Box& inside, std::size_t axis, std::size_t parts, Choice& choice) {
    if (axis == inside.size()) {
      if (parts == 1) consider(level, inside, choice);
      return;
    }
    const std::size_t whole = inside[axis];
    for (std::size_t by = 1; by <= std::min(parts, whole); ++by) {
      if (parts % by != 0 || whole % by != 0) continue;
      inside[axis] = whole / by;
      divide(level, inside, axis + 1, parts / by, choice);
    }
    inside[axis] = whole;
  }

  void consider(std::size_t level, const Box& inside, Choice& choice) {
    const double cost = best(level - 1, inside).cost + cut(inside) * step(level - 1);
    if (cost < choice.cost) choice = {cost, inside};
  }

  /// Returns the weight between boxes of this shape.
  double cut(const Box& box) const {
    double sum = 0;
    for (std::size_t a = 0; a < box.size(); ++a) {
      const std::size_t boxes = grid_.extents[a] / box[a];
      const std::size_t planes = grid_.periodic[a] && boxes > 1 ? boxes : boxes - 1;
      sum += grid_.weight[a] * static_cast<double>(planes) * static_cast<double>(cells_ / grid_.extents[a]);
    }
    return sum;
  }

  /// Returns the weight between boxes of the best real extents with this volume: extents in proportion to the weights
  /// of the axes.
  double least_cut(double volume) const {
    const auto axes = static_cast<double>(grid_.extents.size()), cells = static_cast<double>(cells_);
    double product = 1, outside = 0;
    for (std::size_t a = 0; a < grid_.extents.size(); ++a) {
      product *= grid_.weight[a];
      if (!grid_.periodic[a]) outside += grid_.weight[a] * cells / static_cast<double>(grid_.extents[a]);
    }
    return std::max(axes * cells * std::pow(product / volume, 1 / axes) - outside, 0.0);
  }

  double bound() const {
    double sum = step(0) * cut(Box(grid_.extents.size(), 1));  // a single cell has one shape
    for (std::size_t level = 1; level < tree_.tree().levels(); ++level) {
      sum += step(level) * least_cut(static_cast<double>(cells_) / static_cast<double>(tree_.tree().nodes(level)));
    }
    return sum;
  }

  const GridGraph& grid_;
  const SlotTree& tree_;
  std::size_t cells_;
  double cost_ = kNever;
  std::map<std::pair<std::size_t, Box>, Choice> known_;
};

/// Returns what each coordinate along the axis adds to the slot number of a cell.
std::vector<std::size_t> slot_parts(const std::vector<Box>& boxes, std::size_t axis) {
  std::vector<std::size_t> parts(boxes.front()[axis], 0);
  for (std::size_t i = 0; i + 1 < boxes.size(); ++i) {
    const Box &outer = boxes[i], &inner = boxes[i + 1];
    std::size_t step = 1;  // slots of an inner box, times the inner boxes along the axes after this one
    for (std::size_t a = 0; a < inner.size(); ++a) step *= inner[a] * (a > axis ? outer[a] / inner[a] : 1);
    for (std::size_t x = 0; x < parts.size(); ++x) parts[x] += x % outer[axis] / inner[axis] * step;
  }
  return parts;
}

std::vector<Vertex> slots_of(const GridGraph& grid, const std::vector<Box>& boxes) {
  std::vector<std::vector<std::size_t>> parts;
  for (std::size_t a = 0; a < grid.extents.size(); ++a) parts.push_back(slot_parts(boxes, a));
  std::vector<Vertex> slot_of(grid.vertex_of.size());
  std::vector<std::size_t> at(grid.extents.size(), 0);
  for (const Vertex v : grid.vertex_of) {
    std::size_t slot = 0;
    for (std::size_t a = 0; a < at.size(); ++a) slot += parts[a][at[a]];
    slot_of[v] = static_cast<Vertex>(slot);
    for (std::size_t a = at.size(); a-- > 0 && ++at[a] == grid.extents[a];) at[a] = 0;
  }
  return slot_of;
}

}  // namespace

std::optional<BoxTiling> tile_by_boxes(const GridGraph& grid, const SlotTree& tree) {
  BoxSearch search(grid, tree);
  const std::vector<Box> boxes = search.run();
  if (boxes.empty()) return std::nullopt;
  return BoxTiling{slots_of(grid, boxes), search.is_tight()};
}

}  // namespace topomorph::mapping
