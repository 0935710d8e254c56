// Topologies for other programs: the formats that can be written.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Takes the text of a file, piece by piece.
using Output = std::function<void(std::string_view)>;

struct ExportFormat {
  std::string_view name;
  std::string_view what;  ///< for the help
  void (*write)(const GivenTopology& given, const Output& output);
  bool has_speeds = false;  ///< whether speeds of slots are written too
};

/// scotch, slurm, hierarchy, dot, json.
std::span<const ExportFormat> export_formats();

/// The format of this name; throws InputError, naming those there are.
const ExportFormat& export_format(std::string_view name);

/// As a target architecture: tleaf, cmplt, cmpltw, hcub, mesh*, torus*; a part of these ("sub"); or else the distances
/// of all pairs ("deco 0") of at most kMaxSlotsWithTable slots, each at least 1 and below 2^31. Slots are its terminals
/// and have its distances in Scotch 7.0 too (but for meshes of four and more dimensions, where Scotch takes the way
/// around as in a torus). Throws InputError.
void write_scotch(const GivenTopology& given, const Output& output);
/// The same; false where Scotch has no architecture with these distances: `why` is the reason, and what was written is
/// of no use.
bool try_to_write_scotch(const GivenTopology& given, const Output& output, std::string& why);
inline constexpr std::uint64_t kMaxSlotsWithTable = 8192;  // 100 MB of text; Scotch needs four times the memory
/// As "deco 0" in any case: Scotch halves the slots in their order.
bool try_to_write_scotch_table(const GivenTopology& given, const Output& output, std::string& why);

/// As Slurm's topology.conf: switches for the levels of the tree above the hosts. Throws InputError where no source
/// names the hosts, or they are in no tree.
void write_slurm(const GivenTopology& given, const Output& output);

/// As a graph for Graphviz: slots, the nodes above them, links. Throws InputError for more than kMaxPictureNodes.
void write_dot(const GivenTopology& given, const Output& output);

/// Everything: levels, dimensions, hosts, nodes, slots and links; docs/topologies.md names the members. Throws
/// InputError for more than kMaxPictureNodes.
void write_json(const GivenTopology& given, const Output& output);

}  // namespace topomorph::topology
