// What a mapping shall save: hops, traffic between hosts, time of all messages, or time of the busiest link.
#pragma once

#include "core/mapping/mapping.h"
#include "core/metrics/level_costs.h"

namespace topomorph {

enum class CostModel {
  HopBytes,    ///< volume x distance (of bytes, or of messages: MapOptions::weight)
  Bytes,       ///< bytes between hosts before all else
  Messages,    ///< messages between hosts before all else
  AlphaBeta,   ///< latency x messages + bytes / bandwidth, by level
  Bottleneck,  ///< the link with most bytes for its bandwidth, of any host or smaller part of the machine
};

/// As a user writes them, in the order of CostModel.
inline constexpr const char* kCostModelNames = "hop-bytes|bytes|messages|alpha-beta|bottleneck";

/// Throws InputError for other names.
CostModel cost_model_named(const std::string& name);

struct CostOptions {
  CostModel model = CostModel::HopBytes;
  TreeCosts costs;             ///< of the tree's levels
  std::size_t host_level = 0;  ///< nodes of this level are hosts; the root's where there is one host
};

/// The level named "host"; else the children of the root, which has a name only where all of the topology is one
/// machine.
std::size_t host_level_of(const TreeTopology& tree);

/// map() for a cost model. For models other than hop-bytes the tree's distances are replaced by what the model says of
/// its levels, and what comes out is compared, by the model, with the launcher's order. Bottleneck: a mapping for few
/// bytes on slow links, whose roles are then exchanged as long as the busiest links get less to do; with several roles
/// on a slot there is no such second step. MapResult::cost is volume x distance of the true tree whatever the model.
/// Errors as of map().
MapResult map_by_cost(const Affinity& affinity, const TreeTopology& tree, const MapOptions& options,
                      const CostOptions& cost);

/// What the model says of a mapping, in its own unit: less is better. For HopBytes of the weight.
double model_cost(const Affinity& affinity, const TreeTopology& tree, const Mapping& mapping, Weight weight,
                  const CostOptions& cost);

/// Exchanges roles while this takes load off the busiest links; roles of `options.pinned` stay. `mapping` has one role
/// on a slot at most.
void relieve_busiest_links(const Affinity& affinity, const TreeTopology& tree, const TreeCosts& costs,
                           const MapOptions& options, Mapping& mapping);

}  // namespace topomorph
