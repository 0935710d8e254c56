// Distances between slots and hosts, for the command line.
#pragma once

#include <string>
#include <vector>

#include "tools/topomorph/topology/places.h"

namespace topomorph::cli {

/// A table: a line for every place, a column for every place, blanks between them.
std::string distances_text(const Topology& topology, const std::vector<Place>& places);

/// {"places": [...], "slots": [...], "distances": [[...], ...]}
std::string distances_json(const Topology& topology, const std::vector<Place>& places);

}  // namespace topomorph::cli
