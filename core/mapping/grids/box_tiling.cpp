// Tiles a lattice by nested boxes, one for each node of a regular tree.
#include "core/mapping/grids/box_tiling.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/mapping/grids/kept_weight.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

namespace {

class BoxSearch {
 public:
  BoxSearch(const Lattice& lattice, std::span<const LatticeStep> steps, const SlotTree& tree)
      : lattice_(lattice), kept_(lattice, steps), tree_(tree), all_(kept_.in_box(lattice.extents)) {}

  /// Boxes from the root (the whole box) down to level 0 (a cell), and their cost.
  struct Chain {
    double cost = 0;
    std::vector<Point> boxes;
  };

  /// Returns the cheapest chain for each box below the root, the cheapest first.
  std::vector<Chain> chains() {
    const std::size_t top = tree_.tree().levels();
    std::vector<Chain> found;
    for_each_part(top, lattice_.extents, [&](const Point& inside) {
      const double cost = cost_of(top, inside);
      if (cost < kNever) found.push_back({cost, {lattice_.extents, inside}});
    });
    std::stable_sort(found.begin(), found.end(), [](const Chain& a, const Chain& b) { return a.cost < b.cost; });
    return found;
  }

  /// Adds the boxes below the first.
  void complete(Chain& chain) {
    for (std::size_t level = tree_.tree().levels() - 1; level > 0; --level) {
      chain.boxes.push_back(best(level, chain.boxes.back()).inside);
    }
  }

  /// Returns what the most compact shapes would cost.
  double bound() const {
    double sum = step(0) * all_;
    for (std::size_t level = 1; level < tree_.tree().levels(); ++level) {
      const auto nodes = static_cast<double>(tree_.tree().nodes(level));
      const double kept = nodes * most_kept(kept_, static_cast<double>(tree_.slots()) / nodes);
      sum += step(level) * std::max(all_ - kept, 0.0);
    }
    return sum;
  }

 private:
  static constexpr double kNever = HUGE_VAL;

  /// The cheapest division of a box.
  struct Choice {
    double cost = kNever;
    Point inside{};
  };

  /// Returns the cost of an edge between nodes of this level minus that of an edge between their children.
  double step(std::size_t level) const {
    return static_cast<double>(tree_.distance(level + 1) - tree_.distance(level));
  }

  const Choice& best(std::size_t level, const Point& box) {
    const auto [known, is_new] = known_.try_emplace({level, box});
    Choice& choice = known->second;  // stays valid: elements of a std::map do not move
    if (!is_new) return choice;
    if (level == 0) {
      choice.cost = 0;  // the box is one cell
      return choice;
    }
    for_each_part(level, box, [&](const Point& inside) {
      const double cost = cost_of(level, inside);
      if (cost < choice.cost) choice = {cost, inside};
    });
    return choice;
  }

  double cost_of(std::size_t level, const Point& inside) {
    return best(level - 1, inside).cost + cut(inside) * step(level - 1);
  }

  /// Calls `use` for each box of which a box of this level holds as many as its node has children.
  template <typename Use>
  void for_each_part(std::size_t level, const Point& box, Use use) const {
    Point inside = box;
    const auto divide = [&](const auto& again, std::size_t axis, std::int32_t parts) -> void {
      if (axis == kMostAxes) {
        if (parts == 1) use(inside);
        return;
      }
      for (std::int32_t by = 1; by <= std::min(parts, box[axis]); ++by) {
        if (parts % by != 0 || box[axis] % by != 0) continue;
        inside[axis] = box[axis] / by;
        again(again, axis + 1, parts / by);
      }
      inside[axis] = box[axis];
    };
    divide(divide, 0, static_cast<std::int32_t>(tree_.tree().nodes(level - 1) / tree_.tree().nodes(level)));
  }

  /// Returns the weight between boxes of this shape.
  double cut(const Point& box) const {
    double boxes = 1;
    for (std::size_t a = 0; a < kMostAxes; ++a) boxes *= lattice_.extents[a] / box[a];
    return all_ - boxes * kept_.in_box(box);
  }

  const Lattice& lattice_;
  KeptWeight kept_;
  const SlotTree& tree_;
  double all_;  // weight of all edges
  std::map<std::pair<std::size_t, Point>, Choice> known_;
};

/// Returns what each coordinate along the axis adds to the slot number of a cell.
std::vector<std::size_t> slot_parts(const std::vector<Point>& boxes, std::size_t axis) {
  std::vector<std::size_t> parts(static_cast<std::size_t>(boxes.front()[axis]), 0);
  for (std::size_t i = 0; i + 1 < boxes.size(); ++i) {
    const Point &outer = boxes[i], &inner = boxes[i + 1];
    std::int64_t step = 1;  // slots of an inner box, times the inner boxes along the axes after this one
    for (std::size_t a = 0; a < kMostAxes; ++a) step *= inner[a] * (a > axis ? outer[a] / inner[a] : 1);
    for (std::size_t x = 0; x < parts.size(); ++x) {
      parts[x] += static_cast<std::size_t>(static_cast<std::int64_t>(x) % outer[axis] / inner[axis] * step);
    }
  }
  return parts;
}

std::vector<Vertex> slots_of_boxes(const Lattice& lattice, const std::vector<Point>& boxes) {
  std::array<std::vector<std::size_t>, kMostAxes> parts;
  for (std::size_t a = 0; a < kMostAxes; ++a) parts[a] = slot_parts(boxes, a);
  std::vector<Vertex> slot_of;
  for (const Point& point : lattice.point_of) {
    std::size_t slot = 0;
    for (std::size_t a = 0; a < kMostAxes; ++a) slot += parts[a][static_cast<std::size_t>(point[a])];
    slot_of.push_back(static_cast<Vertex>(slot));
  }
  return slot_of;
}

}  // namespace

BoxTilings tile_by_boxes(const Lattice& lattice, std::span<const LatticeStep> steps, const SlotTree& tree,
                         std::size_t count) {
  BoxTilings tilings;
  if (!lattice.is_full() || lattice.cells() != tree.slots()) return tilings;
  BoxSearch search(lattice, steps, tree);
  for (BoxSearch::Chain& chain : search.chains()) {
    if (tilings.slot_of.size() >= count) break;
    search.complete(chain);
    if (tilings.slot_of.empty()) tilings.cost = chain.cost;
    tilings.slot_of.push_back(slots_of_boxes(lattice, chain.boxes));
  }
  tilings.bound = search.bound();
  return tilings;
}

}  // namespace topomorph::mapping
