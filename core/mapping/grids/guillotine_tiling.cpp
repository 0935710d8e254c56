// Tiles a lattice by boxes of different shapes, found by cuts from side to side.
#include "core/mapping/grids/guillotine_tiling.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <tuple>
#include <unordered_map>

#include "core/mapping/grids/kept_weight.h"
#include "core/mapping/grids/layer_fills.h"
#include "core/mapping/grids/node_families.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

namespace {

/// A box at its place in the lattice.
struct Placed {
  Point origin{}, extent{};
};

/// How a box is divided among children of a node: it is one child's, or cut at `at` across `axis`, or filled by layers
/// across `axis`.
struct Choice {
  double value = -std::numeric_limits<double>::infinity();  ///< weight kept inside nodes, times what a level saves
  std::uint8_t axis = kMostAxes;
  std::int32_t at = 0;  ///< 0: filled
  bool is_turned = false;
};

/// A box that is divided among children of a family, and the first of these.
struct Part {
  const NodeFamily* family = nullptr;
  std::size_t first = 0;
  Point box{};
  bool operator==(const Part&) const = default;
};

struct HashOfPart {
  std::size_t operator()(const Part& part) const {
    std::uint64_t hash = std::hash<const NodeFamily*>()(part.family) + part.first;
    for (const std::int32_t extent : part.box) hash = (hash + static_cast<std::uint32_t>(extent)) * 0x9e3779b97f4a7c15U;
    return hash ^ (hash >> 32);
  }
};

class CutSearch {
 public:
  CutSearch(const Lattice& lattice, std::span<const LatticeStep> steps, const SlotTree& tree, std::size_t lowest,
            std::uint64_t most_cuts)
      : lattice_(lattice),
        kept_(lattice, steps),
        fills_(lattice, steps),
        tree_(tree),
        families_(tree, lattice.cells(), lowest),
        most_cuts_(most_cuts) {}

  std::optional<std::vector<Vertex>> run() {
    NodeFamily& root = families_.root();
    if (best(root, 0, lattice_.extents).value == kNever || is_tired()) return std::nullopt;
    slot_of_cell_.resize(lattice_.cells());
    emit(root, 0, {{}, lattice_.extents});
    std::vector<Vertex> slot_of;
    for (const Point& point : lattice_.point_of) slot_of.push_back(slot_of_cell_[lattice_.cell_of(point)]);
    return slot_of;
  }

 private:
  static constexpr double kNever = -std::numeric_limits<double>::infinity();

  double saving(std::size_t level) const {
    return static_cast<double>(tree_.distance(level + 1) - tree_.distance(level));
  }

  /// Returns the best way to divide a box among the children from `first` on, which it is exactly large enough for.
  Choice best(NodeFamily& family, std::size_t first, const Point& box) {
    if (family.is_lowest) return {0};  // cells, in any order
    const std::size_t last = family.end_of(first, points_in(box));
    const auto [known, is_new] = known_.try_emplace({&family, family.start_of(first, last), box});
    Choice& choice = known->second;  // stays valid: elements of a std::unordered_map do not move
    if (is_new) choice = find(family, first, last, box);
    return choice;
  }

  Choice find(NodeFamily& family, std::size_t first, std::size_t last, const Point& box) {
    if (last == first + 1) {
      const double inside = family.below[first] == nullptr ? 0 : best(*family.below[first], 0, box).value;
      return {inside + saving(family.level - 1) * kept_.in_box(box)};
    }
    Choice choice;
    for (std::uint8_t axis = 0; axis < lattice_.axes; ++axis) {
      const Choice across = best_across(family, first, last, box, axis);
      if (across.value > choice.value) choice = across;
    }
    if (family.below[first]->is_lowest) try_fills(family, first, last, box, choice);
    return choice;
  }

  /// Tries fills of boxes that are narrow, or have few nodes, or cannot be cut: wide layers have better tilings.
  void try_fills(const NodeFamily& family, std::size_t first, std::size_t last, const Point& box, Choice& choice) {
    const bool is_cheap = last - first <= kTiling.many_filled && fills_.work() < kTiling.most_filled_widely;
    for (std::uint8_t axis = 0; axis < lattice_.axes; ++axis) {
      const bool is_narrow = widest_across(box, axis) <= kTiling.widest_fill * side_of_node(box, last - first);
      if (is_narrow || is_cheap) try_fill(family, family.start_of(first, last), box, axis, choice);
    }
    if (choice.value > kNever) return;
    const auto longest = std::max_element(box.begin(), box.end()) - box.begin();
    try_fill(family, family.start_of(first, last), box, static_cast<std::uint8_t>(longest), choice);
  }

  void try_fill(const NodeFamily& family, std::size_t start, const Point& box, std::uint8_t axis, Choice& choice) {
    for (const bool is_turned : {false, true}) {
      if (is_tired() || (is_turned && lattice_.axes < 3)) return;
      const auto before = std::span(family.before).subspan(start);
      const double value = saving(family.level - 1) * fills_.kept(before, box, fill_order(axis, is_turned));
      if (value > choice.value) choice = {value, axis, 0, is_turned};
    }
  }

