// Reads Slurm's description of the network: topology.yaml or topology.conf, with slurm.conf for its partitions.
#include "core/topology/sources/slurm/slurm_file.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/model/slurm_units.h"
#include "core/topology/sources/slurm/conf_lines.h"
#include "core/topology/sources/slurm/site.h"
#include "core/topology/sources/slurm/slurm_records.h"
#include "core/topology/sources/slurm/topology_yaml.h"
#include "core/topology/sources/slurm/tori.h"

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

namespace {

struct Reading {
  ListedHosts hosts;
  std::vector<SwitchRecord> switches;
  std::vector<BlockRecord> blocks;
  std::vector<std::uint64_t> sizes;
  std::uint64_t line_of_sizes = 0;
  std::set<std::uint64_t> shown_sizes = {};  ///< of blocks, in the output of scontrol
  std::vector<TorusRecord> rings = {};
};

std::vector<std::string> hosts_in(const LogicalLines& lines, const ConfEntries& entries, const char* key,
                                  Reading& reading) {
  const auto entry = entries.find(key);
  return entry == entries.end() ? std::vector<std::string>()
                                : reading.hosts.parse(entry->second, lines.path(), lines.line());
}

std::uint64_t count_in(const LogicalLines& lines, std::string_view what, std::string_view text) {
  const auto number = parse_count(text);
  if (!number) lines.fail(fmt::format("found {} \"{}\", expected a number", what, text.substr(0, 60)));
  return *number;
}

void read_sizes(const LogicalLines& lines, const ConfEntries& entries, Reading& reading) {
  expect_keys(lines, entries, {"blocksizes"});
  if (!reading.sizes.empty()) lines.fail(fmt::format("block sizes are already in line {}", reading.line_of_sizes));
  Words sizes(entries.begin()->second, ",");
  for (auto size = sizes.next(); !size.empty(); size = sizes.next())
    reading.sizes.push_back(count_in(lines, "block size", size));
  reading.line_of_sizes = lines.line();
}

/// Returns the speed of a link, 0 if it is not given.
double speed_in(const LogicalLines& lines, const ConfEntries& entries) {
  const auto entry = entries.find("linkspeed");
  return entry == entries.end() ? 0 : static_cast<double>(count_in(lines, "link speed", entry->second));
}

/// Reads a switch. The output of scontrol, recognized by its level, lists the hosts of all switches below again.
void read_switch(const LogicalLines& lines, const ConfEntries& entries, Reading& reading) {
  expect_keys(lines, entries, {"switchname", "switches", "nodes", "linkspeed", "level"});
  SwitchRecord record{entries.find("switchname")->second,
                      hosts_in(lines, entries, "switches", reading),
                      {},
                      lines.line(),
                      speed_in(lines, entries),
                      lines.path()};
  const bool lists_all = entries.contains("level") && !record.switches.empty();
  if (!lists_all) record.nodes = hosts_in(lines, entries, "nodes", reading);
  reading.switches.push_back(std::move(record));
}

/// Reads a block. In the output of scontrol it has its planned size, and groups of blocks have lines of their own.
void read_block(const LogicalLines& lines, const ConfEntries& entries, Reading& reading) {
  const auto block = entries.find("blockname");
  const bool is_group = block == entries.end();
  expect_keys(lines, entries, {is_group ? "aggregatedblock" : "blockname", "nodes", "blockindex", "blocksize"});
  if (const auto size = entries.find("blocksize"); size != entries.end()) {
    reading.shown_sizes.insert(count_in(lines, "block size", size->second));
  }
  if (!is_group) {
    reading.blocks.push_back({block->second, hosts_in(lines, entries, "nodes", reading), lines.line(), lines.path()});
  }
}

void read_ring(const LogicalLines& lines, const ConfEntries& entries, Reading& reading) {
  expect_keys(lines, entries, {"ringname", "nodes", "ringsize"});
  const auto names = hosts_in(lines, entries, "nodes", reading);
  reading.rings.push_back(ring_of(entries.find("ringname")->second, names, lines.line()));
}

void read_entries(const LogicalLines& lines, const ConfEntries& entries, Reading& reading) {
  const auto has = [&](const char* key) { return entries.contains(key); };
  if (has("switchname")) return read_switch(lines, entries, reading);
  if (has("blockname") || has("aggregatedblock")) return read_block(lines, entries, reading);
  if (has("blocksizes")) return read_sizes(lines, entries, reading);
  if (has("ringname")) return read_ring(lines, entries, reading);
  if (has("torusname")) lines.fail("found a torus without the places of its hosts, expected topology.yaml");
  lines.fail(fmt::format("found \"{}=\", expected SwitchName=, BlockName=, BlockSizes= or RingName=",
                         entries.begin()->first.substr(0, 60)));
}

/// Recognizes messages of Slurm's commands: to stderr, or in place of a table.
bool is_message(const std::string& text) {
  return text.starts_with("scontrol: ") || text.starts_with("slurm_load_") || text.starts_with("error: ");
}

/// Throws if the file has several kinds of units, which belong to different plugins of Slurm.
void check_one_kind(const std::string& path, const Reading& reading) {
  if (!reading.switches.empty() && !reading.blocks.empty()) {
    throw InputError(path, reading.blocks.front().line, "found blocks beside switches, expected the one or the other");
  }
  if (!reading.rings.empty() && (!reading.switches.empty() || !reading.blocks.empty())) {
    throw InputError(path, reading.rings.front().line,
                     fmt::format("found rings beside {}, expected the one or the other",
                                 reading.switches.empty() ? "blocks" : "switches"));
  }
}

GivenTopology network_of_reading(const std::string& path, Reading& reading) {
  if (!reading.switches.empty()) return tree_of_switches(path, reading.switches);
  if (!reading.rings.empty()) return network_of_tori(path, std::move(reading.rings), "ring");
  if (reading.blocks.empty()) {
    throw InputError(path, 0,
                     "found neither switches nor blocks nor rings, expected lines as \"SwitchName=s0 Nodes=n[0-3]\"");
  }
  if (reading.sizes.empty()) reading.sizes.assign(reading.shown_sizes.begin(), reading.shown_sizes.end());
  return tree_of_blocks(path, reading.blocks, reading.sizes, reading.line_of_sizes);
}

}  // namespace

GivenTopology read_topology_conf(const std::string& path) {
  Reading reading{ListedHosts(), {}, {}, {}, 0};
  for_each_conf_line(path, [&](const LogicalLines& lines, const std::string& text) {
    if (is_message(text)) return;
    const ConfEntries entries = entries_of(lines, text);
    if (!entries.empty()) read_entries(lines, entries, reading);
  });
  check_one_kind(path, reading);
  return network_of_reading(path, reading);
}

}  // namespace topomorph::topology
