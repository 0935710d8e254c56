// Summarizes a topology without its individual nodes, as text and as JSON.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Returns lines for people: description, distances, hosts. Of a tree they list the objects, indented as by lstopo,
/// with consecutive equal ones once ("24 x host"); of a network with machines in its places, both parts.
std::string outline_text(const GivenTopology& given);

/// Returns {"description", "slots", "levels": [{"name", "nodes", "distance"}] of a tree from the root down,
/// "dimensions": [{"size", "wraps", "cost"}] of a grid, "network" and "scale" of a composed topology, "whole" of a
/// restricted one, "diameter", "average_distance" ("sampled_pairs" if they are not exact), "hosts": [{"name",
/// "first_slot", "slots"}], "speeds"}. Members that do not apply are omitted, except "levels".
nlohmann::ordered_json outline_json(const GivenTopology& given);

}  // namespace topomorph::topology
