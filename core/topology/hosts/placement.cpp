// Finds hosts by name, and builds the tree of a job's slots from the locations of its processes.
#include "core/topology/hosts/placement.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/base/text.h"

namespace topomorph::topology {

namespace {

/// The node of a process on the host level and on every place. Addresses compare in the order of the tree's slots.
using ProcessAddress = std::array<std::uint64_t, 1 + kPlaces.size()>;

constexpr std::uint64_t kUnknown = kPathNumberLimit;  // numbers from here on: a node that holds only this process

/// Returns the address of a process: 0 on places that the machine does not have, so that its objects share the
/// enclosing node, and a number of its own on all places inside the last known one.
ProcessAddress address_of_process(const ProcessLocation& location, std::uint64_t host, std::uint64_t process) {
  ProcessAddress address{};
  address[0] = host;
  std::size_t place = 0;
  std::string_view rest = location.path;
  while (!rest.empty()) {
    const PathObject object = take_object(rest, location);
    const auto found = std::find(kPlaces.begin() + static_cast<std::ptrdiff_t>(place), kPlaces.end(), object.type);
    if (found != kPlaces.end()) {
      place = static_cast<std::size_t>(found - kPlaces.begin()) + 1;
      address[place] = object.number;
    }
  }
  std::fill(address.begin() + static_cast<std::ptrdiff_t>(place) + 1, address.end(), kUnknown + process);
  return address;
}

/// `number_of_host` orders the hosts.
std::vector<ProcessAddress> addresses_of_processes(std::span<const ProcessLocation> processes, const JobHosts& hosts,
                                                   std::span<const Slot> number_of_host) {
  std::vector<ProcessAddress> addresses;
  addresses.reserve(processes.size());
  for (const ProcessLocation& location : processes) {
    const std::size_t process = addresses.size();
    addresses.push_back(address_of_process(location, number_of_host[hosts.of_process[process]], process));
  }
  return addresses;
}

/// Returns the nodes on one place. A node begins where the address changes on this place or on one outside it.
TreeLevel level_of_place(std::size_t place, std::span<const std::size_t> first_change) {
  TreeLevel level;
  level.name = place == 0 ? "host" : std::string(kPlaces[place - 1]);
  for (Slot slot = 0; slot < first_change.size(); ++slot) {
    if (first_change[slot] <= place) level.begin.push_back(slot);
  }
  level.begin.push_back(first_change.size());
  return level;
}

/// Returns, for each slot, the index of the outermost place on which it differs from the slot before it.
std::vector<std::size_t> first_changes(std::span<const ProcessAddress> addresses,
                                       std::span<const std::uint64_t> process_of_slot) {
  std::vector<std::size_t> changes = {0};
  for (Slot slot = 1; slot < process_of_slot.size(); ++slot) {
    const ProcessAddress& before = addresses[process_of_slot[slot - 1]];
    const ProcessAddress& here = addresses[process_of_slot[slot]];
    changes.push_back(
        static_cast<std::size_t>(std::mismatch(before.begin(), before.end(), here.begin()).first - before.begin()));
  }
  return changes;
}

/// From the slots up to the hosts.
std::vector<TreeLevel> levels_inside(std::span<const std::size_t> first_change) {
  std::vector<TreeLevel> levels;
  for (std::size_t place = kPlaces.size() + 1; place-- > 0;) levels.push_back(level_of_place(place, first_change));
  levels = without_trivial_levels(std::move(levels));
  std::uint64_t distance = 0;
  for (TreeLevel& level : levels) level.distance = ++distance;
  return levels;
}

std::uint64_t in_scale(std::uint64_t distance, std::uint64_t scale) {
  constexpr std::uint64_t kFarthest = std::uint64_t{1} << 56;
  return distance > kFarthest / scale ? kFarthest : distance * scale;
}

/// Returns the nodes of level l of the network as intervals of the job's slots. `hosts` has the first slot of each host
/// and the end of the last.
TreeLevel network_level(const TreeTopology& network, std::size_t l, const std::vector<Slot>& hosts,
                        std::span<const Slot> place_of_slot) {
  TreeLevel level{network.level(l).name, 0, {}, network.level(l).cables};
  std::size_t previous = 0;
  for (std::size_t h = 0; h + 1 < hosts.size(); ++h) {
    const std::size_t node = network.node_of(l, place_of_slot[hosts[h]]);
    if (h == 0 || node != previous) level.begin.push_back(hosts[h]);
    previous = node;
  }
  level.begin.push_back(hosts.back());
  return level;
}

/// Appends the levels of the network on which hosts of the job meet.
void add_network(const TreeTopology& network, std::span<const Slot> place_of_slot, std::uint64_t between_hosts,
                 std::vector<TreeLevel>& levels) {
  const std::uint64_t scale = network_scale(levels.back().distance, network.level(1).distance, between_hosts);
  const std::vector<Slot> hosts = levels.back().begin;
  for (std::size_t l = 1; l <= network.levels(); ++l) {
    TreeLevel level = network_level(network, l, hosts, place_of_slot);
    if (level.begin.size() == levels.back().begin.size()) continue;
    level.distance = std::max(in_scale(network.level(l).distance, scale), levels.back().distance);
    levels.push_back(std::move(level));
  }
}

void check_processes(std::span<const ProcessLocation> processes, std::uint64_t between_hosts) {
  if (processes.empty()) throw InputError("found a job without processes, expected at least one");
  if (between_hosts == 0 || between_hosts > kUnknown)
    throw InputError("expected a distance between hosts of 1 to 2^32");
}

/// Lays out the hosts in the order of `network.slot_of_host`.
JobTopology lay_out(std::span<const ProcessLocation> processes, const JobHosts& hosts, const HostNetwork& network,
                    std::uint64_t between_hosts) {
  const std::vector<ProcessAddress> addresses = addresses_of_processes(processes, hosts, network.slot_of_host);
  auto process_of_slot = successive<std::uint64_t>(processes.size());
  std::stable_sort(process_of_slot.begin(), process_of_slot.end(),
                   [&](std::uint64_t a, std::uint64_t b) { return addresses[a] < addresses[b]; });
  std::vector<Slot> place_of_slot;
  for (const std::uint64_t process : process_of_slot) place_of_slot.push_back(addresses[process][0]);

  std::vector<TreeLevel> levels = levels_inside(first_changes(addresses, process_of_slot));
  const std::size_t host_level = levels.size();
  if (hosts.names.size() > 1) {
    add_network(network.tree, place_of_slot, between_hosts, levels);
    levels.back().name = "cluster";
  }
  JobTopology job{TreeTopology(std::move(levels)), std::vector<Slot>(processes.size()), {}, host_level};
  for (Slot slot = 0; slot < process_of_slot.size(); ++slot) job.slot_of_process[process_of_slot[slot]] = slot;
  job.process_of_slot = std::move(process_of_slot);
  return job;
}

}  // namespace

JobHosts hosts_of(std::span<const ProcessLocation> processes) {
  JobHosts hosts;
  std::unordered_map<std::string_view, std::size_t> number;
  for (const ProcessLocation& location : processes) {
    const auto [host, is_new] = number.try_emplace(location.host, number.size());
    if (is_new) hosts.names.push_back(location.host);
    hosts.of_process.push_back(host->second);
  }
  return hosts;
}

std::uint64_t network_scale(std::uint64_t inside, std::uint64_t nearest, std::uint64_t between_hosts) {
  const std::uint64_t wanted = std::max<std::uint64_t>(inside, 1) * between_hosts;
  return std::max<std::uint64_t>(
      1, (wanted + std::max<std::uint64_t>(nearest, 1) - 1) / std::max<std::uint64_t>(nearest, 1));
}

JobTopology build_job_topology(std::span<const ProcessLocation> processes, std::uint64_t between_hosts) {
  check_processes(processes, between_hosts);
  const JobHosts hosts = hosts_of(processes);
  const TreeTopology all_alike({{"cluster", 1, {0, hosts.names.size()}}});
  return lay_out(processes, hosts, {all_alike, successive<Slot>(hosts.names.size())}, between_hosts);
}

JobTopology build_job_topology(std::span<const ProcessLocation> processes, const HostNetwork& network,
                               std::uint64_t between_hosts) {
  check_processes(processes, between_hosts);
  const JobHosts hosts = hosts_of(processes);
  if (network.slot_of_host.size() != hosts.names.size()) {
    throw InputError(
        fmt::format("found places of {} hosts, expected those of {}", network.slot_of_host.size(), hosts.names.size()));
  }
  std::vector<Slot> sorted(network.slot_of_host);
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end() || sorted.back() >= network.tree.slots()) {
    throw InputError("found two hosts in one place of the network, or one outside, expected a place for each");
  }
  return lay_out(processes, hosts, network, between_hosts);
}

namespace {

std::string without_domain(const std::string& name) {
  const bool is_address = name.find_first_not_of("0123456789.:") == std::string::npos;
  return is_address ? name : name.substr(0, name.find('.'));
}

}  // namespace

HostNames::HostNames(std::span<const std::string> names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string name = lower_case(names[i]);
    full_.try_emplace(name, i);
    const auto [other, is_new] = short_.try_emplace(without_domain(name), i);
    if (!is_new && lower_case(names[other->second == kSeveral ? i : other->second]) != name) other->second = kSeveral;
  }
}

std::optional<std::size_t> HostNames::find(std::string_view name) const {
  const std::string wanted = lower_case(name);
  if (const auto found = full_.find(wanted); found != full_.end()) return found->second;
  const std::string short_form = without_domain(wanted);
  const auto found = short_.find(short_form);
  return found == short_.end() || found->second == kSeveral ? std::nullopt : std::optional(found->second);
}

}  // namespace topomorph::topology
