// Prints distances between slots and hosts.
#include "tools/topomorph/topology/distances.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"

namespace topomorph::cli {

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

}  // namespace topomorph::cli
