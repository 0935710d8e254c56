// Reads and writes lists of hosts.
#include "tools/command/hosts.h"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <optional>
#include <unordered_set>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/topology/host_names.h"
#include "core/topology/sources/slurm/host_list.h"
#include "tools/output/message.h"

namespace topomorph::command {

namespace {

void add_line(std::string_view line, LineReader& reader, std::vector<std::string>& hosts) {
  Words words(line.substr(0, line.find('#')));
  std::string_view word = words.next();
  if (word.empty()) return;
  if (const std::size_t at = word.find('@'); at != std::string_view::npos) word.remove_prefix(at + 1);  // user@host
  try {
    for (std::string& name : topology::parse_host_list(word.substr(0, word.find(':'))))
      hosts.push_back(std::move(name));
  } catch (const InputError& error) {
    reader.fail(error.what());
  }
}

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

std::vector<std::string> hosts_of_job(const std::string& file_or_list, const std::string& option) {
  std::vector<std::string> hosts;
  std::error_code none;
  const bool is_file = file_or_list.find('/') != std::string::npos;  // not part of any host name
  if (is_file || std::filesystem::exists(file_or_list, none)) {
    LineReader reader(file_or_list);
    while (const auto line = reader.next()) add_line(*line, reader, hosts);
    if (hosts.empty()) throw InputError(file_or_list, 0, "found no host, expected one a line");
  } else {
    try {
      hosts = topology::parse_host_list(file_or_list);
    } catch (const InputError& error) {
      throw InputError(option + ": no such file, and as a list of hosts: " + error.what());
    }
  }
  std::unordered_set<std::string> seen;
  std::erase_if(hosts, [&](const std::string& host) { return !seen.insert(host).second; });
  return hosts;
}

std::vector<std::string> missing_hosts(const std::vector<std::string>& job, const GivenTopology& given) {
  if (given.hosts.names.empty()) {
    throw InputError("--check: found a topology without names of hosts, expected one with names");
  }
  const topology::HostNames names(given.hosts.names);
  std::vector<std::string> missing;
  for (const std::string& host : job) {
    if (!names.find(host)) missing.push_back(host);
  }
  return missing;
}

GivenTopology read_network(const std::string& spec) {
  GivenTopology network = topology::read_topology(spec);
  for (const std::string& note : network.notes) output::message(note);
  const std::size_t hosts = network.hosts.begin.empty() ? 0 : network.hosts.begin.size() - 1;
  if (hosts > 0 && hosts != network.topology->slots()) {
    throw InputError(
        fmt::format("--topology: found {} hosts with {} slots, expected a network with hosts as slots; "
                    "--slots-per-node sets the slots of a host",
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

}  // namespace topomorph::command
