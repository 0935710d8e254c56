// Divides the points of a lattice among the nodes of any tree, by cuts that follow an axis and may have a step.
#include "core/mapping/grids/lattice_division.h"

#include <algorithm>
#include <limits>

#include "core/base/successive.h"
#include "core/mapping/grids/kept_weight.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

namespace {

using Axes = std::array<std::uint8_t, kMostAxes>;

class Division {
 public:
  Division(const Graph& graph, const Lattice& lattice, std::span<const LatticeStep> steps, const SlotTree& tree)
      : graph_(graph),
        lattice_(lattice),
        kept_(lattice, steps),
        tree_(tree.tree()),
        slot_of_(lattice.point_of.size()),
        position_(graph.vertices(), kOutside) {
    Axes axes = {0, 1, 2, 3};
    do {
      orders_.push_back(ranks(axes));
    } while (std::next_permutation(axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(lattice.axes)));
  }

  std::vector<Vertex> run() {
    place(sorted(successive<Vertex>(lattice_.point_of.size())), tree_.levels(), 0);
    return std::move(slot_of_);
  }

  std::vector<Vertex> run_below(std::size_t level, const std::vector<Vertex>& slot_of) {
    std::vector<Cells> cells(tree_.nodes(level));
    for (Vertex cell = 0; cell < slot_of_.size(); ++cell) cells[tree_.node_of(level, slot_of[cell])].push_back(cell);
    for (std::size_t node = 0; node < cells.size(); ++node) place(sorted(cells[node]), level, node);
    return std::move(slot_of_);
  }

 private:
  using Cells = std::vector<Vertex>;
  static constexpr std::size_t kOutside = ~std::size_t{0};

  /// Cells in each order of the axes: they are sorted once, and stay so when they are divided.
  struct Part {
    std::vector<Cells> by_order;
    std::size_t now = 0;  ///< the order of the last cut: slots of a node are filled in it

    const Cells& cells() const { return by_order[now]; }
  };

  Part sorted(const Cells& cells) const {
    Part part{std::vector(orders_.size(), cells)};
    for (std::size_t order = 0; order < orders_.size(); ++order) {
      const std::vector<Vertex>& rank = orders_[order];
      std::sort(part.by_order[order].begin(), part.by_order[order].end(),
                [&](Vertex a, Vertex b) { return rank[a] < rank[b]; });
    }
    return part;
  }

  void place(Part part, std::size_t level, std::size_t node) {
    if (level == 1) {
      Slot next = tree_.begin(level, node);
      for (const Vertex cell : part.cells()) slot_of_[cell] = static_cast<Vertex>(next++);
      return;
    }
    const auto [first, last] = tree_.children(level, node);
    divide(std::move(part), level, first, last);
  }

  std::size_t slots(std::size_t level, std::size_t first, std::size_t last) const {
    return tree_.begin(level, last) - tree_.begin(level, first);
  }

  /// Divides the cells among the nodes [first, last) below a level.
  void divide(Part part, std::size_t level, std::size_t first, std::size_t last) {
    if (part.cells().empty()) return;
    if (last - first == 1) return place(std::move(part), level - 1, first);
    const Cut cut = best_cut(part, level, first, last);
    part.now = cut.order;
    Part rest = split(part, cut.cells);
    divide(std::move(part), level, first, cut.node);
    divide(std::move(rest), level, cut.node, last);
  }

  /// Leaves the first so many cells of the part's order in it. Returns the others.
  Part split(Part& part, std::size_t count) {
    const Cells& cells = part.cells();
    for (std::size_t i = 0; i < cells.size(); ++i) position_[cells[i]] = i;
    Part rest{std::vector<Cells>(orders_.size()), part.now};
    for (std::size_t order = 0; order < orders_.size(); ++order) {
      if (order == part.now) continue;
      Cells& here = part.by_order[order];
      rest.by_order[order].reserve(here.size() - count);
      const auto goes = [&](Vertex cell) { return position_[cell] >= count; };
      std::copy_if(here.begin(), here.end(), std::back_inserter(rest.by_order[order]), goes);
      here.erase(std::remove_if(here.begin(), here.end(), goes), here.end());
    }
    for (const Vertex cell : cells) position_[cell] = kOutside;
    Cells& here = part.by_order[part.now];
    const auto middle = here.begin() + static_cast<std::ptrdiff_t>(count);
    rest.by_order[part.now].assign(middle, here.end());
    here.erase(middle, here.end());
    return rest;
  }

  struct Cut {
    double badness = std::numeric_limits<double>::infinity();
    std::size_t order = 0;
    std::size_t node = 0, cells = 0;  ///< first node and cell of the second half
  };

