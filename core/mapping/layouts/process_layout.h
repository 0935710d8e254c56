// Process layouts: the levels of a machine in the order in which ranks walk over them ("scbnh").
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace topomorph::mapping {

/// Levels that a layout can name, from the outside in [Hursey 2011, table I].
enum class LayoutLevel : std::uint8_t { Node, Board, Socket, Numa, L3, L2, L1, Core, Thread };
inline constexpr std::size_t kLayoutLevels = 9;

/// All levels, from the outside in.
inline constexpr std::array<LayoutLevel, kLayoutLevels> kAllLayoutLevels = {
    LayoutLevel::Node, LayoutLevel::Board, LayoutLevel::Socket, LayoutLevel::Numa,  LayoutLevel::L3,
    LayoutLevel::L2,   LayoutLevel::L1,    LayoutLevel::Core,   LayoutLevel::Thread};

/// Levels, the innermost loop first: "scbnh" runs over sockets, then cores, boards, nodes, hardware threads. Each level
/// occurs at most once; missing levels are pruned.
using ProcessLayout = std::vector<LayoutLevel>;

/// Parses the letters n b s c h, N for NUMA nodes, L1 L2 L3. Throws InputError for anything else, for a repeated level,
/// and for a text without levels.
ProcessLayout parse_process_layout(std::string_view text);
/// Parses one level as a layout has it. Throws InputError.
LayoutLevel parse_layout_level(std::string_view text);

std::string to_string(const ProcessLayout& layout);
std::string_view letters_of(LayoutLevel level);

}  // namespace topomorph::mapping
