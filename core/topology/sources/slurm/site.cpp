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

  void read(const std::string& path) {
    for_each_conf_line(path, [&](const LogicalLines& lines, const std::string& text) {
      const std::string_view line = trimmed(text);
      const std::string key = lower_case(line.substr(0, line.find_first_of("= \t")));
      if (key == "selecttypeparameters" || key == "schedulerparameters" || key == "partitionname") {
        take(key, entries_of(lines, line, EqualsInValues::Allowed));
      }
    });
  }

 private:
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
