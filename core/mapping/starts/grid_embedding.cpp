// Embeds grids of roles in meshes, tori and hypercubes, neighbour beside neighbour.
#include "core/mapping/starts/grid_embedding.h"

#include <algorithm>
#include <unordered_map>

#include "core/mapping/grids/grid_graph.h"
#include "core/mapping/grids/recognition.h"
#include "core/mapping/problem/parameters.h"
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

/// Gives an axis of the cells whole dimensions of the grid, or halves: a ring of four nodes is a square of 2 x 2, and
/// two axes may share it.
class Embedding {
 public:
  Embedding(const Instance& instance, const GridGraph& cells)
      : instance_(instance), cells_(cells), grid_(*grid_below(instance.metric().topology())) {
    add_digits();
    const Topology& topology = instance.metric().topology();
    for (Vertex v = 0; v < instance.slots(); ++v) {
      number_.emplace(topology::slot_below(topology, instance.metric().slot(v)), v);
    }
  }

  std::optional<std::vector<Vertex>> best() {
    const std::uint64_t edges = instance_.graph().edges.size() + instance_.vertices();
    std::optional<std::vector<Vertex>> best;
    EdgeWeight least = 0;
    owner_.assign(digits_.size(), 0);
    std::uint64_t work = 0;
    for (std::uint64_t share = 0; share < kEmbedding.most_shares && work < kEmbedding.most_work; ++share) {
      work += digits_.size();
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
  /// A dimension of the grid, or one of the two bits of a ring of four: the higher one before the lower one.
  struct Digit {
    std::size_t dimension = 0;
    std::uint64_t size = 1;
    bool is_lower_bit = false;
  };

  void add_digits() {
    for (std::size_t d = 0; d < grid_.dimensions().size(); ++d) {
      const topology::GridDimension& dimension = grid_.dimensions()[d];
      const bool is_ring_of_four = dimension.size == 4 && dimension.wraps;
      digits_.push_back({d, is_ring_of_four ? 2 : dimension.size});
      if (is_ring_of_four) digits_.push_back({d, 2, true});
    }
  }

  /// Advances to the next owners: the axis that each digit belongs to, or the number of axes for none. Shares out equal
  /// digits of two values in order only, because other orders repeat: a hypercube then has few ways, not axes^digits.
  bool next_share() {
    for (std::size_t d = owner_.size(); d-- > 0;) {
      if (owner_[d] == cells_.extents.size()) continue;
      ++owner_[d];
      for (std::size_t e = d + 1; e < owner_.size(); ++e) owner_[e] = is_alike(e) ? owner_[e - 1] : 0;
      return true;
    }
    return false;
  }

  /// Returns whether the digit equals the one before it.
  bool is_alike(std::size_t digit) const {
    const auto hop = [&](const Digit& of) { return grid_.dimensions()[of.dimension].cost; };
    const Digit &a = digits_[digit - 1], &b = digits_[digit];
    return a.size == 2 && b.size == 2 && hop(a) == hop(b);
  }

  /// Returns whether each axis has enough room, and none has a digit that it does not need.
  bool fits() const {
    for (std::size_t axis = 0; axis < cells_.extents.size(); ++axis) {
      std::uint64_t room = 1;
      for (std::size_t i = 0; i < owner_.size() && room < cells_.extents[axis]; ++i) {
        if (owner_[i] == axis) room *= digits_[i].size;
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
    std::uint64_t higher = 0;  // the higher bit, before a lower one
    for (std::size_t i = 0; i < owner_.size(); ++i) {
      const Digit& digit = digits_[i];
      const std::uint64_t value = owner_[i] == cells_.extents.size() ? 0 : take(places[owner_[i]], digit.size);
      // Round the ring the bits are 00, 01, 11, 10: the coordinate is twice the higher bit, and one if they differ.
      slot += (digit.is_lower_bit ? higher + (higher ^ value) : value) * grid_.stride(digit.dimension);
      higher = value;
    }
    return slot;
  }

  /// Removes the last digit from a place.
  static std::uint64_t take(std::uint64_t& place, std::uint64_t size) {
    const std::uint64_t digit = place % size;
    place /= size;
    return place % 2 == 0 ? digit : size - 1 - digit;
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
  std::vector<Digit> digits_;
  std::vector<std::size_t> owner_;  // digit -> axis
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
