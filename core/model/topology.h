// The interface of all topologies, the closed list of their shapes, and their descriptions inside sentences.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>

namespace topomorph::topology {
class GridTopology;
class DragonflyTopology;
class GraphTopology;
class OpaqueTopology;
class ComposedTopology;
class RestrictedTopology;
}  // namespace topomorph::topology

namespace topomorph::inline model {

class TreeTopology;

/// A topology as its own class. visit_shape() (core/topology/shapes/visit.h) selects by it: code with a shape added
/// here does not compile until every visit_shape() has an answer for it.
using Shape = std::variant<const TreeTopology*, const topology::GridTopology*, const topology::DragonflyTopology*,
                           const topology::GraphTopology*, const topology::OpaqueTopology*,
                           const topology::ComposedTopology*, const topology::RestrictedTopology*>;

using Slot = std::uint64_t;

/// A set of slots (places for one process each) with distances. Slots are numbered 0 .. slots()-1 in the topology's
/// logical order. Distances are symmetric and distance(s, s) is 0.
class Topology {
 public:
  virtual ~Topology() = default;

  virtual std::uint64_t slots() const = 0;
  /// Returns the cost of one unit of volume from a to b. Takes O(1) or O(levels), and never a table of slots x slots.
  virtual std::uint64_t distance(Slot a, Slot b) const = 0;
  /// Returns one line for people, such as "tree of 32 hosts x 8 packages x 4 cores".
  virtual std::string describe() const = 0;
  /// Returns this as its own class.
  virtual Shape as_shape() const = 0;
};

/// Returns the topology as this class of the list, null if it is of another.
template <class Kind>
const Kind* as_kind(const Topology& topology) {
  const Shape shape = topology.as_shape();
  const auto* found = std::get_if<const Kind*>(&shape);
  return found == nullptr ? nullptr : *found;
}

/// Returns a pointer that does not own the topology, which must outlive it.
inline std::shared_ptr<const Topology> borrowed(const Topology& topology) {
  return {std::shared_ptr<const Topology>(), &topology};
}

/// Returns "a torus of 4 x 4". A description that begins with a number ("2 of the 64 slots of a torus") gets no
/// article.
inline std::string with_article(const std::string& description) {
  const bool counted = !description.empty() && description[0] >= '0' && description[0] <= '9';
  return counted ? description : "a " + description;
}

}  // namespace topomorph::inline model
