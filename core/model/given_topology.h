// What a source of topologies gives: the topology, and what else it knows of the machine.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/model/routing.h"
#include "core/model/topology.h"

namespace topomorph::inline model {

/// The hosts of a topology, where its source names them: host h has the slots begin[h] .. begin[h + 1]-1.
struct HostTable {
  std::vector<std::string> names;  ///< empty: nobody names them
  std::vector<Slot> begin;         ///< and the end of the last; empty: nothing is known of hosts
  /// By slot, the operating system's numbers of the processing units in it (on many machines in another order than the
  /// slots); empty where they are not known.
  std::vector<std::vector<std::uint32_t>> pus = {};
};

/// What a source tells of a machine. A source that knows networks only (Slurm, InfiniBand) gives one slot per host.
struct GivenTopology {
  std::shared_ptr<const Topology> topology;
  HostTable hosts;
  std::shared_ptr<const Routing> routing;  ///< the real routes, where the source has them; null: what the shape implies
  std::vector<std::uint64_t> speeds = {};  ///< of the slots against each other, where the source has them
  std::vector<std::string> notes = {};     ///< for the user: what was assumed, and what of its files was passed over
  std::size_t damages = 0;                 ///< places in its files that were passed over (some of the notes tell which)
  bool netloc_distances =
      false;  ///< of a network: a tree of it and its machines has the distances of netloc_distances.h
};

}  // namespace topomorph::inline model
