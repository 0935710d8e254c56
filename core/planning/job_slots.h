// Chooses the topology on which a job is planned, and the slots of its processes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/model/routing.h"
#include "core/model/tree.h"
#include "core/topology/hosts/placement.h"

namespace topomorph::planning {

/// What messages say of the network between a job's hosts (network_words()). Without `switches` and `shape` nothing is
/// known of it.
struct JobNetwork {
  std::size_t switches = 0;        ///< of a tree: the lowest nodes that hold several of its hosts
  std::string kind;                ///< of these: "switch"
  std::string shape = {};          ///< of another network: "torus of 8"
  std::string source = {};         ///< "Slurm"; empty: the user's description of a whole machine
  std::size_t skipped_places = 0;  ///< in the user's files
  std::string missing = {};        ///< a host that the user's network lacks, so that another one counts; else empty
  std::string lacking = {};        ///< that network
};

/// One slot for each process of a job, on any topology.
struct JobSlots {
  std::shared_ptr<const Topology> topology;
  std::vector<Slot> slot_of_process;
  std::vector<std::uint64_t> process_of_slot;
  std::size_t host_level = 0;    ///< of a tree: the level whose nodes are hosts; levels() if there is one host
  std::vector<Slot> host_begin;  ///< of others: first slot of each host, then slots(); empty if hosts are unknown
  std::shared_ptr<const Routing> routing = nullptr;  ///< the real routes, if a source gave them
  JobNetwork network = {};

  /// Returns null for other kinds of topology.
  const TreeTopology* tree() const { return topology == nullptr ? nullptr : as_tree(*topology); }
  /// Returns the number of known hosts.
  std::size_t hosts() const;
  /// Returns the host of a slot, from 0; 0 if hosts are unknown.
  std::size_t host_of(Slot slot) const;
};

/// Returns the tree that the places of the processes form.
JobSlots slots_of(topology::JobTopology job);

/// The input of the choice.
struct TopologyRequest {
  std::span<const ProcessLocation> locations;
  std::string given;                    ///< the user's SPEC; empty: none
  std::vector<std::uint64_t> slots;     ///< of each process, if the SPEC names no hosts
  std::uint64_t between_hosts = 16;     ///< distance of the nearest hosts, relative to distances inside them
  bool needs_hosts_before_all = false;  ///< hosts must be told apart, which only trees can; other networks are ignored
};

/// Chooses the first of these that is available:
/// 1. The user's topology (TOPOMORPH_TOPOLOGY, --topology). "hosts" means 5. A SPEC that names no hosts is a whole
///    machine, with process p on its slot p. A SPEC that names hosts is a network in which the job's hosts are found
///    by name; the processes describe the inside of their hosts. If it lacks a host, 2 to 5 follow, and the message
///    says so.
/// 2. Slurm's topology of the job's partition, if slurm.conf gives it one of its own.
/// 3. Slurm's address of each host (SLURM_TOPOLOGY_ADDR), if all hosts have one and they agree. Addresses in blocks,
///    rings and tori come after 4, because the file says more.
/// 4. Slurm's topology file (topology.yaml or topology.conf beside $SLURM_CONF, in /etc/slurm or /run/slurm/conf),
///    if it can be read and names all hosts.
/// 5. The hosts alone, all equally far from each other.
/// Throws InputError for an error in the user's topology. Errors in 2 to 4 are ignored.
JobSlots choose_topology(const TopologyRequest& request);

}  // namespace topomorph::planning
