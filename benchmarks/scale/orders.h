// The orders of processes that the tables compare.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "benchmarks/scale/machine.h"
#include "core/model/affinity.h"
#include "core/model/mapping.h"

namespace topomorph::scale {

/// Names that order_of() knows, in the order of the tables: slot, node, network, topomorph, bottleneck, scotch,
/// topomatch, eagermap, random.
std::span<const std::string_view> order_names();

/// Throws InputError for a name that order_of() does not know.
void check_order(std::string_view name);

/// Returns the mapping of an order. slot: hosts by name, each with kCores successive roles, as launchers do. node: one
/// role on each of these hosts in turn. network: as slot, hosts along the network, as a launcher that knows its
/// switches. topomorph: the mapper, preset default, which also knows order slot. bottleneck: the same with
/// --cost bottleneck and the machine's routes. The others are algorithms of mapping::map() with its defaults; `seed` is
/// for random. After `seconds` a mapper returns what it has. Throws InputError for an unknown name, and as
/// mapping::map().
Mapping order_of(std::string_view name, const Affinity& affinity, const Machine& machine, std::uint64_t seed,
                 double seconds);

}  // namespace topomorph::scale
