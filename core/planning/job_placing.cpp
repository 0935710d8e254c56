// Places the processes of a job on a described machine or network.
#include "core/planning/job_placing.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/base/text.h"
#include "core/topology/hosts/placement.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/routing_of.h"
#include "core/topology/sources/slurm/addresses.h"

namespace topomorph::planning {
namespace {

/// Returns "torus of 4 x 4", with or without machines in its places.
std::string shape_words(const Topology& topology) {
  const topology::ComposedTopology* composed = topology::as_composed(topology);
  return composed == nullptr ? topology.describe() : composed->network().describe();
}

/// Returns the same of a network without machines, which may lack some places, or consist of several rings.
std::string words_of_hosts(const Topology& hosts) {
  const auto* part = as_kind<topology::RestrictedTopology>(hosts);
  return part == nullptr ? hosts.describe() : part->whole().describe();
}

/// Returns the indices of used slots at which hosts begin, then the number of used slots.
std::vector<Slot> begins_of_hosts(const HostTable& table, const std::vector<Slot>& used) {
  std::vector<Slot> begins;
  for (std::size_t h = 0; h + 1 < table.begin.size(); ++h) {
    const auto first = std::lower_bound(used.begin(), used.end(), table.begin[h]);
    if (first != used.end() && *first < table.begin[h + 1]) begins.push_back(static_cast<Slot>(first - used.begin()));
  }
  if (!begins.empty()) begins.push_back(used.size());
  return begins;
}

/// Returns the level named "host"; without one the whole tree is a host.
std::size_t level_named_host(const TreeTopology& tree) {
  std::size_t l = 1;
  while (l < tree.levels() && tree.level(l).name != "host") ++l;
  return l;
}

/// Returns the first slot of each of the job's hosts in a network, found by the host's name or by the name that Slurm
/// gave it. If a host is not found or not unique, returns nothing and sets `missing` to it.
std::optional<std::vector<Slot>> find_hosts(const HostTable& table, std::span<const ProcessLocation> locations,
                                            const topology::JobHosts& hosts, std::string& missing) {
  const topology::HostNames names(table.names);
  std::vector<Slot> slots;
  for (std::size_t p = 0; p < locations.size(); ++p) {
    if (hosts.of_process[p] < slots.size()) continue;  // the first process of each host decides
    const auto address = topology::parse_slurm_address(locations[p].network, locations[p].host);
    auto found = names.find(locations[p].host);
    if (!found && address) found = names.find(address->host);
    slots.push_back(found ? table.begin[*found] : ~Slot{0});
    if (!found && missing.empty()) missing = address ? address->host : locations[p].host;
  }
  std::vector<Slot> sorted(slots);
  std::sort(sorted.begin(), sorted.end());
  if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); missing.empty() && twice != sorted.end()) {
    missing = hosts.names[static_cast<std::size_t>(std::find(slots.begin(), slots.end(), *twice) - slots.begin())];
  }
  return missing.empty() ? std::optional(std::move(slots)) : std::nullopt;
}

/// Returns a topology with one slot for each host of the table.
std::shared_ptr<const Topology> hosts_alone(const GivenTopology& network) {
  if (network.topology->slots() == network.hosts.names.size()) return network.topology;
  return topology::restrict_to(network.topology, {network.hosts.begin.begin(), network.hosts.begin.end() - 1});
}

/// Replaces first slots of hosts by the numbers of the hosts.
void number_by_host(const HostTable& table, std::vector<Slot>& slots) {
  for (Slot& slot : slots) {
    slot = static_cast<Slot>(std::lower_bound(table.begin.begin(), table.begin.end(), slot) - table.begin.begin());
  }
}

/// Returns the tree without the levels on which no two hosts meet.
TreeTopology branching(const TreeTopology& tree) {
  std::vector<TreeLevel> kept;
  std::size_t below = tree.slots();
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    if (tree.nodes(l) == below && (l < tree.levels() || !kept.empty())) continue;
    kept.push_back(tree.level(l));
    below = tree.nodes(l);
  }
  return TreeTopology(std::move(kept));
}

/// Counts the lowest nodes that hold several hosts.
JobNetwork network_of(const TreeTopology& tree, const std::vector<Slot>& hosts, const std::string& source) {
  std::vector<std::size_t> nodes;
  for (const Slot host : hosts) nodes.push_back(tree.node_of(1, host));
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  const std::string& name = tree.level(1).name;
  return {.switches = nodes.size(), .kind = name.empty() ? "branch" : name, .source = source};
}

JobSlots on_tree(const TopologyRequest& request, const TreeTopology& whole, std::vector<Slot> slots,
                 const std::string& source) {
  const TreeTopology tree = branching(whole);
  JobNetwork words = network_of(tree, slots, source);
  JobSlots job = slots_of(topology::build_job_topology(request.locations, topology::HostNetwork{tree, std::move(slots)},
                                                       request.between_hosts));
  job.network = std::move(words);
  return job;
}

/// Returns the processes of each host.
std::vector<std::vector<std::uint64_t>> processes_of(const topology::JobHosts& hosts) {
  std::vector<std::vector<std::uint64_t>> processes(hosts.names.size());
  for (std::size_t p = 0; p < hosts.of_process.size(); ++p) processes[hosts.of_process[p]].push_back(p);
  return processes;
}

