// Tiles a lattice by boxes of different shapes, found by cuts from side to side.
#include "core/mapping/grids/guillotine_tiling.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <unordered_map>

#include "core/mapping/grids/kept_weight.h"

namespace topomorph::mapping {

namespace {

/// A box at its place in the lattice.
struct Placed {
  Point origin{}, extent{};
};

class CutSearch {
 public:
  CutSearch(const Lattice& lattice, std::span<const LatticeStep> steps, const SlotTree& tree, std::uint64_t most_cuts)
      : lattice_(lattice), kept_(lattice, steps), tree_(tree), most_cuts_(most_cuts), known_(tree.tree().levels() + 1) {
    for (std::size_t level = 0; level <= tree.tree().levels(); ++level) {
      volume_.push_back(tree.slots() / tree.tree().nodes(level));
    }
  }

  std::optional<std::vector<Vertex>> run() {
    const std::size_t top = tree_.tree().levels();
    rest_ = lattice_.cells() % volume_[top - 1];
    if (best(top, lattice_.extents).value == kNever || most_cuts_ == 0) return std::nullopt;
    slot_of_cell_.resize(lattice_.cells());
    emit(top, {{}, lattice_.extents}, 0);
    std::vector<Vertex> slot_of;
    for (const Point& point : lattice_.point_of) slot_of.push_back(slot_of_cell_[lattice_.cell_of(point)]);
    return slot_of;
  }

 private:
  static constexpr double kNever = -std::numeric_limits<double>::infinity();
  static constexpr std::size_t kNoRest = ~std::size_t{0} / 2;

  /// How a box is divided among nodes below a level: it is one node's, or cut at `at` across `axis`.
  struct Choice {
    double value = kNever;  ///< weight kept inside nodes, times what a level saves
    std::uint8_t axis = kMostAxes;
    std::int32_t at = 0;
  };

  double saving(std::size_t level) const {
    return static_cast<double>(tree_.distance(level + 1) - tree_.distance(level));
  }

  static std::uint64_t key_of(const Point& box) {
    std::uint64_t key = 0;
    for (const std::int32_t extent : box) key = key << 16 | static_cast<std::uint16_t>(extent);
    return key;
  }

  /// Returns the best way to divide a box among nodes of the level below this one.
  Choice best(std::size_t level, const Point& box) {
    if (level <= 1) return {0};  // cells, in any order
    const auto [known, is_new] = known_[level].try_emplace(key_of(box));
    Choice& choice = known->second;  // stays valid: elements of a std::unordered_map do not move
    if (is_new) choice = find(level, box);
    return choice;
  }

  Choice find(std::size_t level, const Point& box) {
    const std::size_t volume = points_in(box), unit = volume_[level - 1];
    const bool is_rest = level == tree_.tree().levels() && volume == rest_;
    if (volume == unit || is_rest) {
      const double inside = is_rest ? 0 : best(level - 1, box).value;
      return {inside + saving(level - 1) * kept_.in_box(box)};
    }
    Choice choice;
    for (std::uint8_t axis = 0; axis < lattice_.axes; ++axis) {
      const Choice across = best_across(level, box, axis);
      if (across.value > choice.value) choice = across;
    }
    return choice;
  }

  /// Tries the cuts across an axis from the middle outwards: then most boxes are known from the cut before, and the
  /// recursion is as deep as halving goes, not as many nodes as the axis has. Of equal cuts the outermost counts.
  Choice best_across(std::size_t level, const Point& box, std::uint8_t axis) {
    Choice choice;
    for (std::int32_t at = box[axis] / 2; at > 0; --at) {
      const double value = value_of_cut(level, box, axis, at);
      if (value != kNever && value >= choice.value) choice = {value, axis, at};
    }
    return choice;
  }

  double value_of_cut(std::size_t level, const Point& box, std::uint8_t axis, std::int32_t at) {
    const auto [first, second] = halves(box, axis, at);
    const std::size_t rest = rest_of(level, first);
    if (rest == kNoRest || rest + rest_of(level, second) != rest_of(level, box) || most_cuts_ == 0) return kNever;
    --most_cuts_;
    const double value = best(level, first).value;
    return value == kNever ? kNever : value + best(level, second).value;
  }

  /// Returns how many cells of the box are not in whole nodes: none, or the rest; kNoRest for other numbers.
  std::size_t rest_of(std::size_t level, const Point& box) const {
    const std::size_t left = points_in(box) % volume_[level - 1];
    return left == 0 || (level == tree_.tree().levels() && left == rest_) ? left : kNoRest;
  }

  static std::pair<Point, Point> halves(const Point& box, std::size_t axis, std::int32_t at) {
    std::pair<Point, Point> both = {box, box};
    both.first[axis] = at;
    both.second[axis] -= at;
    return both;
  }

  /// Gives the nodes below a level, which is 2 at least, their boxes: the smaller one last.
  void emit(std::size_t level, const Placed& box, std::size_t slot) {
    std::vector<Placed> nodes;
    divide(level, box, nodes);
    std::stable_partition(nodes.begin(), nodes.end(),
                          [&](const Placed& node) { return points_in(node.extent) == volume_[level - 1]; });
    for (const Placed& node : nodes) {
      const bool is_whole = points_in(node.extent) == volume_[level - 1];
      if (is_whole && level > 2) {
        emit(level - 1, node, slot);
      } else {
        number_cells(node, slot);
      }
      slot += volume_[level - 1];
    }
  }

  void divide(std::size_t level, const Placed& box, std::vector<Placed>& nodes) {
    const Choice choice = best(level, box.extent);
    if (choice.axis == kMostAxes) return nodes.push_back(box);
    Placed first = box, second = box;
    std::tie(first.extent, second.extent) = halves(box.extent, choice.axis, choice.at);
    second.origin[choice.axis] += choice.at;
    divide(level, first, nodes);
    divide(level, second, nodes);
  }

  void number_cells(const Placed& box, std::size_t slot) {
    Point at{};
    for (std::size_t i = 0; i < points_in(box.extent); ++i) {
      Point point = box.origin;
      for (std::size_t a = 0; a < kMostAxes; ++a) point[a] += at[a];
      slot_of_cell_[lattice_.cell_of(point)] = static_cast<Vertex>(slot + i);
      for (std::size_t a = kMostAxes; a-- > 0 && ++at[a] == box.extent[a];) at[a] = 0;
    }
  }

  const Lattice& lattice_;
  KeptWeight kept_;
  const SlotTree& tree_;
  std::uint64_t most_cuts_;
  std::vector<std::unordered_map<std::uint64_t, Choice>> known_;  // per level, by box
  std::vector<std::size_t> volume_;                               // per level: slots of a node
  std::size_t rest_ = 0;                                          // cells of the node below the root that is not full
  std::vector<Vertex> slot_of_cell_;
};

}  // namespace

std::optional<std::vector<Vertex>> tile_by_cuts(const Lattice& lattice, std::span<const LatticeStep> steps,
                                                const SlotTree& tree, std::uint64_t most_cuts) {
  const bool fits = std::all_of(lattice.extents.begin(), lattice.extents.end(), [](auto e) { return e < (1 << 16); });
  if (!fits || !lattice.is_full() || lattice.cells() > tree.slots()) return std::nullopt;
  return CutSearch(lattice, steps, tree, most_cuts).run();
}

}  // namespace topomorph::mapping
