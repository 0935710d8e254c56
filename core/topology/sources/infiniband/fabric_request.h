// Which fabric a specification means, which of its hosts, and reading it from its files.
#pragma once

#include <string>
#include <vector>

#include "core/topology/sources/infiniband/fabric.h"

namespace topomorph::topology::infiniband {

/// PATH[#PARTITION][?KEY=VALUE[&KEY=VALUE]...] with the keys hosts (patterns with * and ?, separated by commas), subnet
/// and routes.
struct FabricRequest {
  std::string path;
  std::string partition;           ///< as netloc has them: what host names begin with, up to the first digit
  std::string subnet;              ///< of the subnets in a folder that whose name ends so
  std::string routes;              ///< file or folder of forwarding tables
  std::vector<std::string> hosts;  ///< patterns; empty: all

  /// A '#' or '?' in the name of a file that exists is part of it. Throws InputError.
  static FabricRequest parse(const std::string& text);
};

/// A file (ibnetdiscover's output, netloc's nodes) or a folder with ib-subnet-*.txt in it or in its ib-raw: of several
/// subnets the one with the most hosts that are asked for, the first by name of equals. Forwarding tables: `routes`, or
/// the folder ibroutes-SUBNET beside. Throws InputError.
Fabric read_fabric(const FabricRequest& request);

/// The hosts that are asked for, in the fabric's order. Throws InputError where there is none.
std::vector<std::uint32_t> hosts_asked_for(const Fabric& fabric, const FabricRequest& request);

}  // namespace topomorph::topology::infiniband