  Cut best_cut(const Part& part, std::size_t level, std::size_t first, std::size_t last) {
    const std::size_t count = last - first, away = count > kTiling.few_nodes ? count / 3 : 1;
    Cut best;
    for (std::size_t order = 0; order < orders_.size(); ++order) {
      const Cells& cells = part.by_order[order];
      const std::vector<double> cut = cut_weights(cells);
      const Boxes boxes = bounding_boxes(cells);
      for (std::size_t node = first + away; node + away <= last; ++node) {
        const std::size_t at = slots(level - 1, first, node);
        if (at >= cells.size()) break;
        const double inside = most_kept_in(boxes.before[at], at, level - 1, first, node) +
                              most_kept_in(boxes.after[at], cells.size() - at, level - 1, node, last);
        const double badness = kTiling.weight_of_cut * cut[at] - inside;
        if (badness < best.badness) best = {badness, order, node, at};
      }
    }
    if (best.node == 0) best = {0, 0, last - 1, part.cells().size()};  // the last nodes stay empty
    return best;
  }

  /// Returns the most that nodes of a level keep of so many cells inside a box, by their mean number of slots.
  double most_kept_in(const Point& around, std::size_t cells, std::size_t level, std::size_t first,
                      std::size_t last) const {
    const double mean = static_cast<double>(slots(level, first, last)) / static_cast<double>(last - first);
    return kept_.most_in(around, mean, static_cast<double>(cells) / mean);
  }

  /// Returns the place of each cell in an order of the axes, the first axis slowest.
  std::vector<Vertex> ranks(const Axes& axes) const {
    Cells cells = successive<Vertex>(lattice_.point_of.size());
    std::sort(cells.begin(), cells.end(), [&](Vertex a, Vertex b) {
      const Point &first = lattice_.point_of[a], &second = lattice_.point_of[b];
      for (const std::uint8_t axis : axes) {
        if (first[axis] != second[axis]) return first[axis] < second[axis];
      }
      return a < b;
    });
    std::vector<Vertex> rank(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) rank[cells[i]] = static_cast<Vertex>(i);
    return rank;
  }

  /// Returns, for each number of first cells, the weight between them and the other cells.
  std::vector<double> cut_weights(const Cells& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) position_[cells[i]] = i;
    std::vector<double> cut(cells.size() + 1, 0);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      double change = 0;
      for (const Edge& edge : graph_.row(cells[i])) {
        const std::size_t there = position_[edge.to];
        if (there != kOutside) change += static_cast<double>(there > i ? edge.weight : -edge.weight);
      }
      cut[i + 1] = cut[i] + change;
    }
    for (const Vertex v : cells) position_[v] = kOutside;
    return cut;
  }

  /// The extents of the boxes around the first so many cells, and around the others.
  struct Boxes {
    std::vector<Point> before, after;
  };

  Boxes bounding_boxes(const Cells& cells) const {
    Boxes boxes{std::vector<Point>(cells.size() + 1), std::vector<Point>(cells.size() + 1)};
    const auto grow = [&](Point& low, Point& high, Vertex v) {
      Point extent{};
      for (std::size_t a = 0; a < kMostAxes; ++a) {
        low[a] = std::min(low[a], lattice_.point_of[v][a]);
        high[a] = std::max(high[a], lattice_.point_of[v][a]);
        extent[a] = high[a] - low[a] + 1;
      }
      return extent;
    };
    Point low = lattice_.point_of[cells.front()], high = low;
    for (std::size_t i = 0; i < cells.size(); ++i) boxes.before[i + 1] = grow(low, high, cells[i]);
    low = high = lattice_.point_of[cells.back()];
    for (std::size_t i = cells.size(); i-- > 0;) boxes.after[i] = grow(low, high, cells[i]);
    return boxes;
  }

  const Graph& graph_;
  const Lattice& lattice_;
  KeptWeight kept_;
  const TreeTopology& tree_;
  std::vector<std::vector<Vertex>> orders_;  // for each order of the axes the place of each cell
  std::vector<Vertex> slot_of_;
  std::vector<std::size_t> position_;  // of a vertex among the cells that are looked at; kOutside for others
};

}  // namespace

std::vector<Vertex> divide_lattice(const Graph& graph, const Lattice& lattice, std::span<const LatticeStep> steps,
                                   const SlotTree& tree) {
  return Division(graph, lattice, steps, tree).run();
}

void divide_below(const Graph& graph, const Lattice& lattice, std::span<const LatticeStep> steps, const SlotTree& tree,
                  std::size_t level, std::vector<Vertex>& slot_of) {
  slot_of = Division(graph, lattice, steps, tree).run_below(level, slot_of);
}

}  // namespace topomorph::mapping
