// Reads and writes lists of hosts and slots, and prints their distances.
#include "tools/command/places.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/base/successive.h"
#include "core/base/trusted_path.h"
#include "core/topology/hosts/placement.h"
#include "core/topology/sources/infiniband/resources.h"
#include "core/topology/sources/slurm/host_list.h"
#include "tools/launchers/formats.h"
#include "tools/output/message.h"

namespace topomorph::command {
namespace {

constexpr std::uint64_t kMostPlaces = 10000;  // their table has 100 million entries

/// Adds one entry of a list as launchers have it: "n[0-3]", with the number of processes "n1:4" (Hydra, Open MPI) and
/// "n7*2" (Slurm), and addresses as "::1" and "[::1]:4".
void add_entry(std::string_view entry, std::vector<std::string>& hosts) {
  if (const std::size_t at = entry.find('@'); at != entry.npos) entry.remove_prefix(at + 1);  // user@host
  const std::size_t close = entry.starts_with('[') ? entry.find(']') : entry.npos;
  if (close != entry.npos && entry.substr(0, close).find(':') != entry.npos) {
    hosts.emplace_back(entry.substr(1, close - 1));
  } else if (std::ranges::count(entry, ':') > 1) {
    hosts.emplace_back(entry);
  } else {
    const std::string_view list = entry.substr(0, entry.find_first_of(":*"));
    for (std::string& name : topology::parse_host_list(list, topology::kMaxListedHosts - hosts.size()))
      hosts.push_back(std::move(name));
  }
}

/// Adds the entries between the commas outside of brackets.
void add_list(std::string_view list, std::vector<std::string>& hosts) {
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = topology::end_of_host_entry(list, at);
    add_entry(list.substr(at, end - at), hosts);
    at = end + 1;
  }
}

void add_line(std::string_view line, LineReader& reader, std::vector<std::string>& hosts) {
  Words words(line.substr(0, line.find('#')));
  const std::string_view word = words.next();
  if (word.empty()) return;
  try {
    add_list(word, hosts);
  } catch (const InputError& error) {
    reader.fail(error.what());
  }
}

void sort_unique(std::vector<Slot>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// Adds "5" or "0-3". Returns false for other text.
bool add_slots(std::string_view text, std::uint64_t slots, std::vector<Place>& places) {
  const auto range = parse_number_range(text, slots);
  if (!range || range->count > kMostPlaces) return false;
  for (Slot slot = range->first; slot <= range->last; ++slot) places.push_back({std::to_string(slot), slot});
  return true;
}

/// Whether a name in this folder is a file of the caller's or of root's: in a folder like /tmp another user can make
/// one with the name of a host.
bool is_own_file(const std::string& name) {
  struct stat status {};
  return stat(name.c_str(), &status) == 0 && S_ISREG(status.st_mode) && is_of_caller_or_root(status);
}

/// Does what hosts_of_job() does, with repetitions.
std::vector<std::string> listed_hosts(const std::string& file_or_list, const std::string& option) {
  std::vector<std::string> hosts;
  const bool is_file = file_or_list.find('/') != std::string::npos;  // not part of any host name
  if (is_file || is_own_file(file_or_list)) {
    LineReader reader(file_or_list);
    while (const auto line = reader.next()) add_line(*line, reader, hosts);
    if (hosts.empty()) throw InputError(file_or_list, 0, "found no host, expected one a line");
  } else {
    try {
      add_list(file_or_list, hosts);
    } catch (const InputError& error) {
      throw InputError(option + ": no such file, and as a list of hosts: " + error.what());
    }
  }
  return hosts;
}

}  // namespace

std::vector<std::string> hosts_of_job(const std::string& file_or_list, const std::string& option) {
  std::vector<std::string> hosts = listed_hosts(file_or_list, option);
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

namespace {

/// Returns the listed hosts in their order. Calls `shorten` whenever the list has more than twice as many as there are:
/// repeated ranges must not use up the memory.
template <typename Shorten>
std::vector<Slot> hosts_in_order(const std::string& text, const GivenTopology& network, const std::string& option,
                                 Shorten shorten) {
  const std::uint64_t hosts = network.topology->slots();
  std::vector<Slot> list;
  const topology::HostNames names(network.hosts.names);
  for (const std::string& word : listed_hosts(text, option)) {
    if (const auto named = names.find(word)) {
      list.push_back(*named);
    } else if (const auto range = parse_number_range(word, hosts)) {
      for (Slot host = range->first; host <= range->last; ++host) list.push_back(host);
    } else {
      throw InputError(fmt::format("{}: found '{}', expected {}a number or a range of numbers below {}", option, word,
                                   network.hosts.names.empty() ? "" : "a host of the topology, ", hosts));
    }
    if (list.size() > 2 * hosts) shorten(list);
  }
  return list;
}

}  // namespace

std::vector<Slot> parse_hosts(const std::string& text, const GivenTopology& network, const std::string& option) {
  const std::uint64_t hosts = network.topology->slots();
  if (text == "all") return successive<Slot>(hosts);
  std::vector<Slot> list = hosts_in_order(text, network, option, sort_unique);
  sort_unique(list);
  return list;
}

std::vector<Slot> parse_curve(const std::string& text, const GivenTopology& network, const std::string& option) {
  const std::uint64_t hosts = network.topology->slots();
  if (text == "numbers") return successive<Slot>(hosts);
  const auto refuse = [&](const std::vector<Slot>&) {
    throw InputError(fmt::format("{}: found hosts twice, expected each of the {} hosts once", option, hosts));
  };
  std::vector<Slot> curve = hosts_in_order(text, network, option, refuse);
  std::vector<Slot> each = curve;
  sort_unique(each);
  if (each.size() != curve.size()) refuse(curve);
  if (each.size() == hosts) return curve;
  throw InputError(fmt::format("{}: found {} hosts, expected each of the {} hosts once", option, each.size(), hosts));
}

std::string name_of_host(Slot host, const GivenTopology& network) {
  if (network.hosts.names.empty()) return std::to_string(host);
  launchers::check_plain(network.hosts.names[host]);
  return network.hosts.names[host];
}

std::string node_list(const std::vector<Slot>& hosts, const GivenTopology& network) {
  if (!network.hosts.names.empty()) {
    std::vector<std::string> names;
    for (const Slot host : hosts) names.push_back(name_of_host(host, network));
    return topology::format_host_list(names);
  }
  return launchers::as_ranges(hosts);
}

std::vector<Slot> parse_slot_list(const std::string& text, std::uint64_t slots) {
  std::vector<Slot> list;
  Words ranges(text, ",");
  for (auto text_of_range = ranges.next(); !text_of_range.empty(); text_of_range = ranges.next()) {
    const auto range = parse_number_range(text_of_range, slots);
    if (!range) {
      throw InputError(
          fmt::format("--slots: found '{}', expected A or A-B with numbers below {}", text_of_range, slots));
    }
    if (list.size() + range->count > slots)
      throw InputError("--slots: found a slot twice");  // more slots than there are
    for (Slot slot = range->first; slot <= range->last; ++slot) list.push_back(slot);
  }
  std::sort(list.begin(), list.end());
  if (list.empty()) throw InputError("--slots: found an empty list, expected e.g. 0-3,8");
  if (std::adjacent_find(list.begin(), list.end()) != list.end()) throw InputError("--slots: found a slot twice");
  return list;
}

std::vector<Slot> parse_slots(const std::string& text, const GivenTopology& given) {
  static constexpr std::string_view kFile = "resources:";
  if (!text.starts_with(kFile)) return parse_slot_list(text, given.topology->slots());
  std::vector<Slot> slots = topology::read_resources(text.substr(kFile.size()), given);
  std::sort(slots.begin(), slots.end());
  return slots;
}

std::vector<Place> parse_places(const std::string& option, const std::string& text, const GivenTopology& given) {
  const HostTable& hosts = given.hosts;
  const topology::HostNames names(hosts.names);
  std::vector<std::string> list;
  try {
    list = topology::parse_host_list(text);
  } catch (const InputError& error) {
    throw InputError(option + ": " + error.what());
  }
  std::vector<Place> places;
  for (const std::string& name : list) {
    if (const auto host = names.find(name)) {
      places.push_back({hosts.names[*host], hosts.begin[*host]});
    } else if (!add_slots(name, given.topology->slots(), places)) {
      throw InputError(fmt::format("{}: found \"{}\", expected {}a slot below {}", option, name,
                                   hosts.names.empty() ? "" : "a host of the topology or ", given.topology->slots()));
    }
    if (places.size() > kMostPlaces) {
      throw InputError(fmt::format("{}: found more than {} places, expected at most that", option, kMostPlaces));
    }
  }
  return places;
}

std::string distances_text(const Topology& topology, const std::vector<Place>& places) {
  std::size_t first = 0;
  for (const Place& place : places) first = std::max(first, place.name.size());
  std::vector<std::size_t> width;
  for (const Place& to : places) {
    width.push_back(to.name.size());
    for (const Place& from : places) {
      width.back() = std::max(width.back(), std::to_string(topology.distance(from.slot, to.slot)).size());
    }
  }
  std::string text(first, ' ');
  for (std::size_t to = 0; to < places.size(); ++to) text += fmt::format(" {:>{}}", places[to].name, width[to]);
  text += '\n';
  for (const Place& from : places) {
    text += fmt::format("{:<{}}", from.name, first);
    for (std::size_t to = 0; to < places.size(); ++to) {
      text += fmt::format(" {:>{}}", topology.distance(from.slot, places[to].slot), width[to]);
    }
    text += '\n';
  }
  return text;
}

std::string distances_json(const Topology& topology, const std::vector<Place>& places) {
  nlohmann::ordered_json json = {{"places", nlohmann::ordered_json::array()},
                                 {"slots", nlohmann::ordered_json::array()}};
  for (const Place& from : places) {
    json["places"].push_back(from.name);
    json["slots"].push_back(from.slot);
    std::vector<std::uint64_t> row;
    for (const Place& to : places) row.push_back(topology.distance(from.slot, to.slot));
    json["distances"].push_back(std::move(row));
  }
  return json_text(json) + "\n";
}

}  // namespace topomorph::command
