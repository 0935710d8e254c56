// Topologies as users write them on the command line.
#pragma once

#include <memory>
#include <string>

#include "core/topology/topology.h"

namespace topomorph {

/// `tree:A1:A2:…[@D1:D2:…]` (arities from the leaf upward), `hwloc:FILE.xml`, `synthetic:"pack:2 core:8 pu:1"`.
/// One table maps the prefix to its reader: the place for the next source. Throws InputError for anything else, naming
/// the kinds there are.
std::unique_ptr<Topology> parse_topology(const std::string& spec);

}  // namespace topomorph
