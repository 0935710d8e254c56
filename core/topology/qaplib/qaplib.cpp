// QAPLIB instances as a topology and as an affinity.
#include "core/topology/qaplib/qaplib.h"

#include <array>

#include "core/affinity/formats.h"
#include "core/topology/qaplib/distance_table.h"
#include "core/topology/qaplib/instance.h"
#include "core/topology/shapes/grid_topology.h"

namespace topomorph {

GivenTopology read_qaplib_topology(const std::string& path) {
  qaplib::Instance instance = qaplib::read_instance(path);
  if (instance.columns == 0) {
    return {std::make_shared<DistanceTable>(instance.size, std::move(instance.distances)), {}, {}};
  }
  const std::array<std::uint64_t, 2> sizes = {instance.columns, instance.size / instance.columns};
  return {std::make_shared<GridTopology>(GridTopology::mesh(sizes)), {}, {}};
}

Affinity read_qaplib_flows(const std::string& path) {
  const qaplib::Instance instance = qaplib::read_instance(path);
  std::vector<Traffic> traffic;
  for (Role i = 0; i < instance.size; ++i) {
    for (Role j = 0; j < instance.size; ++j) {
      const std::uint64_t flow = instance.flows[i * instance.size + j];
      if (flow > 0) traffic.push_back({i, j, flow, flow});
    }
  }
  return build_affinity(path, instance.size, std::move(traffic));
}

}  // namespace topomorph
