// Topologies as users write them on the command line.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/topology/routing/routing.h"
#include "core/topology/topology.h"

namespace topomorph {

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

/// One kind of specification: "tree:4:8", "ib:FILE", ...
struct TopologyKind {
  std::string_view prefix;                         ///< with the colon
  std::string_view form;                           ///< for messages and help
  GivenTopology (*read)(const std::string& text);  ///< what stands behind the prefix; throws InputError
};

/// Every kind there is; a new one is a line there.
std::span<const TopologyKind> topology_kinds();

/// KIND:… of the table, or NETWORK+NODE: a network with the same machine in each of its slots ("torus:4x4+tree:4:2"; a
/// NODE may be NETWORK+NODE in turn). NODE may be hwloc:FOLDER, with a file HOST.xml for each host that the network
/// names. A '+' that no known kind follows is part of a file name. Throws InputError, naming the kinds there are.
GivenTopology read_topology(const std::string& spec);

/// Of that only the topology.
std::shared_ptr<const Topology> parse_topology(const std::string& spec);

}  // namespace topomorph
