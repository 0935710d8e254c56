// What Slurm's topology files say, in whichever format: switches and blocks of hosts.
#pragma once

#include <string>
#include <vector>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Host lists of one file, together kMaxListedHosts names at the most.
class ListedHosts {
 public:
  explicit ListedHosts(const std::string& file) : file_(file) {}
  /// Throws InputError with the line.
  std::vector<std::string> parse(std::string_view list, std::uint64_t line);

 private:
  const std::string& file_;
  std::size_t count_ = 0;
};

struct SwitchRecord {
  std::string name;
  std::vector<std::string> switches, nodes;  ///< directly under it
  std::uint64_t line = 0;                    ///< of the file, for messages
};

struct BlockRecord {
  std::string name;
  std::vector<std::string> nodes;
  std::uint64_t line = 0;
};

/// The tree of all switches; several roots, hosts at any height. Throws InputError, with the line, for switches that
/// are named twice, not there, under two others, under themselves or without anything below them, and for hosts under
/// two.
GivenTopology tree_of_switches(const std::string& file, const std::vector<SwitchRecord>& records);

/// Blocks, and groups of consecutive ones where `sizes` (of hosts, the first is a block's) has more than one number.
/// Throws InputError, with the line, for sizes that are no multiples and for hosts in two blocks.
GivenTopology tree_of_blocks(const std::string& file, const std::vector<BlockRecord>& records,
                             const std::vector<std::uint64_t>& sizes, std::uint64_t line_of_sizes);

}  // namespace topomorph::topology
