// What a source of topologies returns: the topology, and what else it knows of the machine.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/model/routing.h"
#include "core/model/topology.h"

namespace topomorph::inline model {

struct SlurmUnits;

/// The hosts of a topology: host h has the slots begin[h] .. begin[h + 1]-1.
struct HostTable {
  std::vector<std::string> names;  ///< empty: unknown
  std::vector<Slot> begin;         ///< first slot of each host, then the end of the last; empty: hosts unknown
  /// By slot: the operating system's numbers of its processing units, which on many machines have another order than
  /// the slots; empty if unknown.
  std::vector<std::vector<std::uint32_t>> pus = {};
  bool threads = false;  ///< slots are hardware threads, several of which may share a core
};

/// A machine as its source describes it. A source that knows only the network (Slurm, InfiniBand) has one slot per
/// host.
struct GivenTopology {
  std::shared_ptr<const Topology> topology;
  HostTable hosts;
  std::shared_ptr<const Routing>
      routing;  ///< the real routes, if the source has them; null: routes follow from the shape
  std::vector<std::uint64_t> speeds = {};  ///< of the slots, relative to each other; empty: unknown
  std::vector<std::string> notes = {};     ///< for the user: what was assumed, and what was skipped in its files
  std::size_t skipped_places = 0;          ///< places that were skipped in its files; some notes name them
  bool netloc_distances = false;  ///< of a network: trees of it and its machines use the distances of netloc_nodes.h
  std::shared_ptr<const SlurmUnits> slurm = nullptr;  ///< of the hosts, if a file of Slurm's is the source
};

}  // namespace topomorph::inline model
