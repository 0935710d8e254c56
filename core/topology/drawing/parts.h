// The drawings that a picture is made of: each draws one kind of topology.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/model/given_topology.h"
#include "core/model/tree.h"
#include "core/topology/drawing/svg.h"
#include "core/topology/shapes/grid.h"

namespace topomorph::topology {

/// A part of a picture, with its size.
struct Drawing {
  Svg svg;
  Size size;
};

/// What stands on a place of a network or a slot, and its colour.
struct Mark {
  std::string text;
  std::string_view fill = colour::kSlot;
};

/// By slot of the topology that is drawn.
using Marks = std::function<Mark(Slot)>;

/// Boxes in boxes. Where there are more slots than can be seen, equal boxes that follow each other are drawn once.
Drawing draw_tree(const TreeTopology& tree, const HostTable& hosts, const Marks& marks);

/// The first two dimensions as a lattice, the others as copies of it beside and below each other.
Drawing draw_lattice(const GridTopology& grid, const Marks& marks);

/// Slots, and what is between them, on circles, with their links. Throws InputError where these are too many.
Drawing draw_circle(const GivenTopology& given, const Marks& marks);

}  // namespace topomorph::topology
