// The places of a job's processes, and the processors that they share.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace topomorph::inline model {

/// `path` is the place inside the host: objects from the outside in, with their logical numbers inside the parent, as
/// in "Package:0/NUMANode:1/L3Cache:0/Core:5". It ends at the smallest object that holds the whole binding and is empty
/// for an unbound process. `network` is what the batch system says of the way to the host: Slurm's address and its
/// pattern, as parse_slurm_address() reads it; empty if unknown. `processors` is what the process, or one process for
/// all of its host, says of the processors that it may use: "0-3,8 2.5 MACHINE", which are CPUs, the limit of its
/// control group (0: none), and what tells the machine from others; empty if unknown (ProcessorPools).
struct ProcessLocation {
  std::string host;
  std::string path;
  std::string network = {};
  std::string processors = {};
};

/// All levels that a path can have, from the outside in. An object takes the first entry of its type after the entry of
/// its parent. Groups and NUMA nodes are on different levels of different machines.
inline constexpr std::array<std::string_view, 17> kPlaces = {
    "Group", "Group",   "Group", "NUMANode", "Package", "Group", "Die",  "Group", "NUMANode",
    "Group", "L3Cache", "Group", "NUMANode", "L2Cache", "Group", "Core", "PU"};

/// An object of a path, such as "Package:0".
struct PathObject {
  std::string_view type;
  std::uint64_t number = 0;
};

/// Above any object's number.
inline constexpr std::uint64_t kPathNumberLimit = std::uint64_t{1} << 32;

/// Cuts the first object from `rest`, the remainder of the location's path. Throws InputError if it cannot be parsed.
PathObject take_object(std::string_view& rest, const ProcessLocation& location);

/// Throws InputError if the path cannot be parsed.
void check_path(const ProcessLocation& location);

/// Processes that share processors, by the machine that executes them: simulated hosts and containers of one machine
/// are hosts of their own, and share its processors.
struct ProcessorPools {
  std::vector<std::uint32_t> of_process;
  std::vector<double> processors;  ///< of each pool; 0: not known

  /// Returns whether some pool is known to have fewer processors than processes.
  bool are_short() const;
};

/// Returns the pools that ProcessLocation::processors tell. The processors of a pool are the CPUs that any of its
/// processes may use, hardware threads each for itself, or the limit of their control group, if that is less.
ProcessorPools pools_of(std::span<const ProcessLocation> processes);

}  // namespace topomorph::inline model
