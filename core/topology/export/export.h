// Writes topologies for other programs: the table of formats.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Takes the text of a file in pieces.
using Output = std::function<void(std::string_view)>;

struct ExportFormat {
  std::string_view name;
  std::string_view what;  ///< for the help
  void (*write)(const GivenTopology& given, const Output& output);
  bool has_speeds = false;  ///< whether speeds of slots are written too
};

std::span<const ExportFormat> export_formats();

/// Returns the format of this name. Throws InputError with the names of all formats.
const ExportFormat& export_format(std::string_view name);

/// Writes a target architecture: tleaf, cmplt, cmpltw, hcub, mesh*, torus*, or a part of these ("sub"). All others
/// become "deco 0" with the distances of all pairs, for at most kMaxSlotsWithTable slots, each distance at least 1 and
/// below 2^31. The architecture's terminals are the slots, with the same distances in Scotch 7.0; exception: meshes of
/// four or more dimensions, where Scotch takes the way around as in a torus. Throws InputError.
void write_scotch(const GivenTopology& given, const Output& output);
/// Does the same, but returns false if Scotch has no architecture with these distances. `why` gets the reason; discard
/// the output then.
bool try_to_write_scotch(const GivenTopology& given, const Output& output, std::string& why);
inline constexpr std::uint64_t kMaxSlotsWithTable = 8192;  // 100 MB of text; Scotch needs four times the memory
/// Writes "deco 0" in any case; Scotch halves the slots in their order. Returns false as try_to_write_scotch() does.
bool try_to_write_scotch_table(const GivenTopology& given, const Output& output, std::string& why);

/// Writes Slurm's topology.conf: switches for the levels of the tree above the hosts. Throws InputError if no source
/// names the hosts, or they form no tree.
void write_slurm(const GivenTopology& given, const Output& output);

/// Writes a graph for Graphviz: slots, the nodes above them, links. Throws InputError above kMaxPictureNodes nodes.
void write_dot(const GivenTopology& given, const Output& output);

/// Writes levels, dimensions, hosts, nodes, slots and links; docs/topologies.md names the members. Throws InputError
/// above kMaxPictureNodes nodes.
void write_json(const GivenTopology& given, const Output& output);

}  // namespace topomorph::topology