/// Appends the slots of one host's processes to the job. Returns their tree.
std::shared_ptr<const Topology> add_host(const TopologyRequest& request, const std::vector<std::uint64_t>& processes,
                                         JobSlots& job) {
  std::vector<ProcessLocation> inside;
  for (const std::uint64_t process : processes) inside.push_back(request.locations[process]);
  topology::JobTopology part = topology::build_job_topology(inside);
  job.host_begin.push_back(job.process_of_slot.size());
  for (const std::uint64_t which : part.process_of_slot) {
    job.slot_of_process[processes[which]] = job.process_of_slot.size();
    job.process_of_slot.push_back(processes[which]);
  }
  return std::make_shared<TreeTopology>(std::move(part.tree));
}

/// Places the hosts in the order of their places in the network.
JobSlots on_network(const TopologyRequest& request, std::shared_ptr<const Topology> network,
                    const std::vector<Slot>& slots, const topology::JobHosts& hosts) {
  auto order = successive<std::size_t>(slots.size());
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return slots[a] < slots[b]; });
  const auto processes = processes_of(hosts);
  JobSlots job;
  job.slot_of_process.resize(request.locations.size());
  std::vector<std::shared_ptr<const Topology>> parts;
  std::vector<Slot> places;
  for (const std::size_t host : order) {
    parts.push_back(add_host(request, processes[host], job));
    places.push_back(slots[host]);
  }
  job.host_begin.push_back(job.process_of_slot.size());
  job.topology = topology::compose(topology::restrict_to(std::move(network), std::move(places)), std::move(parts));
  return job;
}

/// Puts process p on the place of `slots[p]` among the used slots, which ascend.
void number_slots(std::span<const std::uint64_t> slots, const std::vector<Slot>& used, JobSlots& job) {
  job.process_of_slot.resize(used.size());
  for (const std::uint64_t slot : slots) {
    const auto place = static_cast<Slot>(std::lower_bound(used.begin(), used.end(), slot) - used.begin());
    job.process_of_slot[place] = job.slot_of_process.size();
    job.slot_of_process.push_back(place);
  }
}

/// Returns the machine's routes for the slots of the job. A tree cut down to some slots no longer knows their numbers
/// in the machine, which the routes use.
std::shared_ptr<const Routing> routes_between(const std::vector<Slot>& used, const GivenTopology& machine,
                                              const Topology& job) {
  const bool is_cut = &job != machine.topology.get() && as_tree(job) != nullptr;
  return is_cut ? std::make_shared<topology::RestrictedRouting>(machine.routing, used) : machine.routing;
}

}  // namespace

JobSlots on_machine(const std::string& spec, const GivenTopology& machine, std::vector<std::uint64_t> slots,
                    std::size_t processes) {
  if (slots.empty()) slots = successive<std::uint64_t>(processes);
  std::vector<Slot> used(slots.begin(), slots.end());
  std::sort(used.begin(), used.end());
  const std::uint64_t there = machine.topology->slots();
  if (there <= used.back()) {
    throw InputError(fmt::format("topology {} has {} slots, this job has {} processes", spec, there, used.back() + 1));
  }
  JobSlots job;
  job.topology = there == used.size() ? machine.topology : topology::restrict_to(machine.topology, used);
  number_slots(slots, used, job);
  if (machine.routing != nullptr)
    job.routing = topology::routing_of(*job.topology, routes_between(used, machine, *job.topology));
  if (const TreeTopology* tree = job.tree()) {
    job.host_level = level_named_host(*tree);
  } else {
    job.host_begin = begins_of_hosts(machine.hosts, used);
    job.network.shape = shape_words(*machine.topology);
  }
  return job;
}

std::optional<JobSlots> on_named_hosts(const TopologyRequest& request, const GivenTopology& network,
                                       const std::string& source, std::string& missing) {
  const topology::JobHosts hosts = topology::hosts_of(request.locations);
  auto slots = find_hosts(network.hosts, request.locations, hosts, missing);
  if (!slots) return std::nullopt;
  number_by_host(network.hosts, *slots);
  const auto alone = hosts_alone(network);
  if (const TreeTopology* tree = as_tree(*alone)) {
    return on_tree(request, *tree, std::move(*slots), source);
  }
  if (request.needs_hosts_before_all || hosts.names.size() == 1) return std::nullopt;
  JobSlots job = on_network(request, alone, *slots, hosts);
  const bool has_machines = alone != network.topology;
  job.network.shape = has_machines ? shape_words(*network.topology) : words_of_hosts(*network.topology);
  job.network.source = source;
  if (network.routing != nullptr) job.routing = topology::routing_of(*job.topology, network.routing);
  return job;
}

JobSlots part_of(const JobSlots& job, std::span<const std::uint64_t> members) {
  if (members.size() == job.slot_of_process.size()) return job;
  std::vector<std::uint64_t> slots;
  for (const std::uint64_t member : members) slots.push_back(job.slot_of_process.at(member));
  std::vector<Slot> used(slots.begin(), slots.end());
  std::sort(used.begin(), used.end());
  JobSlots part;
  part.topology = topology::restrict_to(job.topology, used);
  number_slots(slots, used, part);
  part.host_level = job.host_level;
  part.host_begin = begins_of_hosts({{}, job.host_begin}, used);
  if (job.routing != nullptr) part.routing = std::make_shared<topology::RestrictedRouting>(job.routing, used);
  part.network = job.network;
  return part;
}

}  // namespace topomorph::planning
