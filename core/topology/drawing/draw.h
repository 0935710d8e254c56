// Draws topologies as SVG: one function for each kind makes up the picture.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/model/given_topology.h"
#include "core/model/tree.h"
#include "core/topology/drawing/svg.h"
#include "core/topology/shapes/grid.h"

namespace topomorph::topology {

/// Returns an SVG file. Trees are nested boxes, grids lattices, other networks circles of places with their links; a
/// network with machines in its places is drawn as network and machines. Slots have numbers up to a few thousand; of
/// larger topologies equal parts are drawn once and counted. Throws InputError for networks of too many links or
/// vertices to be told apart.
std::string draw(const GivenTopology& given);

/// Slots, or places, that a picture shows one by one; of more it shows some.
inline constexpr std::uint64_t kMostDrawnSlots = 4096;

/// A part of a picture, with its size.
struct Drawing {
  Svg svg;
  Size size;
};

/// The text and colour of a slot, or of a place of a network.
struct Mark {
  std::string text;
  std::string_view fill = colour::kSlot;
};

/// Returns the mark of a slot of the drawn topology.
using Marks = std::function<Mark(Slot)>;

/// Draws nested boxes. With more slots than can be seen, consecutive equal boxes are drawn once.
Drawing draw_tree(const TreeTopology& tree, const HostTable& hosts, const Marks& marks);

/// Draws the first two dimensions as a lattice, the others as copies of it beside and below each other.
Drawing draw_lattice(const GridTopology& grid, const Marks& marks);

/// Draws slots and switches on a circle, with their links. Throws InputError if there are too many.
Drawing draw_circle(const GivenTopology& given, const Marks& marks);

}  // namespace topomorph::topology
