// Embeds grids of roles in meshes, tori, hypercubes and dragonflies: each axis gets a share of the machine's sides.
#include "core/mapping/starts/grid_embedding.h"

#include <algorithm>
#include <numeric>

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

  /// Returns the slot of each cell, in the numbers of the whole machine.
  std::vector<Slot> lay(const SideShare& share) {
    set_digits(share);
    const std::uint64_t cells =
        std::accumulate(extents_.begin(), extents_.end(), std::uint64_t{1}, std::multiplies<>());
    std::vector<Slot> slots(cells);
    std::vector<std::uint64_t> places(extents_.size(), 0);
    for (Slot& slot : slots) {
      slot = slot_of(share, places);
      for (std::size_t a = places.size(); a-- > 0 && ++places[a] == extents_[a];) places[a] = 0;
    }
    return slots;
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

  Slot slot_of(const SideShare& share, std::span<const std::uint64_t> places) {
    for (std::size_t axis = 0; axis < places.size(); ++axis) {
      std::uint64_t place = places[axis];
      for (const Step& step : steps_[axis]) value_[step.side][step.number] = take(place, step.size);
    }
    Slot slot = 0;
    for (std::size_t s = 0; s < share.size(); ++s) slot += sides_[s].stride * coordinate(s, share[s]);
    return slot;
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
      work += extents_.size() * cells_.vertex_of.size() + sample_.size();
      if (const auto slots = laid(share)) keep_if_promising(*slots, share);
      return work < kEmbedding.most_work && ++count < kEmbedding.most_shares && !instance_.deadline().passed();
    });
    return cheapest();
  }

 private:
  struct Found {
    EdgeWeight cost = 0;  // of the sample
    SideShare share;
  };

  /// Takes every so many edges, each once.
  void sample_edges() {
    const Graph& graph = instance_.graph();
    const std::size_t step = graph.edges.size() / kEmbedding.sample + 1;
    std::size_t number = 0;
    for (Vertex v = 0; v < graph.vertices(); ++v) {
      for (const Edge& edge : graph.row(v)) {
        if (step == 1 ? v < edge.to : number++ % step == 0) sample_.push_back({v, edge.to, edge.weight});
      }
    }
  }

  /// Returns nothing if a slot is not one of the instance's.
  std::optional<std::vector<Vertex>> laid(const SideShare& share) {
    const std::vector<Slot> slots = layer_.lay(share);
    std::vector<Vertex> slot_of(instance_.vertices());
    for (std::size_t cell = 0; cell < slot_of.size(); ++cell) {
      const Vertex slot = number_[slots[cell]];
      if (slot == kNoVertex) return std::nullopt;
      slot_of[cells_.vertex_of[cell]] = slot;
    }
    return slot_of;
  }

  void keep_if_promising(const std::vector<Vertex>& slot_of, const SideShare& share) {
    EdgeWeight cost = 0;
    instance_.metric().with_distance([&](const auto& between) {
      for (const SampledEdge& edge : sample_) cost += edge.weight * between(slot_of[edge.from], slot_of[edge.to]);
    });
    if (found_.size() == kEmbedding.compared && cost >= found_.back().cost) return;
    const auto place = std::ranges::upper_bound(found_, cost, {}, &Found::cost);
    found_.insert(place, {cost, share});
    if (found_.size() > kEmbedding.compared) found_.pop_back();
  }

  std::optional<std::vector<Vertex>> cheapest() {
    std::optional<std::vector<Vertex>> best;
    EdgeWeight least = 0;
    for (const Found& found : found_) {
      auto slots = laid(found.share);
      const EdgeWeight cost = instance_.cost_of(*slots);
      if (!best || cost < least) least = cost, best = std::move(slots);
    }
    return best;
  }

  struct SampledEdge {
    Vertex from = 0, to = 0;
    EdgeWeight weight = 0;
  };

  const Instance& instance_;
  const GridGraph& cells_;
  std::vector<std::uint64_t> extents_;
  std::vector<MachineSide> sides_;
  Layer layer_;
  std::vector<Vertex> number_;  // by slot of the whole machine: its number in the instance
  std::vector<SampledEdge> sample_;
  std::vector<Found> found_;  // the cheapest first
};

/// Returns the grid whose cell i is role i.
GridGraph known_grid(const Grid& known) {
  GridGraph grid;
  grid.extents.assign(known.dims.begin(), known.dims.end());
  grid.vertex_of = successive<Vertex>(static_cast<std::size_t>(known.cells()));
  return grid;
}

/// Returns the grids that the roles may be cells of.
std::vector<GridGraph> grids_in(const Instance& instance) {
  std::vector<GridGraph> grids;
  const Graph& graph = instance.graph();
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
