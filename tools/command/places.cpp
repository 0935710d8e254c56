// Parses names of slots and hosts, and prints their distances.
#include "tools/command/places.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/topology/host_names.h"
#include "core/topology/sources/infiniband/resources.h"
#include "core/topology/sources/slurm/host_list.h"

namespace topomorph::command {

namespace {

constexpr std::uint64_t kMostPlaces = 10000;  // their table has 100 million entries

/// Adds "5" or "0-3". Returns false for other text.
bool add_slots(std::string_view text, std::uint64_t slots, std::vector<Place>& places) {
  const std::size_t dash = text.find('-');
  const auto first = parse_count(text.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : parse_count(text.substr(dash + 1));
  if (!first || !last || *first > *last || *last >= slots || *last - *first >= kMostPlaces) return false;
  for (Slot slot = *first; slot <= *last; ++slot) places.push_back({std::to_string(slot), slot});
  return true;
}

}  // namespace

std::vector<Slot> parse_slot_list(const std::string& text, std::uint64_t slots) {
  std::vector<Slot> list;
  Words ranges(text, ",");
  for (auto range = ranges.next(); !range.empty(); range = ranges.next()) {
    const auto dash = range.find('-');
    const auto first = parse_count(range.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : parse_count(range.substr(dash + 1));
    if (!first || !last || *first > *last || *last >= slots) {
      throw InputError(fmt::format("--slots: found '{}', expected A or A-B with numbers below {}", range, slots));
    }
    if (list.size() + (*last - *first) >= slots)
      throw InputError("--slots: found a slot twice");  // more slots than there are
    for (Slot slot = *first; slot <= *last; ++slot) list.push_back(slot);
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
