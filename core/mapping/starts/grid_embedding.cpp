// Embeds grids of roles in meshes, tori, hypercubes and dragonflies: each axis gets a share of the machine's sides.
#include "core/mapping/starts/grid_embedding.h"

#include <algorithm>

#include "core/base/successive.h"
#include "core/mapping/grids/grid_graph.h"
#include "core/mapping/grids/group_grid.h"
#include "core/mapping/grids/recognition.h"
#include "core/mapping/grids/side_shares.h"
#include "core/mapping/problem/parameters.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::mapping {

namespace {

/// Lays the cells of a grid on slots as a share of the sides says.
class Layer {
 public:
  Layer(std::span<const std::uint64_t> extents, std::span<const MachineSide> sides)
      : extents_(extents), sides_(sides) {}

  void set(const SideShare& share) {
    share_ = &share;
    set_digits(share);
  }

  /// Returns the slot of a cell, in the numbers of the whole machine, by the share that was set.
  Slot slot_of(std::uint64_t cell) {
    for (std::size_t axis = extents_.size(); axis-- > 0; cell /= extents_[axis]) {
      std::uint64_t place = cell % extents_[axis];
      for (const Step& step : steps_[axis]) value_[step.side][step.number] = take(place, step.size);
    }
    Slot slot = 0;
    for (std::size_t s = 0; s < share_->size(); ++s) slot += sides_[s].stride * coordinate(s, (*share_)[s]);
    return slot;
  }

 private:
  /// A digit of an axis, and where its value goes.
  struct Step {
    std::uint64_t size = 1, cost = 1;
    std::size_t side = 0, number = 0;
  };

  /// Puts the digits of each axis in order, those with the shortest steps first: they are the fastest.
  void set_digits(const SideShare& share) {
    steps_.assign(extents_.size(), {});
    value_.assign(share.size(), {});
    for (std::size_t s = 0; s < share.size(); ++s) {
      value_[s].resize(share[s].size());
      std::uint64_t inside = 1;
      for (std::size_t i = 0; i < share[s].size(); inside *= share[s][i++].size) {
        const std::uint64_t cost = sides_[s].step_cost * (sides_[s].is_line ? inside : 1);
        steps_[share[s][i].axis].push_back({share[s][i].size, cost, s, i});
      }
    }
    for (auto& steps : steps_) std::ranges::stable_sort(steps, {}, &Step::cost);
  }

  /// Removes the last digit from a place: it runs backwards if the digits above it are odd (a reflected Gray code).
  static std::uint64_t take(std::uint64_t& place, std::uint64_t size) {
    const std::uint64_t digit = place % size;
    place /= size;
    return place % 2 == 0 ? digit : size - 1 - digit;
  }

  /// Joins the digits of different axes. On a ring they are reflected too: a ring of four is a square of 2 x 2.
  std::uint64_t coordinate(std::size_t side, const std::vector<Digit>& digits) const {
    std::uint64_t number = 0;
    for (std::size_t i = digits.size(); i-- > 0;) {
      const std::uint64_t digit = value_[side][i], size = digits[i].size;
      number = number * size + (sides_[side].wraps && number % 2 == 1 ? size - 1 - digit : digit);
    }
    return number;
  }

  std::span<const std::uint64_t> extents_;
  std::span<const MachineSide> sides_;
  const SideShare* share_ = nullptr;
  std::vector<std::vector<Step>> steps_;           // by axis, the fastest first
  std::vector<std::vector<std::uint64_t>> value_;  // by side and digit: of the cell that is laid
};

/// Finds the cheapest way to lay a grid.
class Embedding {
 public:
  Embedding(const Instance& instance, const GridGraph& cells)
      : instance_(instance),
        cells_(cells),
        extents_(cells.extents.begin(), cells.extents.end()),
        sides_(sides_of(instance.metric().topology())),
        layer_(extents_, sides_) {
    const Topology& topology = instance.metric().topology();
    number_.assign(slots_of_whole(topology), kNoVertex);
    for (Vertex v = 0; v < instance.slots(); ++v) {
      number_[topology::slot_of_whole(topology, instance.metric().slot(v))] = v;
    }
    sample_edges();
  }

  std::optional<std::vector<Vertex>> best() {
    if (sides_.empty()) return std::nullopt;
    SideShares shares(extents_, sides_, instance_.slots() == number_.size());
    std::uint64_t work = 0, count = 0;
    shares.for_each([&](const SideShare& share) {
      work += extents_.size() * sampled_cells_.size() + sample_.size();
      keep_if_promising(share);
      const bool is_perfect = !found_.empty() && found_.front().cost <= least_;
      const bool has_time = work < kEmbedding.most_work && !instance_.deadline().passed();
      return !is_perfect && has_time && ++count < kEmbedding.most_shares;
    });
    return cheapest();
  }

 private:
  struct Found {
    EdgeWeight cost = 0;  // of the sample
    SideShare share;
  };

