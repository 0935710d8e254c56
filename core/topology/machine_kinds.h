// Machines that may differ: which are alike, and levels that are the same in all of them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/model/tree.h"

namespace topomorph::topology {

/// The machines of a cluster by kind: those with the same levels, names and nodes.
class MachineKinds {
 public:
  /// Counts a machine; returns the number of its kind.
  std::size_t add(const TreeTopology& machine);
  /// The kind of most machines, of equals the first; at least one was added.
  std::size_t commonest() const;
  bool empty() const { return levels_.empty(); }

  /// All kinds, with the same distance (2, 4, 6, ... as in one machine) for levels of the same name. A level that only
  /// some have comes where such levels usually are: caches inside dies inside NUMA nodes inside packages.
  std::vector<std::shared_ptr<const Topology>> aligned() const;

 private:
  using Signature = std::vector<std::pair<std::string, std::vector<Slot>>>;

  std::map<Signature, std::size_t> number_;
  std::vector<std::vector<TreeLevel>> levels_;
  std::vector<std::uint64_t> count_;
};

}  // namespace topomorph::topology
