// A machine as a tree of slots, and where on it a process is bound.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/topology/sources/hwloc/machine.h"

struct hwloc_bitmap_s;
struct hwloc_obj;

namespace topomorph::topology {

/// What a slot of a machine is.
enum class SlotKind { Core, Thread };

/// A path or description of machines, and what their slots are: "FILE.xml@threads".
struct SlotsOf {
  std::string text;
  SlotKind kind = SlotKind::Core;
};
SlotsOf parse_slots_of(std::string_view text);

/// Returns the tree of the machine's cores, or of its processing units if hwloc shows no cores or `kind` asks for them.
/// Hardware threads of a core otherwise share a slot, because two processes on one core slow each other down more than
/// any order of ranks can make up for. Levels with the nodes of the cores then are one level "Core". Slots are in
/// hwloc's logical order. Levels that do not branch are dropped; branches that lack a level are padded. A NUMA node is
/// a level through the object it belongs to (package, group). Distances are hops: 2, 4, 6, ...
TreeTopology tree_of(const Machine& machine, SlotKind kind = SlotKind::Core);

/// Returns the operating system's numbers of the processing units in each slot of tree_of().
std::vector<std::vector<std::uint32_t>> pus_of_slots(const Machine& machine, SlotKind kind = SlotKind::Core);

/// Lists sets of one machine. Sets of a file may have no end ("0xf...f"), or be the same large one in each of thousands
/// of objects.
class SetNumbers {
 public:
  /// In all sets together: 8192 objects with 512 processing units each.
  static constexpr std::size_t kMost = std::size_t{1} << 22;

  explicit SetNumbers(const Machine& machine) : what_(machine.what()) {}

  /// Returns the numbers in the set, ascending. Throws InputError for a set without end, and beyond kMost.
  std::vector<std::uint32_t> of(const hwloc_bitmap_s* set);

 private:
  std::string what_;
  std::size_t left_ = kMost;
};

/// Returns the place of each CPU list ("0-3,8", operating-system numbers) as in ProcessLocation::path: the enclosing
/// objects from the outside in, down to the smallest that holds the whole list. The path is empty if the list covers
/// the whole machine or none of its CPUs. Throws InputError for a list that cannot be read.
std::vector<std::string> locate_cpusets(const Machine& machine, std::span<const std::string> cpu_lists);

/// Returns the place of an object of hwloc's in the same form; empty for the whole machine. Of objects with the same
/// CPUs it names the given one, where locate_cpusets() names the innermost.
std::string path_of(const Machine& machine, hwloc_obj* object);

/// Returns the CPUs of a list that the machine has, ascending. Throws InputError for a list that cannot be read.
std::vector<std::uint32_t> cpus_on(const Machine& machine, const std::string& cpu_list);

}  // namespace topomorph::topology
