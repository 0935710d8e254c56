// A layout as users write it: the levels of a machine in the order in which ranks walk over them ("scbnh"), their
// iteration orders or the name of a pattern, and limits of ranks.
#pragma once

#include <array>
#include <cstdint>
#include <span>
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

/// In which order the loop of a level visits the objects inside each object around them [Hursey 2011, section IV-A].
struct IterationOrder {
  bool reverse = false;                ///< from the last object of the widest host to the first
  std::vector<std::uint32_t> objects;  ///< only these, in this order; empty: all, from 0 on

  bool is_plain() const { return !reverse && objects.empty(); }
  /// Returns, by number of the object, when the loop visits it; kNever for objects that are not listed. Throws
  /// InputError for an object that no host has.
  std::vector<std::uint32_t> turns(LayoutLevel level, std::uint32_t width) const;
  bool operator==(const IterationOrder&) const = default;

  static constexpr std::uint32_t kNever = static_cast<std::uint32_t>(-1);
};

/// By LayoutLevel.
using IterationOrders = std::array<IterationOrder, kLayoutLevels>;

/// The most ranks on each object of a level (Open MPI: MPPR).
struct LevelLimit {
  std::uint64_t most = 0;
  LayoutLevel level = LayoutLevel::Node;
  bool operator==(const LevelLimit&) const = default;
};

struct LayoutSpec {
  ProcessLayout levels;
  IterationOrders orders = {};
  std::vector<LevelLimit> limits = {};
  bool operator==(const LayoutSpec&) const = default;
};

/// Objects that ranks are bound to: so many neighbours of one level (the binding width of [Hursey 2011, section
/// III-B]).
struct BindingWidth {
  std::uint32_t count = 1;
  LayoutLevel level = LayoutLevel::Core;
};

/// A simple pattern of the command line's second level [Hursey 2011, section V], and the layout that it stands for.
struct LayoutPattern {
  std::string_view name;    ///< "by-socket"
  std::string_view layout;  ///< "sbnch"
};

/// All patterns. The first is the default of a command line without options (the first level of the interface).
std::span<const LayoutPattern> layout_patterns();

/// Parses a pattern, or letters of levels, each with an optional iteration order ("s[1,0]c[reverse]bnh", ranges as
/// "c[4-7,0-3]"); then limits, each after a comma ("scbnh,2:s,8:n"). Throws InputError.
LayoutSpec parse_layout(std::string_view text);
/// Parses a number, 1 if there is none, and a level, by its letters or the word of its pattern: "2c", "socket". Throws
/// InputError.
BindingWidth parse_binding_width(std::string_view text);

/// Returns a text that parse_layout() reads as the same layout.
std::string to_string(const LayoutSpec& layout);

}  // namespace topomorph::mapping
