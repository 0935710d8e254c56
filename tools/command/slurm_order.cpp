// The order of ranks that Slurm gives by default.
#include "tools/command/slurm_order.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/topology/hosts/host_names.h"
#include "core/topology/hosts/placement.h"
#include "core/topology/sources/slurm/task_order.h"

namespace topomorph::command {
namespace {

bool is_ordered(const GivenTopology& given) { return given.slurm && given.slurm->order_tasks; }

void check_order(const GivenTopology& given, const std::string& option) {
  if (is_ordered(given)) return;
  throw InputError(fmt::format("{} slurm: found {}, expected a topology of Slurm (slurm:FILE)", option,
                               !given.slurm
                                   ? given.topology->describe()
                                   : "CR_NO_DIST_TOPO_BLOCK in slurm.conf, with which tasks follow the list of nodes"));
}

/// Returns the number of each job host in the topology; empty if one is missing.
std::vector<std::size_t> find_hosts(const topology::JobHosts& hosts, const GivenTopology& given) {
  const topology::HostNames names(given.hosts.names);
  std::vector<std::size_t> numbers;
  for (const std::string_view host : hosts.names) {
    const auto found = names.find(host);
    if (!found) return {};
    numbers.push_back(*found);
  }
  return numbers;
}

}  // namespace

Mapping slurm_mapping(std::uint64_t roles, const GivenTopology& given, const std::string& option) {
  check_order(given, option);
  const std::vector<Slot>& begin = given.hosts.begin;
  if (roles > begin.back()) {
    throw InputError(fmt::format("found {} roles, expected at most the {} slots of the topology", roles, begin.back()));
  }
  const auto order = topology::slurm_task_order(*given.slurm, successive<std::size_t>(given.hosts.names.size()));
  std::vector<std::uint64_t> slots;
  for (const std::size_t host : order) slots.push_back(begin[host + 1] - begin[host]);
  const std::vector<std::uint64_t> counts = topology::slurm_task_counts(slots, roles);
  Mapping mapping;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::uint64_t task = 0; task < counts[i]; ++task) mapping.push_back(begin[order[i]] + task);
  }
  return mapping;
}

std::optional<std::vector<ProcessLocation>> in_slurm_order(const std::vector<ProcessLocation>& processes,
                                                           const GivenTopology& given) {
  if (!is_ordered(given) || processes.empty()) return std::nullopt;
  const topology::JobHosts hosts = topology::hosts_of(processes);
  const std::vector<std::size_t> numbers = find_hosts(hosts, given);
  if (numbers.empty()) return std::nullopt;
  std::vector<std::vector<std::size_t>> processes_of(given.hosts.names.size());
  for (std::size_t p = 0; p < processes.size(); ++p) processes_of[numbers[hosts.of_process[p]]].push_back(p);
  std::vector<std::size_t> used;
  for (std::size_t host = 0; host < processes_of.size(); ++host) {
    if (!processes_of[host].empty()) used.push_back(host);
  }
  std::vector<ProcessLocation> ordered;
  for (const std::size_t host : topology::slurm_task_order(*given.slurm, std::move(used))) {
    for (const std::size_t p : processes_of[host]) ordered.push_back(processes[p]);
  }
  return ordered;
}

}  // namespace topomorph::command
