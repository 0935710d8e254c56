// Selects code by the shape of a topology; a selection that lacks a shape does not compile. Finds what a topology is
// made of.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/model/topology.h"
#include "core/model/tree.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/dragonfly.h"
#include "core/topology/shapes/graph.h"
#include "core/topology/shapes/grid.h"
#include "core/topology/shapes/network.h"

namespace topomorph::topology {

/// A shape that is one of these, or derived from one: `const AnyOf<TreeTopology, NetworkTopology> auto&` is a parameter
/// of an answer that several shapes share.
template <class Shape, class... Listed>
concept AnyOf = (std::derived_from<Shape, Listed> || ...);

/// Calls the one of `answers` that takes the topology's shape, or NetworkTopology if none takes the network's own
/// class. All return the same type. No answer may take every Topology, since it would silently serve a new shape.
template <class... Answers>
decltype(auto) visit_shape(const Topology& topology, Answers... answers) {
  struct Overloaded : Answers... {
    using Answers::operator()...;
  };
  struct Unlisted : Topology {};
  static_assert(!std::is_invocable_v<const Overloaded&, const Unlisted&>, "name the shapes that the answer is for");
  const Overloaded answer{std::move(answers)...};
  return std::visit([&](const auto* shape) -> decltype(auto) { return answer(*shape); }, topology.as_shape());
}

/// Returns the topology that this is a part of, or itself if it is no part.
const Topology& whole_of(const Topology& topology);
/// Returns the slot's number in whole_of().
Slot slot_of_whole(const Topology& topology, Slot slot);

/// Returns the network that a topology is, is a part of, or has machines in.
const Topology& network_below(const Topology& topology);
/// Returns the slot's place in network_below().
Slot slot_below(const Topology& topology, Slot slot);

}  // namespace topomorph::topology
