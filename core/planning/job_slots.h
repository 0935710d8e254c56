// Which topology a job is planned on, and where on it its processes are.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/model/routing.h"
#include "core/model/tree.h"
#include "core/topology/placement.h"

namespace topomorph::planning {

/// One slot for each process of a job, on any topology.
struct JobSlots {
  std::shared_ptr<const Topology> topology;
  std::vector<Slot> slot_of_process;
  std::vector<std::uint64_t> process_of_slot;
  std::size_t host_level = 0;    ///< of a tree: its nodes are the hosts; levels() where there is one host
  std::vector<Slot> host_begin;  ///< of others: first slot of each host, then slots(); empty where hosts are unknown
  std::shared_ptr<const Routing> routing = nullptr;  ///< the real routes, where a source told them
  std::string network = {};  ///< for the message, behind "on 8 nodes": " under 4 switches (Slurm)"; with its blank

  /// Null for other kinds of topology.
  const TreeTopology* tree() const { return topology == nullptr ? nullptr : as_tree(*topology); }
  /// Those that are known.
  std::size_t hosts() const;
};

/// The tree that the processes themselves make.
JobSlots slots_of(topology::JobTopology job);

/// What the choice depends on.
struct TopologyRequest {
  std::span<const ProcessLocation> locations;
  std::string given;                    ///< SPEC of the user; empty: none
  std::vector<std::uint64_t> slots;     ///< of each process, where the SPEC names no hosts
  std::uint64_t between_hosts = 16;     ///< distance of the nearest hosts, in terms of what is inside them
  bool needs_hosts_before_all = false;  ///< only trees can tell host from host: networks that are none are left out
};

/// The first of these that can be had:
/// 1. what the user gave (TOPOMORPH_TOPOLOGY, --topology): "hosts" stands for 4; a SPEC that names no hosts is a whole
///    machine, on whose slot p process p is; one that names hosts is a network, in which the job's hosts are found by
///    name, with what the processes say of the inside of their hosts. Hosts that it does not name: 2 to 4, and the
///    message says so;
/// 2. Slurm's address of each host (SLURM_TOPOLOGY_ADDR), where all have one and they agree;
/// 3. Slurm's topology file (topology.yaml, topology.conf beside $SLURM_CONF, in /etc/slurm or /run/slurm/conf), where
/// it
///    can be read and names all hosts;
/// 4. the hosts alone, each as far from the others as any.
/// Throws InputError for what the user gave and is wrong; 2 and 3 are left out where something is wrong.
JobSlots choose_topology(const TopologyRequest& request);

}  // namespace topomorph::planning
