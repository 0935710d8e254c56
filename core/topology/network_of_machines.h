// Composes NETWORK+NODE: a network as its source describes it, with machines, which may be of several kinds, in its
// places.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/model/given_topology.h"
#include "core/model/tree.h"
#include "core/topology/sources/hwloc/tree_of_machine.h"

namespace topomorph::topology {

/// The machines of a cluster by kind. Machines of one kind have the same levels, names and nodes.
class MachineKinds {
 public:
  /// Counts a machine and returns the number of its kind.
  std::size_t add(const TreeTopology& machine);
  /// Returns the kind of most machines, the first of equals. Requires at least one machine.
  std::size_t commonest() const;
  bool empty() const { return levels_.empty(); }

  /// Returns all kinds, with the same distance (2, 4, 6, ..., as in one machine) for levels of the same name. A level
  /// that only some kinds have is inserted at its usual place: caches inside dies inside NUMA nodes inside packages.
  std::vector<std::shared_ptr<const Topology>> aligned() const;

 private:
  using Signature = std::vector<std::pair<std::string, std::vector<Slot>>>;

  std::map<Signature, std::size_t> number_;
  std::vector<std::vector<TreeLevel>> levels_;
  std::vector<std::uint64_t> count_;
};

/// Returns the network with the same machine in every slot. The host table has the slots of each machine, and the
/// network's host names if it has any. Real routes stay those of the network of a ComposedTopology; if network and
/// machines become one tree, the routes apply to all slots of a host. The speed of a slot is its speed in the machine
/// times the speed of its place. Throws InputError.
GivenTopology compose_given(const GivenTopology& network, const GivenTopology& node);

/// Returns the network with the machine of FOLDER/HOST.xml or HOST.diff.xml in each host (hwloc/machine_folder.h).
/// Hosts without a usable file count as the commonest machine of the others (the first of equals); a note names them.
/// Levels of the same name are one level, at the same distance. Throws InputError if the network names no hosts, or
/// none of them has a file.
GivenTopology compose_from_folder(const GivenTopology& network, const std::string& folder,
                                  SlotKind slots = SlotKind::Core);

}  // namespace topomorph::topology
