// Reads and writes lists of hosts.
#include "tools/topomorph/free_hosts.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/topology/host_names.h"
#include "core/topology/sources/slurm/host_list.h"
#include "tools/topomorph/message.h"
#include "tools/topomorph/topology/host_check.h"

namespace topomorph::cli {

namespace {

/// Adds the numbers "3" or "0-3", which must be below `hosts`. Returns false for other text.
bool add_numbers(std::string_view text, std::uint64_t hosts, std::vector<Slot>& list) {
  const std::size_t dash = std::min(text.find('-'), text.size());
  const auto first = parse_count(text.substr(0, dash));
  const auto last = dash == text.size() ? first : parse_count(text.substr(dash + 1));
  if (!first || !last || *first > *last || *last >= hosts) return false;
  for (Slot host = *first; host <= *last; ++host) list.push_back(host);
  return true;
}

void sort_unique(std::vector<Slot>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

GivenTopology read_network(const std::string& spec) {
  GivenTopology network = topology::read_topology(spec);
  for (const std::string& note : network.notes) message(note);
  const std::size_t hosts = network.hosts.begin.empty() ? 0 : network.hosts.begin.size() - 1;
  if (hosts > 0 && hosts != network.topology->slots()) {
    throw InputError(
        fmt::format("--topology: found {} hosts with {} slots, expected a network alone, whose slots are "
                    "its hosts; --slots-per-node says what is in them",
                    hosts, network.topology->slots()));
  }
  return network;
}

std::vector<Slot> parse_hosts(const std::string& text, const GivenTopology& network, const std::string& option) {
  const std::uint64_t hosts = network.topology->slots();
  std::vector<Slot> list;
  if (text == "all") {
    list.resize(hosts);
    std::iota(list.begin(), list.end(), Slot{0});
    return list;
  }
  const topology::HostNames names(network.hosts.names);
  for (const std::string& word : hosts_of_job(text, option)) {
    if (const auto named = names.find(word)) {
      list.push_back(*named);
    } else if (!add_numbers(word, hosts, list)) {
      throw InputError(fmt::format("{}: found '{}', expected {}a number or a range of numbers below {}", option, word,
                                   network.hosts.names.empty() ? "" : "a host of the topology, ", hosts));
    }
    if (list.size() > 2 * hosts) sort_unique(list);  // repeated ranges must not use up the memory
  }
  sort_unique(list);
  return list;
}

std::string name_of_host(Slot host, const GivenTopology& network) {
  return network.hosts.names.empty() ? std::to_string(host) : network.hosts.names[host];
}

std::string node_list(const std::vector<Slot>& hosts, const GivenTopology& network) {
  if (!network.hosts.names.empty()) {
    std::vector<std::string> names;
    for (const Slot host : hosts) names.push_back(network.hosts.names[host]);
    return topology::format_host_list(names);
  }
  std::string list;
  for (std::size_t first = 0, i = 1; i <= hosts.size(); ++i) {
    if (i < hosts.size() && hosts[i] == hosts[i - 1] + 1) continue;
    list += fmt::format("{}{}", list.empty() ? "" : ",", hosts[first]);
    if (i - first > 1) list += fmt::format("-{}", hosts[i - 1]);
    first = i;
  }
  return list;
}

}  // namespace topomorph::cli
