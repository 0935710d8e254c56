// What a mapping shall save: hops, traffic between hosts, time of all messages, or time of the busiest link.
#pragma once

#include "core/evaluation/level_costs.h"
#include "core/evaluation/prediction.h"
#include "core/model/mapping.h"
#include "core/model/routing.h"

namespace topomorph::evaluation {

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

/// What a model counts: messages for Messages, else bytes.
Weight weight_of(CostModel model);

/// with_far_hosts() of the options; throws InputError where the topology does not tell its hosts.
std::shared_ptr<const Topology> far_hosts_or_throw(const Topology& topology, const CostOptions& cost);

/// routing_by(); throws InputError where nobody knows any links.
std::shared_ptr<const Routing> routes_or_throw(const Topology& topology, const CostOptions& cost);

}  // namespace topomorph::evaluation
