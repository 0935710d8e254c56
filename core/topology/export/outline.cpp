// Summarizes a topology without its individual nodes, as JSON.
#include "core/topology/export/outline.h"

#include <nlohmann/json.hpp>

#include "core/model/levels.h"
#include "core/model/tree.h"
#include "core/topology/export/figures.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::topology {

namespace {

using Json = nlohmann::ordered_json;

void add_levels(const TreeTopology& tree, Json& json) {
  for (std::size_t l = tree.levels(); l >= 1; --l) {
    json["levels"].push_back(
        {{"name", level_name(tree, l)}, {"nodes", tree.nodes(l)}, {"distance", tree.level(l).distance}});
  }
}

void add_dimensions(const GridTopology& grid, Json& json) {
  for (const GridDimension& dimension : grid.dimensions()) {
    json["dimensions"].push_back({{"size", dimension.size}, {"wraps", dimension.wraps}, {"cost", dimension.cost}});
  }
}

Json shape_json(const Topology& topology) {
  Json json = {{"description", topology.describe()}, {"slots", topology.slots()}};
  json["levels"] = Json::array();
  visit_shape(
      topology, [&](const TreeTopology& tree) { add_levels(tree, json); },
      [&](const GridTopology& grid) { add_dimensions(grid, json); },
      [&](const ComposedTopology& composed) {
        json["network"] = shape_json(composed.network());
        json["scale"] = composed.scale();
      },
      [&](const RestrictedTopology& part) { json["whole"] = shape_json(part.whole()); }, [](const NetworkTopology&) {});
  return json;
}

void add_figures(const Topology& topology, Json& json) {
  const DistanceFigures figures = distance_figures(topology);
  json["diameter"] = figures.diameter;
  json["average_distance"] = figures.average;
  if (figures.sampled > 0) json["sampled_pairs"] = figures.sampled;
}

}  // namespace

nlohmann::ordered_json outline_json(const GivenTopology& given) {
  Json json = shape_json(*given.topology);
  add_figures(*given.topology, json);
  const HostTable& hosts = given.hosts;
  for (std::size_t h = 0; h < hosts.names.size(); ++h) {
    json["hosts"].push_back(
        {{"name", hosts.names[h]}, {"first_slot", hosts.begin[h]}, {"slots", hosts.begin[h + 1] - hosts.begin[h]}});
  }
  if (!given.speeds.empty()) json["speeds"] = given.speeds;
  return json;
}

}  // namespace topomorph::topology
