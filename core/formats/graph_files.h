// METIS and Scotch graphs as affinities.
#pragma once

#include <string>

#include "core/base/line_reader.h"
#include "core/model/affinity.h"

namespace topomorph::formats {

/// METIS graph: undirected, vertices from 1. Vertex sizes and weights are skipped; edges without weight count 1. Loops
/// cannot be written and are left out. Source: METIS manual, section 4.1.1.
Affinity read_metis(const std::string& path);

void write_metis(const Affinity& affinity, const std::string& path);

/// Scotch graph (.grf): undirected, as METIS. Source: Scotch user's guide, section "Graph files".
Affinity read_scotch_graph(const std::string& path);

void write_scotch_graph(const Affinity& affinity, const std::string& path);

}  // namespace topomorph::formats
