// Process layouts: the levels of a machine in the order in which ranks walk over them ("scbnh").
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace topomorph::mapping {

/// What a layout can name, from the outside in (J. Hursey, J. Squyres, T. Dontje: Locality-Aware Parallel Process
/// Mapping for Multi-Core HPC Systems, 2011, table I).
enum class LayoutLevel : std::uint8_t { Node, Board, Socket, Numa, L3, L2, L1, Core, Thread };
inline constexpr std::size_t kLayoutLevels = 9;

/// All levels, from the outside in.
inline constexpr std::array<LayoutLevel, kLayoutLevels> kAllLayoutLevels = {
    LayoutLevel::Node, LayoutLevel::Board, LayoutLevel::Socket, LayoutLevel::Numa,  LayoutLevel::L3,
    LayoutLevel::L2,   LayoutLevel::L1,    LayoutLevel::Core,   LayoutLevel::Thread};

/// The innermost loop first: "scbnh" goes over sockets, then cores, boards, nodes, hardware threads. Each level at most
/// once; levels that are missing are pruned.
using ProcessLayout = std::vector<LayoutLevel>;

/// Letters n b s c h, N for NUMA nodes, L1 L2 L3. Throws InputError for anything else, for a level that stands twice,
/// and for no level at all.
ProcessLayout parse_process_layout(std::string_view text);
/// One level, as it stands in a layout. Throws InputError.
LayoutLevel parse_layout_level(std::string_view text);

std::string to_string(const ProcessLayout& layout);
std::string_view letters_of(LayoutLevel level);

}  // namespace topomorph::mapping
