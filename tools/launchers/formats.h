// Files that tell a launcher where to start the ranks: the host and CPUs of each rank, in the form of each launcher.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/mapping.h"
#include "core/topology/spec.h"

namespace topomorph::launchers {

/// Numbers of cores in a rankfile: hwloc's, the default of Open MPI, or the operating system's, for `--mca
/// rmaps_rank_file_physical 1`.
enum class CoreNumbers { Logical, Physical };

struct Placement {
  std::vector<std::string> hosts;          ///< in the order of the machine; Open MPI's "+nI" if they have no names
  bool named = false;                      ///< whether the hosts have names
  std::vector<std::size_t> host_of;        ///< of each rank, in the order of the machine
  std::vector<std::uint64_t> position_of;  ///< of each rank: place in the machine's order
  std::vector<std::string> cpus_of;        ///< of each rank, in its host, as "0-3,8"
  /// Of each rank, in its host: all hardware threads by the operating system's numbers; empty if they are not known.
  std::vector<std::string> threads_of = {};
};

/// Gives each rank one core: the number of its slot in the host, or the first processing unit of the slot. In a
/// topology without hosts, the children of the root of a tree with several levels count as hosts, those of one level
/// together, and the places of a network. Throws InputError for physical numbers that the topology does not know.
Placement placement_of(const Mapping& mapping, const GivenTopology& given, CoreNumbers numbers);

/// Throws what placement_of() would throw for any mapping: before a search, and before anything is written.
void check_places(const GivenTopology& given, CoreNumbers numbers);

/// Throws the error of `--rankfile-numbers physical`.
[[noreturn]] void refuse_physical(const std::string& found);

/// Names the hosts of a machine that has no names for them, in its order. Throws InputError, which names --hosts, if it
/// has names or another number of hosts.
void name_hosts(GivenTopology& given, std::vector<std::string> names);

/// Returns "+n0", "+n1", …: Open MPI's names of the hosts of an allocation.
std::vector<std::string> relative_names(std::size_t hosts);

/// Returns "0-3,8" for ascending numbers.
std::string as_ranges(std::span<const std::uint64_t> numbers);

/// A file format.
struct LauncherFormat {
  std::string_view name;
  std::string_view use;  ///< how the launcher reads it
  bool needs_names;      ///< has the hosts' names, for which Open MPI's relative names are no substitute
  std::string (*text)(
      const Placement& placement);  ///< throws InputError for a placement that the format cannot express
};

/// All formats. A new one is a row of the table.
std::span<const LauncherFormat> launcher_formats();

/// A file to write.
struct LauncherFile {
  const LauncherFormat* format;
  std::string path;
};

/// Values of the options --write FORMAT:FILE, --rankfile FILE and --rankfile-numbers.
struct LauncherOptions {
  std::vector<std::string> write;
  std::string rankfile;
  CoreNumbers numbers = CoreNumbers::Logical;
};

/// Returns the files to write. Throws InputError for an unknown format.
std::vector<LauncherFile> launcher_files(const LauncherOptions& options);
/// Throws InputError for a name of a host that a launcher could read as something else: as an option, as a user, or as
/// several words. A topology may come from somebody else. "+n0" is Open MPI's for the first host.
void check_plain(const std::string& host);
/// Throws InputError if a file needs names of hosts and there are none.
void check_names(const std::vector<LauncherFile>& files, bool named);
/// Says on stderr that the files count hardware threads instead of cores.
void note_threads();
/// Writes the files. Each appears whole or not at all. Throws InputError.
void write_launcher_files(const std::vector<LauncherFile>& files, const Placement& placement);

}  // namespace topomorph::launchers
