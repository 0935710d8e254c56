// Networks of Slurm's rings and three-dimensional tori.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/given_topology.h"
#include "core/model/slurm_units.h"

namespace topomorph::topology {

/// A host and its place in a torus.
struct PlacedHost {
  std::string name;
  GridCell cell = {0, 0, 0};
  std::uint64_t line = 0;  ///< of the file, for messages
};

/// One torus. A ring is a torus with one dimension.
struct TorusRecord {
  std::string name;
  GridCell size = {1, 1, 1};
  std::vector<PlacedHost> hosts;                   ///< in any order; a place may be empty
  std::array<bool, 3> wraps = {true, true, true};  ///< whether the ends of each dimension are linked
  std::uint64_t line = 0;                          ///< of the file, for messages
};

/// Returns the network of all tori with hosts, with a slot for each host, x fastest. The distance of two hosts of one
/// torus is the number of hops. Slurm's files do not say how tori are linked: hosts of different tori count as one hop
/// farther apart than any two of one torus. `plugin` is "ring" or "torus3d". Throws InputError, with the line, if there
/// are no hosts, for two tori of one name, for a host that has two places, and for two hosts in one place.
GivenTopology network_of_tori(const std::string& file, std::vector<TorusRecord> tori, const std::string& plugin);

/// Returns the hosts of a box of cells, `corner` its cell with the least coordinates, as Slurm places a list of hosts
/// in it: x fastest. Requires as many names as the box has cells.
std::vector<PlacedHost> hosts_of_box(const std::vector<std::string>& names, const GridCell& corner,
                                     const GridCell& size, std::uint64_t line);

/// Returns a ring of hosts in their order.
TorusRecord ring_of(std::string name, const std::vector<std::string>& hosts, std::uint64_t line);

/// Returns the number of cells; nothing if it exceeds kMaxSlots, or the grid has none.
std::optional<std::uint64_t> cells_of(const GridCell& size);

}  // namespace topomorph::topology
