// Scotch graphs as affinities.
#pragma once

#include <string>

#include "core/base/line_reader.h"
#include "core/model/affinity.h"

namespace topomorph::formats {

/// Scotch graph (.grf): undirected, as METIS. Source: Scotch user's guide, section "Graph files".
Affinity read_scotch_graph(const std::string& path);

void write_scotch_graph(const Affinity& affinity, const std::string& path);

}  // namespace topomorph::formats
