// Sorts machines that may differ into kinds, and aligns the levels of all kinds.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/model/tree.h"

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

}  // namespace topomorph::topology
