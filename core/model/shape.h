// The closed list of the shapes that a topology can have.
#pragma once

#include <variant>

namespace topomorph::inline model {
class TreeTopology;
}  // namespace topomorph::inline model

namespace topomorph::topology {
class GridTopology;
class DragonflyTopology;
class GraphTopology;
class OpaqueTopology;
class ComposedTopology;
class RestrictedTopology;
}  // namespace topomorph::topology

namespace topomorph::inline model {

/// A topology as its own class. visit_shape() (core/topology/shapes/visit.h) selects by it: code with a shape added
/// here does not compile until every visit_shape() has an answer for it.
using Shape = std::variant<const TreeTopology*, const topology::GridTopology*, const topology::DragonflyTopology*,
                           const topology::GraphTopology*, const topology::OpaqueTopology*,
                           const topology::ComposedTopology*, const topology::RestrictedTopology*>;

}  // namespace topomorph::inline model
