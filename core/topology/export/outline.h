// What a topology is, without its single slots: for people and for programs.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Lines for people: what it is, how far apart its slots are, its hosts; of a tree the objects, indented, as lstopo
/// prints them, equal ones that follow each other once ("24 x host"); of a network with machines in its places both.
std::string outline_text(const GivenTopology& given);

/// {"description", "slots", "levels": [{"name", "nodes", "distance"}] of a tree from the root down, "dimensions":
/// [{"size", "wraps", "cost"}] of a grid, "network" and "scale" of a composed one, "whole" of a restricted one,
/// "diameter", "average_distance" ("sampled_pairs" where they are not exact), "hosts": [{"name", "first_slot",
/// "slots"}], "speeds"}; members that do not apply are left out, but for "levels".
nlohmann::ordered_json outline_json(const GivenTopology& given);

}  // namespace topomorph::topology
