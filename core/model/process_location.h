// Where one process of a job is.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace topomorph::inline model {

/// Where one process is. `path` is what is known inside the host: objects from the outside in, with their logical
/// numbers inside the parent, as in "Package:0/NUMANode:1/L3Cache:0/Core:5"; it ends at the smallest object that holds
/// the whole binding and is empty for an unbound process. `network` is what the batch system told the process of the
/// way to its host: Slurm's address and its pattern, as parse_slurm_address() takes it; empty where nobody told.
struct ProcessLocation {
  std::string host;
  std::string path;
  std::string network = {};
};

/// Every level a path can have, from the outside in; an object takes the first place of its type behind the object
/// before it. Groups and NUMA nodes are found on several levels of different machines.
inline constexpr std::array<std::string_view, 17> kPlaces = {
    "Group", "Group",   "Group", "NUMANode", "Package", "Group", "Die",  "Group", "NUMANode",
    "Group", "L3Cache", "Group", "NUMANode", "L2Cache", "Group", "Core", "PU"};

/// An object of a path: "Package:0".
struct PathObject {
  std::string_view type;
  std::uint64_t number = 0;
};

/// No object has so high a number.
inline constexpr std::uint64_t kPathNumberLimit = std::uint64_t{1} << 32;

/// Cuts the first object off `rest`, what is left of the location's path. Throws InputError if it cannot be read.
PathObject take_object(std::string_view& rest, const ProcessLocation& location);

/// Throws InputError if the path cannot be read.
void check_path(const ProcessLocation& location);

}  // namespace topomorph::inline model
