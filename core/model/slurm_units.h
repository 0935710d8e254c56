// What Slurm's own files say of hosts beyond their distances: the units of the topology, by which Slurm orders tasks.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace topomorph::inline model {

/// x, y and z of a place, or the sizes of a grid.
using GridCell = std::array<std::uint64_t, 3>;

/// The units of a topology: leaf switches, blocks, rings or tori, numbered as in the file.
struct SlurmUnits {
  std::string plugin = {};                ///< "tree", "block", "ring", "torus3d"
  std::vector<std::size_t> of_host = {};  ///< unit of each host; of a tree from 1, and 0 for hosts above the leaves
  std::vector<GridCell> cells = {};       ///< place of each host in its ring (x) or torus; empty for other plugins
  std::vector<GridCell> sizes = {};       ///< of each unit with cells
  bool order_tasks = true;                ///< since Slurm 26.05, unless slurm.conf has CR_NO_DIST_TOPO_BLOCK
  /// Settings in slurm.conf with which Slurm 26.05 refuses --distribution=arbitrary for an allocation.
  std::vector<std::string> against_arbitrary = {};
};

}  // namespace topomorph::inline model
