// Reads what slurm.conf says of topologies and of the order of tasks.
#include "core/topology/sources/slurm/site.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/topology/sources/slurm/conf_lines.h"

namespace topomorph::topology {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDeepestInclude = 8;  // files that include files
/// Files of a site together, each as often as it is included: 40 lines in each of 8 files would be 40^8.
constexpr std::uint64_t kMostIncludes = 1000;

bool has_word(std::string_view list, std::string_view wanted) {
  Words words(list, ",");
  for (auto word = words.next(); !word.empty(); word = words.next()) {
    if (lower_case(trimmed(word)) == wanted) return true;
  }
  return false;
}

class SiteReader {
 public:
  explicit SiteReader(SlurmSite& site) : site_(site) {}

  void read(const std::string& path, std::size_t depth = 0) {
    LogicalLines lines(path);
    bytes_ += lines.bytes();
    for (std::string text; lines.next(text);) {
      const std::string_view line = trimmed(text);
      const std::string key = lower_case(line.substr(0, line.find_first_of("= \t")));
      if (key == "include") {
        if (depth == kDeepestInclude) lines.fail("found files that include each other, expected fewer than 9 deep");
        check_sum(lines);
        include(path, std::string(trimmed(line.substr(key.size()))), depth);
      } else if (key == "selecttypeparameters" || key == "schedulerparameters" || key == "partitionname") {
        take(key, entries_of(lines, line, EqualsInValues::Allowed));
      }
    }
  }

 private:
  /// Throws InputError if the files that were read and the next one are too many, or have too many bytes.
  void check_sum(const LogicalLines& lines) {
    if (++includes_ > kMostIncludes) {
      lines.fail(fmt::format("found more than {} included files, expected at most that", kMostIncludes));
    }
    if (bytes_ > kMostBytes) {
      lines.fail(fmt::format("found included files of more than {} bytes together, expected at most that", kMostBytes));
    }
  }

  /// Slurm looks for a relative name in the folder of slurm.conf.
  void include(const std::string& from, const std::string& name, std::size_t depth) {
    const fs::path path = fs::path(name).is_absolute() ? fs::path(name) : fs::path(from).parent_path() / name;
    std::error_code error;
    const auto kind = fs::status(path, error);
    // What somebody else has named may be a pipe that nobody writes to.
    if (fs::exists(kind) && !fs::is_regular_file(kind)) throw InputError(path.string(), 0, "is no regular file");
    read(path.string(), depth + 1);
  }

  void take(const std::string& key, const ConfEntries& entries) {
    const std::string& value = entries.find(key)->second;
    if (key == "partitionname") {
      take_partition(value, entries);
    } else {
      if (has_word(value, "cr_no_dist_topo_block")) site_.topology_order = false;
      for (const char* setting : {"CR_LLN", "pack_serial_at_end", "bf_busy_nodes"}) {
        if (has_word(value, lower_case(setting))) site_.against_arbitrary.emplace_back(setting);
      }
    }
  }

  /// The partition DEFAULT has the values of those that follow.
  void take_partition(const std::string& names, const ConfEntries& entries) {
    const auto topology = entries.find("topology");
    const std::string& chosen = topology == entries.end() ? default_ : topology->second;
    if (lower_case(names) == "default") {
      default_ = chosen;
      return;
    }
    Words list(names, ",");
    for (auto name = list.next(); !name.empty(); name = list.next()) site_.topologies[std::string(name)] = chosen;
  }

  SlurmSite& site_;
  std::string default_;
  std::uint64_t includes_ = 0, bytes_ = 0;
};

}  // namespace

SlurmSite read_slurm_site(const std::string& slurm_conf) {
  SlurmSite site;
  SiteReader(site).read(slurm_conf);
  return site;
}

std::string topology_of_partition(const SlurmSite& site, const std::string& slurm_conf, const std::string& partition) {
  const auto found = site.topologies.find(partition);
  if (found != site.topologies.end()) return found->second;
  throw InputError(slurm_conf, 0,
                   fmt::format("found no partition {}, expected one of {}", partition,
                               listed(site.topologies, [](const auto& entry) { return entry.first; })));
}

std::vector<std::string> slurm_folders() {
  std::vector<std::string> folders;
  if (const char* conf = std::getenv("SLURM_CONF"); conf != nullptr && *conf != '\0') {
    folders.push_back(fs::path(conf).parent_path().string());
  }
  folders.insert(folders.end(), {"/etc/slurm", "/run/slurm/conf"});
  return folders;
}

std::optional<std::string> slurm_conf_here() {
  for (const std::string& folder : slurm_folders()) {
    const fs::path file = fs::path(folder) / "slurm.conf";
    std::error_code none;
    if (fs::is_regular_file(file, none)) return file.string();
  }
  return std::nullopt;
}

}  // namespace topomorph::topology