  static std::int32_t widest_across(Point box, std::uint8_t axis) {
    box[axis] = 1;
    return *std::max_element(box.begin(), box.end());
  }

  double side_of_node(const Point& box, std::size_t nodes) const {
    const double cells = static_cast<double>(points_in(box)) / static_cast<double>(nodes);
    return std::ceil(std::pow(cells, 1.0 / static_cast<double>(lattice_.axes)));
  }

  bool is_tired() const { return cuts_ >= most_cuts_ || fills_.work() > kTiling.most_filled; }

  /// Tries the cuts across an axis from the middle outwards: then most boxes are known from the cut before, and the
  /// recursion is as deep as halving goes, not as many nodes as the axis has. Of equal cuts the outermost counts.
  Choice best_across(NodeFamily& family, std::size_t first, std::size_t last, const Point& box, std::uint8_t axis) {
    Choice choice;
    const auto consider = [&](std::int32_t at) {
      const double value = value_of_cut(family, first, last, box, axis, at);
      if (value != kNever && value >= choice.value) choice = {value, axis, at};
    };
    for (std::int32_t at = box[axis] / 2; at > 0; --at) {
      consider(at);
      if (!family.are_alike(first, last) && 2 * at != box[axis]) consider(box[axis] - at);
    }
    return choice;
  }

  double value_of_cut(NodeFamily& family, std::size_t first, std::size_t last, const Point& box, std::uint8_t axis,
                      std::int32_t at) {
    const auto [one, other] = halves(box, axis, at);
    const std::size_t middle = family.end_of(first, points_in(one));
    if (middle == first || middle >= last || is_tired()) return kNever;
    ++cuts_;
    const double value = best(family, first, one).value;
    return value == kNever ? kNever : value + best(family, middle, other).value;
  }

  static std::pair<Point, Point> halves(const Point& box, std::size_t axis, std::int32_t at) {
    std::pair<Point, Point> both = {box, box};
    both.first[axis] = at;
    both.second[axis] -= at;
    return both;
  }

  /// Gives the nodes below a node their boxes.
  void emit(NodeFamily& family, std::size_t node, const Placed& box) {
    if (family.is_lowest) return number_cells(box, tree_.tree().begin(family.level, node));
    divide(family, tree_.tree().children(family.level, node).first, 0, box);
  }

  /// Gives the children from `first` on of a node their parts of a box; `begin` is the first in the order of slots.
  void divide(NodeFamily& family, std::size_t begin, std::size_t first, const Placed& box) {
    const Choice choice = best(family, first, box.extent);
    if (choice.axis == kMostAxes) return settle(family, begin, first, box);
    if (choice.at == 0) return fill_children(family, begin, first, box, fill_order(choice.axis, choice.is_turned));
    Placed one = box, other = box;
    std::tie(one.extent, other.extent) = halves(box.extent, choice.axis, choice.at);
    other.origin[choice.axis] += choice.at;
    divide(family, begin, first, one);
    divide(family, begin, family.end_of(first, points_in(one.extent)), other);
  }

  Slot first_slot(const NodeFamily& family, std::size_t begin, std::size_t child) const {
    return tree_.tree().begin(family.level - 1, begin + family.place[child]);
  }

  void settle(NodeFamily& family, std::size_t begin, std::size_t child, const Placed& box) {
    if (family.below[child] != nullptr) return emit(*family.below[child], begin + family.place[child], box);
    number_cells(box, first_slot(family, begin, child));
  }

  void fill_children(const NodeFamily& family, std::size_t begin, std::size_t first, const Placed& box,
                     const FillOrder& order) {
    const std::vector<Point> cells = cells_in(box.extent, order);
    std::size_t child = first;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (family.before[first] + i == family.before[child + 1]) ++child;
      const std::size_t inside = family.before[first] + i - family.before[child];
      give(box.origin, cells[i], first_slot(family, begin, child) + inside);
    }
  }

  void number_cells(const Placed& box, Slot slot) {
    for (const Point& cell : cells_in(box.extent, fill_order(0, false))) give(box.origin, cell, slot++);
  }

  void give(Point point, const Point& cell, Slot slot) {
    for (std::size_t a = 0; a < kMostAxes; ++a) point[a] += cell[a];
    slot_of_cell_[lattice_.cell_of(point)] = static_cast<Vertex>(slot);
  }

  const Lattice& lattice_;
  KeptWeight kept_;
  LayerFills fills_;
  const SlotTree& tree_;
  NodeFamilies families_;
  std::uint64_t most_cuts_, cuts_ = 0;
  std::unordered_map<Part, Choice, HashOfPart> known_;
  std::vector<Vertex> slot_of_cell_;
};

}  // namespace

std::optional<std::vector<Vertex>> tile_by_cuts(const Lattice& lattice, std::span<const LatticeStep> steps,
                                                const SlotTree& tree, std::size_t lowest, std::uint64_t most_cuts) {
  if (!lattice.is_full() || lattice.cells() > tree.slots()) return std::nullopt;
  return CutSearch(lattice, steps, tree, lowest, most_cuts).run();
}

}  // namespace topomorph::mapping
