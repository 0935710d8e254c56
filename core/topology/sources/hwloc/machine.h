// Machines as hwloc sees them: this host, XML files, synthetic descriptions; and where on a machine a process is bound.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/model/tree.h"

struct hwloc_topology;

namespace topomorph::topology {

/// One loaded hwloc topology. All functions that load throw InputError.
class Machine {
 public:
  /// The host this process runs on, as far as the process may use it (cgroups). Takes milliseconds, on big hosts more.
  static Machine this_host();
  /// An XML file of hwloc 1, 2 or 3 (lstopo FILE.xml), as far as the process that wrote it was allowed to use the
  /// machine.
  static Machine from_xml(const std::string& path);
  /// The same, with what that process was not allowed to use: files of a cluster's hosts are often written inside a job
  /// that has few of their cores.
  static Machine whole_from_xml(const std::string& path);
  /// The same with every object that hwloc knows (devices too), as differences count them (difference.h).
  static Machine for_differences(const std::string& path);
  /// hwloc's synthetic description, as in "pack:2 core:8 pu:1".
  static Machine synthetic(const std::string& description);

  hwloc_topology* get() const { return topology_.get(); }

 private:
  struct Destroy {
    void operator()(hwloc_topology* topology) const;
  };
  Machine();
  void set_xml(const std::string& path);
  void load(const std::string& what);
  std::unique_ptr<hwloc_topology, Destroy> topology_;
};

/// The tree of the machine's cores (of its processing units where hwloc shows no cores): hardware threads of a core
/// share a slot, since two processes on one core slow each other down more than any order of ranks can mend. Slots are
/// in hwloc's logical order. Levels that do not branch are dropped; branches that lack a level are padded. A NUMA node
/// is a level through the object it belongs to (package, group). Distances are hops: 2, 4, 6, ...
TreeTopology tree_of(const Machine& machine);

/// The operating system's numbers of the processing units in each slot of tree_of.
std::vector<std::vector<std::uint32_t>> pus_of_slots(const Machine& machine);

/// Where on the machine each CPU list ("0-3,8", operating-system numbers) lies: the objects around it from the outside
/// in, down to the smallest that holds all of it, as in ProcessLocation::path; empty for a list that covers the whole
/// machine or names none of its CPUs. Throws InputError for a list that cannot be read.
std::vector<std::string> locate_cpusets(const Machine& machine, std::span<const std::string> cpu_lists);

}  // namespace topomorph::topology
