// Topologies of every kind that has routes, and helpers of the tests of routes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/model/tree.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/graph.h"
#include "core/topology/shapes/routing_of.h"
#include "core/topology/spec.h"

namespace topomorph::testing {

using namespace topology;

struct Shape {
  std::string name;
  std::shared_ptr<const Topology> topology;
};

inline Shape shape(const std::string& spec) { return {spec, parse_topology(spec)}; }

/// Returns five switches in a ring with a chord of this cost, and two hosts on each.
inline std::shared_ptr<const GraphTopology> ring_of_switches(std::uint64_t chord) {
  std::vector<LinkGraph::Link> links = {{1, 3, chord}};
  std::vector<std::uint64_t> hosts;
  for (std::uint64_t s = 0; s < 5; ++s) {
    links.push_back({s, (s + 1) % 5, 1});
    for (std::uint64_t host = 0; host < 2; ++host) {
      hosts.push_back(5 + 2 * s + host);
      links.push_back({s, hosts.back(), 1});
    }
  }
  return std::make_shared<GraphTopology>(LinkGraph(15, links), hosts);
}

/// Returns shapes whose links all cost 1, so that a distance is the number of links on the route.
inline std::vector<Shape> shapes_of_unit_costs() {
  std::vector<Shape> shapes;
  for (const char* spec : {"tree:2", "tree:3:4", "tree:2:3:2@2:4:6", "mesh:5", "mesh:4x3", "mesh:2x3x4", "torus:4",
                           "torus:5x3", "torus:2x4x3", "torus:1x6", "hcub:4", "dragonfly:3x2x2", "dragonfly:5x4x2",
                           "dragonfly:4x3x2x2", "dragonfly:1x4x2", "dragonfly:9x4x1x4"}) {
    shapes.push_back(shape(spec));
  }
  shapes.push_back({"graph", ring_of_switches(1)});
  const auto torus = parse_topology("torus:4x4");
  shapes.push_back({"part of a torus", std::make_shared<RestrictedTopology>(torus, std::vector<Slot>{9, 2, 4, 15, 3})});
  return shapes;
}

/// Returns shapes with links of different costs, the inverse of their bandwidths.
inline std::vector<Shape> shapes_of_other_costs() {
  return {
      shape("mesh:4x3@5:2"), shape("torus:5x4@1:7"), shape("dragonfly:4x3x2@1:3:9"), {"graph", ring_of_switches(2)}};
}

inline std::vector<Link> route(const Routing& routing, Slot a, Slot b) {
  std::vector<Link> path;
  routing.route(a, b, path);
  return path;
}

inline std::vector<std::string> names(const Routing& routing, Slot a, Slot b) {
  std::vector<std::string> names;
  for (const Link link : route(routing, a, b)) names.push_back(routing.name(link));
  return names;
}

}  // namespace topomorph::testing
