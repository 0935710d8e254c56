// Slurm's files, host lists, and what Slurm tells the processes of a job; and topograph's graph.
#include <set>

#include "core/base/successive.h"
#include "core/model/tree.h"
#include "core/topology/hosts/placement.h"
#include "core/topology/sources/slurm/addresses.h"
#include "core/topology/sources/slurm/host_list.h"
#include "core/topology/sources/slurm/site.h"
#include "core/topology/sources/slurm/slurm_file.h"
#include "core/topology/sources/slurm/task_order.h"
#include "core/topology/sources/slurm/topology_yaml.h"
#include "core/topology/sources/topograph/topograph.h"
#include "core/wire/frame_io.h"
#include "tests/fuzz/support.h"
#include "tests/fuzz/targets.h"

namespace topomorph::fuzz {

namespace {

/// Long lists are no fault, but each costs the time of many short ones. Numbers have two digits, or more than eight:
/// lists of so many hosts are refused, and what overflows is what a reader has to be tried with.
bool asks_for_many(std::string_view text) {
  std::size_t digits = 0;
  for (const char c : std::string(text) + ' ') {
    const bool digit = c >= '0' && c <= '9';
    if (!digit && digits > 2 && digits < 9) return true;
    digits = digit ? digits + 1 : 0;
  }
  return text.size() > 4096;
}

void check_network(const GivenTopology& given) {
  const std::uint64_t hosts = given.hosts.names.size();
  require(hosts > 0 && given.topology->slots() == hosts, "a network has a slot for each host");
  require(given.hosts.begin.size() == hosts + 1 && given.hosts.begin.back() == hosts, "hosts have their slots");
  const bool has_cells = given.slurm->plugin == "ring" || given.slurm->plugin == "torus3d";
  require(has_cells || as_tree(*given.topology) != nullptr, "switches and blocks make a tree");
  require(given.slurm->of_host.size() == hosts, "every host has its unit");
  const auto order = topology::slurm_task_order(*given.slurm, successive<std::size_t>(hosts));
  require(std::set(order.begin(), order.end()).size() == hosts, "tasks go to every host");
  require(given.slurm->cells.size() == (has_cells ? hosts : 0), "hosts of rings and tori have places");
  const Slot last = hosts - 1;
  require(given.topology->distance(0, 0) == 0, "a host is at no distance from itself");
  require(last == 0 || given.topology->distance(0, last) > 0, "hosts are apart");
}

}  // namespace

/// Any numbers. A list of many hosts is refused by the reader, which is told to take few, and not by this target: while
/// it skipped numbers of three digits, it never saw one that overflows.
void host_list(std::string_view input) {
  constexpr std::uint64_t kMost = 1000;
  const std::vector<std::string> names = topology::parse_host_list(input, kMost);
  require(names.size() <= kMost, "a list has no more hosts than it may have");
  require(!names.empty(), "a list names hosts");
  const std::string text = topology::format_host_list(names);
  require(without_error("a list of ours can be read", [&] { return topology::parse_host_list(text); }) == names,
          "it has the same names in the same order");
}

void slurm_conf(std::string_view input) {
  if (asks_for_many(input)) return;
  const MemoryFile file(input);
  check_network(topology::read_topology_conf(file.path()));
}

void slurm_yaml(std::string_view input) {
  if (asks_for_many(input)) return;
  const MemoryFile file(input);
  check_network(topology::read_topology_yaml(file.path()));
}

void slurm_site(std::string_view input) {
  if (input.find("nclude") != std::string_view::npos) return;  // it would read other files
  const MemoryFile file(input);
  const topology::SlurmSite site = topology::read_slurm_site(file.path());
  require(site.topologies.size() <= input.size(), "every partition has a name");
  for (const auto& [partition, name] : site.topologies) {
    require(topology::topology_of_partition(site, file.path(), partition) == name, "a partition has its topology");
  }
}

void topograph(std::string_view input) {
  if (input.find("?nodes=") != std::string_view::npos || input.size() > 65536) return;
  const MemoryFile file(input);
  const GivenTopology given = topology::read_topograph(file.path());
  const std::uint64_t hosts = given.hosts.names.size();
  require(hosts > 0 && given.topology->slots() == hosts, "a graph has a slot for each host");
  require(as_tree(*given.topology) != nullptr, "domains and switches make a tree");
  require(hosts == 1 || given.topology->distance(0, hosts - 1) > 0, "hosts are apart");
}

/// One process a line: host, tab, address and pattern.
void slurm_addresses(std::string_view input) {
  std::vector<ProcessLocation> processes;
  for (const std::string& line : wire::lines(input)) {
    const auto tab = std::min(line.find('\t'), line.size());
    processes.push_back({line.substr(0, tab), "", line.substr(std::min(tab + 1, line.size()))});
  }
  const auto network = topology::network_of_addresses(processes);
  if (!network) return;
  check_network(*network);
  require(network->hosts.names.size() == topology::hosts_of(processes).names.size(), "every host is in the network");
}

}  // namespace topomorph::fuzz
