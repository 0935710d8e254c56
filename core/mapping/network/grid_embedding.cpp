// Embeds grids of roles in meshes, tori and hypercubes, neighbour beside neighbour.
#include "core/mapping/network/grid_embedding.h"

#include <algorithm>
#include <unordered_map>

#include "core/mapping/lattice/grid_graph.h"
#include "core/mapping/presets.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::mapping {

namespace {

Graph heavy_part(const Graph& graph) {
  const EdgeWeight heaviest = graph.heaviest();
  Graph heavy;
  heavy.size = graph.size;
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    for (const Edge& edge : graph.row(v)) {
      if (edge.weight >= heaviest / kEmbedding.light) heavy.edges.push_back(edge);
    }
    heavy.begin.push_back(heavy.edges.size());
  }
  return heavy;
}

class Embedding {
 public:
  Embedding(const Instance& instance, const GridGraph& cells)
      : instance_(instance), cells_(cells), grid_(*grid_below(instance.metric().topology())) {
    const Topology& topology = instance.metric().topology();
    for (Vertex v = 0; v < instance.slots(); ++v) {
      number_.emplace(topology::slot_below(topology, instance.metric().slot(v)), v);
    }
  }

  std::optional<std::vector<Vertex>> best() {
    const std::size_t dimensions = grid_.dimensions().size();
    const std::uint64_t edges = instance_.graph().edges.size() + instance_.vertices();
    std::optional<std::vector<Vertex>> best;
    EdgeWeight least = 0;
    owner_.assign(dimensions, 0);
    std::uint64_t work = 0;
    for (std::uint64_t share = 0; share < kEmbedding.most_shares && work < kEmbedding.most_work; ++share) {
      work += dimensions;
      if (fits()) {
        work += edges;
        auto slots = laid();
        const EdgeWeight cost = slots ? instance_.cost_of(*slots) : 0;
        if (slots && (!best || cost < least)) least = cost, best = std::move(slots);
      }
      if (!next_share()) break;
    }
    return best;
  }

 private:
  /// Advances to the next owners: the axis that each dimension belongs to, or the number of axes for none. Shares out
  /// equal dimensions of two slots in order only, because other orders repeat: a hypercube then has few ways, not
  /// axes^dimensions.
  bool next_share() {
    for (std::size_t d = owner_.size(); d-- > 0;) {
      if (owner_[d] == cells_.extents.size()) continue;
      ++owner_[d];
      for (std::size_t e = d + 1; e < owner_.size(); ++e) owner_[e] = is_alike(e) ? owner_[e - 1] : 0;
      return true;
    }
    return false;
  }

  /// Returns whether the dimension equals the one before it.
  bool is_alike(std::size_t d) const {
    const topology::GridDimension &a = grid_.dimensions()[d - 1], &b = grid_.dimensions()[d];
    return a.size == 2 && b.size == 2 && a.cost == b.cost;
  }

  /// Returns whether each axis has enough room, and none has a dimension that it does not need.
  bool fits() const {
    const auto dimensions = grid_.dimensions();
    for (std::size_t axis = 0; axis < cells_.extents.size(); ++axis) {
      std::uint64_t room = 1;
      for (std::size_t d = 0; d < owner_.size() && room < cells_.extents[axis]; ++d) {
        if (owner_[d] == axis) room *= dimensions[d].size;
      }
      if (room < cells_.extents[axis]) return false;
    }
    return true;
  }

  /// Returns the coordinates of a cell; the last axis is the fastest.
  std::vector<std::uint64_t> places_of(std::uint64_t cell) const {
    std::vector<std::uint64_t> places(cells_.extents.size());
    for (std::size_t axis = places.size(); axis-- > 0; cell /= cells_.extents[axis]) {
      places[axis] = cell % cells_.extents[axis];
    }
    return places;
  }

  /// Returns the reflected mixed-radix Gray code: a digit runs backwards if the digits above it are odd.
  Slot slot_of(std::vector<std::uint64_t> places) const {
    Slot slot = 0;
    for (std::size_t d = 0; d < owner_.size(); ++d) {
      if (owner_[d] == cells_.extents.size()) continue;
      std::uint64_t& place = places[owner_[d]];
      const std::uint64_t size = grid_.dimensions()[d].size, digit = place % size;
      place /= size;
      slot += (place % 2 == 0 ? digit : size - 1 - digit) * grid_.stride(d);
    }
    return slot;
  }

  /// Returns nothing if a slot is not one of the instance's.
  std::optional<std::vector<Vertex>> laid() const {
    std::vector<Vertex> slots(instance_.vertices());
    for (std::uint64_t cell = 0; cell < slots.size(); ++cell) {
      const auto found = number_.find(slot_of(places_of(cell)));
      if (found == number_.end()) return std::nullopt;
      slots[cells_.vertex_of[cell]] = found->second;
    }
    return slots;
  }

  const Instance& instance_;
  const GridGraph& cells_;
  const topology::GridTopology& grid_;
  std::unordered_map<Slot, Vertex> number_;  // slot of the grid -> its number in the instance
  std::vector<std::size_t> owner_;
};

}  // namespace

std::optional<std::vector<Vertex>> embed_grid(const Instance& instance) {
  if (!is_grid(instance.metric().topology()) || instance.vertices() < 2) return std::nullopt;
  auto cells = recognise_grid(heavy_part(instance.graph()));
  if (!cells) {
    const auto lattice = recognise_lattice(instance.graph());
    if (!lattice || !lattice->is_full() || lattice->point_of.size() < instance.vertices()) return std::nullopt;
    cells = grid_of(*lattice);
  }
  return Embedding(instance, *cells).best();
}

}  // namespace topomorph::mapping
