// What a mapping shall save: hops, traffic between hosts, time of all messages, or time of the busiest link.
#pragma once

#include "core/mapping/mapping.h"
#include "core/metrics/level_costs.h"
#include "core/metrics/prediction.h"
#include "core/topology/routing/routing.h"

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
  TreeCosts costs;                                   ///< of a tree's levels
  std::size_t host_level = 0;                        ///< of a tree: its nodes are hosts; the root's: one host
  LinkCost per_distance = kAssumedPerDistance;       ///< of topologies that are no trees: of a distance of 1
  std::shared_ptr<const Routing> routing = nullptr;  ///< of the topology's slots; null: what the shape implies
};

/// The level named "host"; else the children of the root, which has a name only where all of the topology is one
/// machine.
std::size_t host_level_of(const TreeTopology& tree);

/// map() for a cost model. For models other than hop-bytes a tree's distances are replaced by what the model says of
/// its levels, and what comes out is compared, by the model, with the launcher's order. Bottleneck: a mapping for few
/// bytes on slow links, whose roles are then exchanged as long as the busiest links get less to do; with several roles
/// on a slot there is no such second step. MapResult::cost is volume x distance of the true topology whatever the
/// model. Errors as of map(), and InputError where the model says nothing of the topology: bytes and messages without
/// hosts, bottleneck without routes.
MapResult map_by_cost(const Affinity& affinity, const Topology& topology, const MapOptions& options,
                      const CostOptions& cost);

/// What the model says of a mapping, in its own unit: less is better. For HopBytes of the weight. Errors likewise.
double model_cost(const Affinity& affinity, const Topology& topology, const Mapping& mapping, Weight weight,
                  const CostOptions& cost);

/// Times under a mapping: of all messages by the tree's levels or by the distance; of the busiest link over the routes
/// that were given, else by the tree's levels or over what the shape implies (0 where nobody knows any).
Prediction predict_by(const Affinity& affinity, const Topology& topology, const Mapping& mapping,
                      const CostOptions& cost);

/// The links that predict_by() knows, and their routes: those given, else of a tree with the bandwidths of its levels,
/// else what the shape implies; null where nobody knows any. The topology outlives the result.
std::shared_ptr<const Routing> routing_by(const Topology& topology, const CostOptions& cost);

/// The cost of a link of bandwidth 1 there.
LinkCost unit_link(const Topology& topology, const CostOptions& cost);

/// Exchanges roles while this takes load off the busiest links; roles of `options.pinned` stay. `mapping` has one role
/// on a slot at most.
void relieve_busiest_links(const Affinity& affinity, const TreeTopology& tree, const TreeCosts& costs,
                           const MapOptions& options, Mapping& mapping);

/// The same with any routes; the busiest link never gets more to do.
void relieve_busiest_links(const Affinity& affinity, const Routing& routing, std::uint64_t slots,
                           const MapOptions& options, Mapping& mapping);

}  // namespace topomorph
