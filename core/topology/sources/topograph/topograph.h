// Reads the graph of NVIDIA's topograph: the switches and accelerator domains of each instance.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Reads "FILE[?nodes=REQUEST]". FILE is the JSON of topograph's engine "graph" (docs/engines/graph.md there):
///
///     {"instances": [{"id": "i-1", "network_layers": ["leaf-a", "spine-a"],
///                     "labels": {"accelerator.topograph.run/domain": "nvl-1", …}}, …]}
///
/// with the switches of an instance from the leaf up. REQUEST is the request that topograph was sent; its "nodes" have
/// the host of each instance. Without it hosts are called as the instances.
///
/// Returns a tree with one slot for each host: inside out the accelerator sub-domains and domains (NVLink), if there
/// are any, then the switches. Layers of switches that divide a domain are left out, because its links are faster; a
/// note says so. Distances are hops, as of Slurm's switches. Throws InputError.
GivenTopology read_topograph(const std::string& text);

struct JsonFile {
  nlohmann::json document;
  /// Line of each object in a list that is a value of the document, in their order: of {"list": [{…}, {…}]} two.
  std::vector<std::uint64_t> record_lines;
};

/// Throws InputError with the line for text that is no JSON, whose document is no object, or that is nested more than
/// 16 levels deep, for files of more than 64 MiB, and for files that cannot be read.
JsonFile read_json_file(const std::string& path);

}  // namespace topomorph::topology
