// Distances between slots and hosts, as text and JSON.
#pragma once

#include <string>
#include <vector>

#include "tools/topomorph/topology/places.h"

namespace topomorph::cli {

/// Returns a table with a row and a column for every place, divided by blanks.
std::string distances_text(const Topology& topology, const std::vector<Place>& places);

/// Returns {"places": [...], "slots": [...], "distances": [[...], ...]}.
std::string distances_json(const Topology& topology, const std::vector<Place>& places);

}  // namespace topomorph::cli