  /// Takes every so many edges, each once, and notes the cells at their ends.
  void sample_edges() {
    const Graph& graph = instance_.graph();
    std::vector<Vertex> cell_of(graph.vertices());
    for (Vertex cell = 0; cell < cell_of.size(); ++cell) cell_of[cells_.vertex_of[cell]] = cell;
    std::vector<Vertex> number(graph.vertices(), kNoVertex);  // of a cell among the sampled
    const auto note = [&](Vertex v) {
      if (number[v] == kNoVertex)
        number[v] = static_cast<Vertex>(sampled_cells_.size()), sampled_cells_.push_back(cell_of[v]);
      return number[v];
    };
    const std::size_t step = graph.edges.size() / kEmbedding.sample + 1;
    const EdgeWeight shortest = instance_.metric().shortest();
    std::size_t count = 0;
    for (Vertex v = 0; v < graph.vertices(); ++v) {
      for (const Edge& edge : graph.row(v)) {
        const bool is_taken = step == 1 ? v < edge.to : count++ % step == 0;
        if (!is_taken) continue;
        sample_.push_back({note(v), note(edge.to), edge.weight});
        least_ += edge.weight * shortest;
      }
    }
  }

  /// Returns the slots of these cells; nothing if one is not the instance's.
  std::optional<std::vector<Vertex>> laid(const SideShare& share, const std::vector<std::uint64_t>& cells) {
    layer_.set(share);
    std::vector<Vertex> slots;
    for (const auto cell : cells) {
      slots.push_back(number_[layer_.slot_of(cell)]);
      if (slots.back() == kNoVertex) return std::nullopt;
    }
    return slots;
  }

  void keep_if_promising(const SideShare& share) {
    const auto slots = laid(share, sampled_cells_);
    if (!slots) return;
    EdgeWeight cost = 0;
    instance_.metric().with_distance([&](const auto& between) {
      for (const SampledEdge& edge : sample_) cost += edge.weight * between((*slots)[edge.from], (*slots)[edge.to]);
    });
    if (found_.size() == kEmbedding.compared && cost >= found_.back().cost) return;
    found_.insert(std::ranges::upper_bound(found_, cost, {}, &Found::cost), {cost, share});
    if (found_.size() > kEmbedding.compared) found_.pop_back();
  }

  std::optional<std::vector<Vertex>> cheapest() {
    const auto all_cells = successive<std::uint64_t>(cells_.vertex_of.size());
    std::optional<std::vector<Vertex>> best;
    EdgeWeight least = 0;
    for (const Found& found : found_) {
      const auto slots = laid(found.share, all_cells);
      if (!slots) continue;
      std::vector<Vertex> slot_of(slots->size());
      for (std::size_t cell = 0; cell < slots->size(); ++cell) slot_of[cells_.vertex_of[cell]] = (*slots)[cell];
      const EdgeWeight cost = instance_.cost_of(slot_of);
      if (!best || cost < least) least = cost, best = std::move(slot_of);
    }
    return best;
  }

  struct SampledEdge {
    Vertex from = 0, to = 0;  // among the sampled cells
    EdgeWeight weight = 0;
  };

  const Instance& instance_;
  const GridGraph& cells_;
  std::vector<std::uint64_t> extents_;
  std::vector<MachineSide> sides_;
  Layer layer_;
  std::vector<Vertex> number_;  // by slot of the whole machine: its number in the instance
  std::vector<SampledEdge> sample_;
  std::vector<std::uint64_t> sampled_cells_;
  EdgeWeight least_ = 0;      // of the sample, if all its edges are as short as any
  std::vector<Found> found_;  // the cheapest first
};

/// Returns the grid whose cell i is role i.
GridGraph known_grid(const Grid& known) {
  GridGraph grid;
  grid.extents.assign(known.dims.begin(), known.dims.end());
  grid.vertex_of = successive<Vertex>(static_cast<std::size_t>(known.cells()));
  return grid;
}

/// Returns the grids that the roles may be cells of. On a tree they are groups that exchange all with all: others get
/// tilings, which are cheaper there.
std::vector<GridGraph> grids_in(const Instance& instance) {
  std::vector<GridGraph> grids;
  const Graph& graph = instance.graph();
  if (as_tree(topology::whole_of(instance.metric().topology())) != nullptr) {
    if (auto groups = recognise_groups(graph)) grids.push_back(*std::move(groups));
    return grids;
  }
  const auto& known = instance.options().grid;
  if (known && known->grid().cells() == std::ssize(graph.begin) - 1) grids.push_back(known_grid(known->grid()));
  if (auto groups = recognise_groups(graph)) grids.push_back(*std::move(groups));
  if (auto cells = recognise_grid(heavy_part(graph, graph.heaviest() / kEmbedding.light))) {
    grids.push_back(*std::move(cells));
  } else if (grids.empty()) {
    const auto lattice = recognise_lattice(graph);
    if (lattice && lattice->is_full() && lattice->point_of.size() >= graph.vertices())
      grids.push_back(grid_of(*lattice));
  }
  return grids;
}

}  // namespace

std::optional<std::vector<Vertex>> embed_grid(const Instance& instance) {
  if (instance.vertices() < 2 || slots_of_whole(instance.metric().topology()) > kEmbedding.most_slots)
    return std::nullopt;
  std::optional<std::vector<Vertex>> best;
  for (const GridGraph& grid : grids_in(instance)) {
    auto slots = Embedding(instance, grid).best();
    if (slots && (!best || instance.cost_of(*slots) < instance.cost_of(*best))) best = std::move(slots);
  }
  return best;
}

}  // namespace topomorph::mapping
