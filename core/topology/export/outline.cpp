// Summarizes a topology without its individual nodes, as JSON.
#include "core/topology/export/outline.h"

#include <nlohmann/json.hpp>

#include "core/model/levels.h"
#include "core/model/tree.h"
#include "core/topology/export/figures.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/grid_topology.h"
#include "core/topology/shapes/restricted.h"

namespace topomorph::topology {

namespace {

using Json = nlohmann::ordered_json;

Json levels_json(const TreeTopology* tree) {
  Json levels = Json::array();
  for (std::size_t l = tree == nullptr ? 0 : tree->levels(); l >= 1; --l) {
    levels.push_back(
        {{"name", level_name(*tree, l)}, {"nodes", tree->nodes(l)}, {"distance", tree->level(l).distance}});
  }
  return levels;
}

Json shape_json(const Topology& topology) {
  Json json = {{"description", topology.describe()}, {"slots", topology.slots()}};
  json["levels"] = levels_json(dynamic_cast<const TreeTopology*>(&topology));
  if (const auto* grid = dynamic_cast<const GridTopology*>(&topology)) {
    for (const GridDimension& dimension : grid->dimensions()) {
      json["dimensions"].push_back({{"size", dimension.size}, {"wraps", dimension.wraps}, {"cost", dimension.cost}});
    }
  }
  if (const auto* composed = dynamic_cast<const ComposedTopology*>(&topology)) {
    json["network"] = shape_json(composed->network());
    json["scale"] = composed->scale();
  }
  if (const auto* part = dynamic_cast<const RestrictedTopology*>(&topology)) json["whole"] = shape_json(part->whole());
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
