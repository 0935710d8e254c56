// Sums the traffic of each host's ranks.
#include "tools/report/host_traffic.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/successive.h"

namespace topomorph::report {

namespace {

/// Returns the first slot of each host, and the end of the last.
std::vector<Slot> begins_of_hosts(const planning::JobSlots& job) {
  const TreeTopology* tree = job.tree();
  if (tree != nullptr && job.host_level == 0) return successive<Slot>(tree->slots() + 1);
  if (tree != nullptr && job.host_level <= tree->levels()) return tree->level(job.host_level).begin;
  if (tree == nullptr && !job.host_begin.empty()) return job.host_begin;
  return {0, job.topology->slots()};
}

}  // namespace

std::size_t host_at(const HostTable& hosts, Slot slot) { return interval_of(hosts.begin, slot); }

HostTable hosts_of_job(const planning::JobSlots& job, const std::vector<std::string>& host_of_process) {
  HostTable hosts;
  hosts.begin = begins_of_hosts(job);
  for (std::size_t h = 0; h + 1 < hosts.begin.size(); ++h) {
    std::string name;
    for (Slot slot = hosts.begin[h]; slot < hosts.begin[h + 1]; ++slot) {
      const std::uint64_t process = job.process_of_slot[slot];
      const std::string& own = process < host_of_process.size() ? host_of_process[process] : std::string();
      if (slot == hosts.begin[h]) name = own;
      if (own != name) name.clear();
    }
    hosts.names.push_back(name.empty() ? fmt::format("host {}", h) : name);
  }
  return hosts;
}

std::vector<HostTraffic> host_traffic(const Affinity& affinity, const HostTable& hosts, const Mapping& mapping) {
  std::vector<std::size_t> host_of;
  for (const Slot slot : mapping) host_of.push_back(host_at(hosts, slot));
  std::vector<HostTraffic> traffic(hosts.names.size());
  for (Role source = 0; source < affinity.roles(); ++source) {
    ++traffic[host_of[source]].ranks;
    for (const AffinityEntry& entry : affinity.row(source)) {
      if (entry.destination == source) continue;
      const std::size_t from = host_of[source], to = host_of[entry.destination];
      if (from == to) {
        traffic[from].inside += entry.bytes;
      } else {
        traffic[from].out += entry.bytes;
        traffic[to].in += entry.bytes;
      }
    }
  }
  return traffic;
}

double imbalance(const std::vector<HostTraffic>& hosts) {
  double most = 0, sum = 0;
  for (const HostTraffic& host : hosts) {
    const double own = static_cast<double>(host.out) + static_cast<double>(host.in);
    most = std::max(most, own);
    sum += own;
  }
  return sum > 0 ? most * static_cast<double>(hosts.size()) / sum : 1;
}

}  // namespace topomorph::report
