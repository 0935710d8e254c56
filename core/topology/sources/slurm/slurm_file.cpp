// Reads Slurm's description of the network: topology.yaml or topology.conf, with slurm.conf for its partitions.
#include "core/topology/sources/slurm/slurm_file.h"

#include <filesystem>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/model/slurm_units.h"
#include "core/topology/sources/slurm/site.h"
#include "core/topology/sources/slurm/topology_conf.h"
#include "core/topology/sources/slurm/topology_yaml.h"

namespace topomorph::topology {
namespace {

namespace fs = std::filesystem;

struct FileAndName {
  std::string file, name;
};

bool is_file(const fs::path& path) {
  std::error_code none;
  return fs::is_regular_file(path, none);
}

/// Splits FILE#NAME, unless there is a file of the whole name.
FileAndName split_name(const std::string& text) {
  const std::size_t hash = text.rfind('#');
  if (hash == std::string::npos || is_file(text)) return {text, ""};
  if (hash + 1 == text.size()) throw InputError(text, 0, "found '#' without a name, expected FILE#NAME");
  return {text.substr(0, hash), text.substr(hash + 1)};
}

GivenTopology read_file(const std::string& file, const std::string& name) {
  if (file.ends_with(".yaml") || file.ends_with(".yml")) return read_topology_yaml(file, name);
  if (name.empty() || name == "default") return read_topology_conf(file);
  throw InputError(file, 0, fmt::format("found no topology {}, expected \"default\" or a topology.yaml", name));
}

/// Reads the topology of a partition, or of the whole cluster. Slurm ignores topology.conf beside topology.yaml.
GivenTopology read_beside(const std::string& slurm_conf, const std::string& partition) {
  const SlurmSite site = read_slurm_site(slurm_conf);
  const std::string name = partition.empty() ? "" : topology_of_partition(site, slurm_conf, partition);
  const fs::path folder = fs::path(slurm_conf).parent_path();
  const fs::path yaml = folder / "topology.yaml";
  GivenTopology given = read_file((is_file(yaml) ? yaml : folder / "topology.conf").string(), name);
  SlurmUnits slurm = *given.slurm;
  slurm.order_tasks = site.topology_order;
  slurm.against_arbitrary = site.against_arbitrary;
  given.slurm = std::make_shared<SlurmUnits>(std::move(slurm));
  return given;
}

}  // namespace

GivenTopology read_slurm_topology(const std::string& text) {
  const auto [file, name] = split_name(text);
  return fs::path(file).filename() == "slurm.conf" ? read_beside(file, name) : read_file(file, name);
}

}  // namespace topomorph::topology
