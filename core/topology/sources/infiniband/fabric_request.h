// Parses specifications of fabrics, reads the fabric from its files and selects its hosts.
#pragma once

#include <string>
#include <vector>

#include "core/topology/sources/infiniband/fabric.h"

namespace topomorph::topology::infiniband {

/// PATH[#PARTITION][?KEY=VALUE[&KEY=VALUE]...] with the keys hosts and adapters (patterns of a shell, separated by
/// commas), subnet and routes.
struct FabricRequest {
  std::string path;
  std::string partition;              ///< as in netloc: the beginning of host names, up to the first digit
  std::string subnet;                 ///< end of the name of one subnet in a folder
  std::string routes;                 ///< file or folder of forwarding tables
  std::vector<std::string> hosts;     ///< patterns; empty: all
  std::vector<std::string> adapters;  ///< patterns of the adapters that count, as "mlx5_[0-3]"; empty: all

  /// Parses the text; '#' and '?' in the name of an existing file are part of the name. Throws InputError.
  static FabricRequest parse(const std::string& text);
};

/// Reads a file (ibnetdiscover's output, netloc's nodes, opareport's XML) or a folder with ib-subnet-*.txt in it or in
/// its ib-raw. Of several subnets it takes the one with the most requested hosts, the first by name of equals.
/// Forwarding tables come from `routes`, else from the folder ibroutes-SUBNET beside the file. Throws InputError.
Fabric read_fabric(const FabricRequest& request);

/// Returns the requested hosts in the fabric's order. Throws InputError if there are none.
std::vector<std::uint32_t> requested_hosts(const Fabric& fabric, const FabricRequest& request);

}  // namespace topomorph::topology::infiniband
