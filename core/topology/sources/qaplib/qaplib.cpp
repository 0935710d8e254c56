// Reads the locations of QAPLIB instances as a topology.
#include "core/topology/sources/qaplib/qaplib.h"

#include <array>

#include "core/formats/qaplib_instance.h"
#include "core/topology/shapes/grid.h"
#include "core/topology/shapes/network.h"

namespace topomorph::topology {

GivenTopology read_qaplib_topology(const std::string& path) {
  formats::qaplib::Instance instance = formats::qaplib::read_instance(path);
  if (instance.columns == 0) {
    return {std::make_shared<DistanceTable>(instance.size, std::move(instance.distances)), {}, {}};
  }
  const std::array<std::uint64_t, 2> sizes = {instance.columns, instance.size / instance.columns};
  return {std::make_shared<GridTopology>(GridTopology::mesh(sizes)), {}, {}};
}

}  // namespace topomorph::topology
