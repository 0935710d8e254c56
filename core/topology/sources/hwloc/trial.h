// Guards against hwloc's XML files: tries in a child what may crash inside hwloc or take hours there, and refuses
// numbers that would fill the memory.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace topomorph::topology {

/// What reading a file may take. A file of a big host takes milliseconds, and few megabytes.
struct TrialLimits {
  unsigned processor_seconds = 20;
  unsigned seconds = 60;                                  ///< in all, with what the system does and waits for
  std::uint64_t memory_bytes = std::uint64_t{512} << 20;  ///< that it touches; not in sanitized builds
};

/// Runs `load` in a child of this process, without output and within the limits, and throws InputError, which names the
/// file, unless the child survives it. hwloc 2.9 follows null pointers where an object of an XML file lacks one of its
/// sets, and nobody knows where else: a crash would end the command without a line. What `load` takes in the child, it
/// takes in the caller, too. So `load` must be all that the caller does with the file inside hwloc. The price is the
/// time of `load` once more, and a fork. Exceptions of `load` stay in the child: the caller makes them again.
void try_in_child(const std::string& path, const std::function<void()>& load, const TrialLimits& limits = {});

/// Makes after_trial() load files in a child first, in the whole process from now on. The engine does not: it is a
/// child of the job, which goes on with a line where the engine crashes, it has limits of its own, and it has no
/// milliseconds to give away.
void try_machine_files_in_child();
bool tries_machine_files_in_child();

/// Returns what `load` returns, after a trial where this process asks for it.
template <class Load>
auto after_trial(const std::string& path, const Load& load) {
  if (tries_machine_files_in_child()) try_in_child(path, [&] { load(); });
  return load();
}

/// The highest number of a processing unit or of a NUMA node. No system numbers them higher. hwloc keeps sets of all of
/// them in every object, and these sets grow with the highest number: to half a gigabyte each.
inline constexpr std::uint64_t kMostIndex = std::uint64_t{1} << 16;

/// Throws InputError, with the line in the file, if the text numbers processing units or NUMA nodes higher, or has
/// markup by which such a number can be hidden (entities, CDATA, processing instructions), which hwloc never writes.
/// Sets without end ("0xf...f") are short for hwloc: version 1 wrote them for nodes of machines without NUMA.
void check_bounds_of_xml(const std::string& path, std::string_view xml);

}  // namespace topomorph::topology
