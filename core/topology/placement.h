// From where the processes of a job are to the tree of their slots.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/topology/tree.h"

namespace topomorph {

/// Where one process is. `path` is what is known inside the host: objects from the outside in, with their logical
/// numbers inside the parent, as in "Package:0/NUMANode:1/L3Cache:0/Core:5"; it ends at the smallest object that holds
/// the whole binding and is empty for an unbound process.
struct ProcessLocation {
  std::string host;
  std::string path;
};

/// The job's own tree: one slot for each process.
struct JobTopology {
  TreeTopology tree;
  std::vector<Slot> slot_of_process;
  std::vector<std::uint64_t> process_of_slot;
  std::size_t host_level = 0;  ///< traffic with an LCA above this level crosses hosts; levels() where there is one host
};

/// Builds the tree from the processes' locations; levels that do not branch on any host are dropped. Hosts whose
/// machines differ are padded. Two processes whose place inside their common host is unknown are at that host's
/// distance. Distances: 1, 2, 3, … for the levels inside a host, and `between_hosts` times the largest of them across
/// hosts. Throws InputError for a path that cannot be read.
JobTopology build_job_topology(std::span<const ProcessLocation> processes, std::uint64_t between_hosts = 16);

}  // namespace topomorph
