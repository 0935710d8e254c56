// Mappings by name: a file, or an order that needs no file, as that which Slurm gives by default.
#include "tools/command/given_mapping.h"

#include <random>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/base/successive.h"
#include "core/formats/role_files.h"
#include "core/model/tree.h"
#include "core/topology/hosts/placement.h"
#include "core/topology/sources/slurm/task_order.h"

namespace topomorph::command {

namespace {

Mapping cyclic(const Topology& topology, const std::string& option) {
  const TreeTopology* tree = as_tree(topology);
  if (tree == nullptr) throw InputError(option + " cyclic: expected a tree as topology, found " + topology.describe());
  if (tree->levels() == 1) return successive<Slot>(tree->slots());  // the root's children are the slots
  const std::vector<Slot>& begin = tree->level(tree->levels() - 1).begin;
  Mapping mapping;
  for (Slot place = 0; mapping.size() < tree->slots(); ++place) {
    for (std::size_t child = 0; child + 1 < begin.size(); ++child) {
      if (begin[child] + place < begin[child + 1]) mapping.push_back(begin[child] + place);
    }
  }
  return mapping;
}

/// Fisher and Yates by hand: the result of std::shuffle differs between C++ libraries.
Mapping random(std::uint64_t slots, std::uint64_t seed) {
  Mapping mapping = successive<Slot>(slots);
  std::mt19937_64 generator(seed);
  for (std::uint64_t i = slots; i > 1; --i) std::swap(mapping[i - 1], mapping[generator() % i]);
  return mapping;
}

constexpr std::string_view kRandom = "random", kRandomWithSeed = "random:";

}  // namespace

bool names_a_mapping(const std::string& text) {
  return text == "identity" || text == "cyclic" || text == "slurm" || text == kRandom ||
         text.starts_with(kRandomWithSeed);
}

Mapping given_mapping(const std::string& text, std::uint64_t roles, const GivenTopology& given,
                      const std::string& option) {
  const bool seeded = text.starts_with(kRandomWithSeed);
  const auto seed = seeded ? parse_count(std::string_view(text).substr(kRandomWithSeed.size())) : 1;
  if (!seed) throw InputError(fmt::format("{}: found '{}', expected random:SEED with a whole number", option, text));
  const Topology& topology = *given.topology;
  Mapping mapping;
  if (text == "slurm") {
    return slurm_mapping(roles, given, option);
  } else if (text == "identity") {
    mapping = successive<Slot>(topology.slots());
  } else if (text == "cyclic") {
    mapping = cyclic(topology, option);
  } else if (text == kRandom || seeded) {
    mapping = random(topology.slots(), *seed);
  } else {
    return formats::read_mapping(text);
  }
  if (roles > mapping.size()) {
    throw InputError(
        fmt::format("found {} roles, expected at most the {} slots of the topology", roles, mapping.size()));
  }
  mapping.resize(roles);
  return mapping;
}

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
