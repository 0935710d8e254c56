// What a topology is, without its single nodes: for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/topology/spec.h"

namespace topomorph {

/// {"description", "slots", "levels": [{"name", "nodes", "distance"}] of a tree from the root down, "dimensions":
/// [{"size", "wraps", "cost"}] of a grid, "network" and "scale" of a composed one, "whole" of a restricted one,
/// "hosts":
/// [{"name", "first_slot", "slots"}], "speeds"}; members that do not apply are left out, but for "levels".
nlohmann::ordered_json outline_json(const GivenTopology& given);

}  // namespace topomorph
