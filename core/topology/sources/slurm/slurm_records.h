// Switches and blocks of hosts from Slurm's topology files of either format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Reads the host lists of one file, together at most kMaxListedHosts names; throws InputError with the line.
class ListedHosts {
 public:
  explicit ListedHosts(const std::string& file) : file_(file) {}
  std::vector<std::string> parse(std::string_view list, std::uint64_t line);

 private:
  const std::string& file_;
  std::size_t count_ = 0;
};

struct SwitchRecord {
  std::string name;
  std::vector<std::string> switches, nodes;  ///< directly below it
  std::uint64_t line = 0;                    ///< of the file, for messages
};

struct BlockRecord {
  std::string name;
  std::vector<std::string> nodes;
  std::uint64_t line = 0;
};

/// Returns the tree of all switches. There may be several roots, and hosts at any height. Throws InputError, with the
/// line, for switches that are named twice, undefined, under two others, under themselves or empty, and for hosts under
/// two switches.
GivenTopology tree_of_switches(const std::string& file, const std::vector<SwitchRecord>& records);

/// Returns the tree of blocks. With several `sizes` (in hosts; the first is a block's) groups of consecutive blocks
/// form levels. Throws InputError, with the line, for sizes that are no multiples and for hosts in two blocks.
GivenTopology tree_of_blocks(const std::string& file, const std::vector<BlockRecord>& records,
                             const std::vector<std::uint64_t>& sizes, std::uint64_t line_of_sizes);

}  // namespace topomorph::topology
