// Loads machines through hwloc (this host, XML files, synthetic descriptions) and finds where processes are bound.
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
  /// Loads this host, limited to what the process may use (cgroups). Takes milliseconds, more on big hosts.
  static Machine this_host();
  /// Loads an XML file of hwloc 1, 2 or 3 (lstopo FILE.xml), limited to what its writer was allowed to use.
  static Machine from_xml(const std::string& path);
  /// Loads the file without that limit: files of a cluster's hosts are often written inside a job with few of their
  /// cores.
  static Machine whole_from_xml(const std::string& path);
  /// Loads the file without that limit and with every object that hwloc knows, including devices: differences count
  /// them (difference.h).
  static Machine for_differences(const std::string& path);
  /// Loads hwloc's synthetic description, such as "pack:2 core:8 pu:1".
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

/// Returns the tree of the machine's cores, or of its processing units if hwloc shows no cores. Hardware threads of a
/// core share a slot, because two processes on one core slow each other down more than any order of ranks can make up
/// for. Slots are in hwloc's logical order. Levels that do not branch are dropped; branches that lack a level are
/// padded. A NUMA node is a level through the object it belongs to (package, group). Distances are hops: 2, 4, 6, ...
TreeTopology tree_of(const Machine& machine);

/// Returns the operating system's numbers of the processing units in each slot of tree_of().
std::vector<std::vector<std::uint32_t>> pus_of_slots(const Machine& machine);

/// Returns the place of each CPU list ("0-3,8", operating-system numbers) as in ProcessLocation::path: the enclosing
/// objects from the outside in, down to the smallest that holds the whole list. The path is empty if the list covers
/// the whole machine or none of its CPUs. Throws InputError for a list that cannot be read.
std::vector<std::string> locate_cpusets(const Machine& machine, std::span<const std::string> cpu_lists);

}  // namespace topomorph::topology
