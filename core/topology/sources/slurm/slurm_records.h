// Switches and blocks of hosts from Slurm's topology files of either format, and the tree of the hosts below them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Reads host lists, together at most kMaxListedHosts names; throws InputError with the file and the line.
class ListedHosts {
 public:
  std::vector<std::string> parse(std::string_view list, const std::string& file, std::uint64_t line);

 private:
  std::size_t count_ = 0;
};

struct SwitchRecord {
  std::string name;
  std::vector<std::string> switches, nodes;  ///< directly below it
  std::uint64_t line = 0;                    ///< of the file, for messages
  double link_speed = 0;                     ///< of a link down from it, in any unit; 0: not given
  std::string file = {};                     ///< of the line, if it is an included one
  std::uint64_t parallel = 1;                ///< as many switches are one here: each has links to all below
};

struct BlockRecord {
  std::string name;
  std::vector<std::string> nodes;
  std::uint64_t line = 0;
  std::string file = {};  ///< of the line, if it is an included one
};

/// Returns the tree of all switches. There may be several roots, and hosts at any height. Its nodes know their cables
/// if the speeds of links are given, equal on each level, and not all the same: `scontrol` prints 1 for all of them. A
/// switch sends up as much as one link of the switch above it carries. Switches under several others, empty ones, and
/// hosts under several switches are treated as forest_of() says. Throws InputError, with the line, for switches that
/// are named twice, undefined, or under themselves, and without hosts.
GivenTopology tree_of_switches(const std::string& file, const std::vector<SwitchRecord>& records);

/// Returns the tree of blocks. With several `sizes` (in hosts; the first is a block's) groups of consecutive blocks
/// form levels. Throws InputError, with the line, for sizes that are no multiples and for hosts in two blocks.
GivenTopology tree_of_blocks(const std::string& file, const std::vector<BlockRecord>& records,
                             const std::vector<std::uint64_t>& sizes, std::uint64_t line_of_sizes);

/// A host and its switches: `above[l]` is its node of level l + 1, from the leaf switches up; empty if its branch has
/// no node on that level.
struct HostPath {
  std::string host;
  std::vector<std::string> above;
  std::size_t unit = 0;  ///< SlurmUnits::of_host
};

/// Returns the tree with one slot for each host. Slots follow the order of the paths as far as nodes stay together.
/// Levels that do not branch are dropped. The innermost levels, branching or not, have the names `inner`, the levels
/// above are named `kind`, `kind`2, `kind`3, … Distances are hops: twice the level's number, whether or not the levels
/// below branch. Hosts without a common node meet one level above all,
/// "network". Throws InputError if there are no hosts.
GivenTopology tree_of_host_paths(std::vector<HostPath> paths, const std::string& kind,
                                 const std::vector<std::string>& inner = {});

}  // namespace topomorph::topology
