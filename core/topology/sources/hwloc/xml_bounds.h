// Refuses hwloc's XML files whose numbers of processing units and memories would fill the memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace topomorph::topology {

/// The highest number of a processing unit or of a NUMA node. No system numbers them higher. hwloc keeps sets of all of
/// them in every object, and these sets grow with the highest number: to half a gigabyte each.
inline constexpr std::uint64_t kMostIndex = std::uint64_t{1} << 16;

/// Throws InputError, with the line in the file, if the text numbers processing units or NUMA nodes higher, or has
/// markup by which such a number can be hidden (entities, CDATA, processing instructions), which hwloc never writes.
/// Sets without end ("0xf...f") are short for hwloc: version 1 wrote them for nodes of machines without NUMA.
void check_bounds_of_xml(const std::string& path, std::string_view xml);

}  // namespace topomorph::topology
