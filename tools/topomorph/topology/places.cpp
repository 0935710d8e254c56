// Parses names of slots and hosts.
#include "tools/topomorph/topology/places.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/topology/host_names.h"
#include "core/topology/sources/slurm/host_list.h"

namespace topomorph::cli {

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

}  // namespace topomorph::cli
