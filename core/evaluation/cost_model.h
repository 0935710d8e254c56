// Cost models: the quantity that a mapping shall minimise.
#pragma once

#include <cstddef>
#include <vector>

#include "core/evaluation/level_costs.h"
#include "core/evaluation/network_costs.h"
#include "core/evaluation/prediction.h"
#include "core/model/mapping.h"
#include "core/model/routing.h"
#include "core/model/tree.h"

namespace topomorph::evaluation {

enum class CostModel {
  HopBytes,    ///< volume x distance, of bytes or of messages (MapOptions::weight)
  Bytes,       ///< bytes between hosts, before all else
  Messages,    ///< messages between hosts, before all else
  AlphaBeta,   ///< latency x messages + bytes / bandwidth, by level
  Bottleneck,  ///< bytes / bandwidth of the busiest link, of any host or smaller part of the machine
};

/// Returns the model of a name that users write: a choice of the setting Cost. Throws InputError for other names.
CostModel cost_model_named(const std::string& name);
const char* name_of(CostModel model);

struct CostOptions {
  CostModel model = CostModel::HopBytes;
  TreeCosts costs;             ///< of a tree's levels
  std::size_t host_level = 0;  ///< of a tree: the level whose nodes are hosts; the root's level: one host
  NetworkCosts network = {};   ///< where the costs come from, if a job has measured them; else empty
  LinkCost per_distance = kAssumedPerDistance;  ///< of topologies that are no trees: cost of distance 1
  /// Of networks with machines in their places: the levels inside a machine, a tree, from the slots up. Empty: they
  /// cost what their distances do.
  std::vector<LinkCost> inside = {};
  std::shared_ptr<const Routing> routing = nullptr;  ///< of the topology's slots; null: routes follow from the shape
};

/// Returns where the costs of the network come from: "assumed" (of the distances), "given" or "measured" (by a job).
const char* source_of_costs(const CostOptions& cost);

/// Returns the level named "host"; else the level below the root. A root with a name, or the only level, is one
/// machine: then returns the root's level.
std::size_t host_level_of(const TreeTopology& tree);

/// Returns the cost of a mapping in the model's own unit; less is better. HopBytes uses `weight`. Throws InputError as
/// far_hosts_or_throw() and routes_or_throw() do.
double model_cost(const Affinity& affinity, const Topology& topology, const Mapping& mapping, Weight weight,
                  const CostOptions& cost);

/// Returns the cost of messages between two slots of a topology that is no tree, while nobody else sends.
LinkCost cost_between(const Topology& topology, const CostOptions& cost, Slot a, Slot b);

/// Predicts the times under a mapping. All messages: by the tree's levels or by the distances. Busiest link: over the
/// given routes, else by the tree's levels or over the routes that the shape implies; 0 if no routes are known.
Prediction predict_by(const Affinity& affinity, const Topology& topology, const Mapping& mapping,
                      const CostOptions& cost);

/// Returns the links and routes that predict_by() uses: the given ones; else a tree's, with the bandwidths of its
/// levels; else what the shape implies; null if unknown. The topology must outlive the result.
std::shared_ptr<const Routing> routing_by(const Topology& topology, const CostOptions& cost);

/// Returns whether all links up from a node of the tree are one link: then sums over its nodes tell the busiest.
bool has_level_links(const TreeTopology& tree, const CostOptions& cost);

/// Returns the cost of a link whose bandwidth is 1 in routing_by().
LinkCost unit_link(const Topology& topology, const CostOptions& cost);

/// Returns the volume that a model counts: messages for Messages, else bytes.
Weight weight_of(CostModel model);

/// Returns with_far_hosts(). Throws InputError if the hosts of the topology are unknown.
std::shared_ptr<const Topology> far_hosts_or_throw(const Topology& topology, const CostOptions& cost);

/// Returns routing_by(). Throws InputError if no links are known.
std::shared_ptr<const Routing> routes_or_throw(const Topology& topology, const CostOptions& cost);

/// Returns whether the tree's source names no level and there are several that may have the hosts: the short form
/// "tleaf:" and Scotch's files, which list switches and machines alike.
bool has_unknown_hosts(const TreeTopology& tree);

/// Returns host_level_of(). Throws InputError, with the ways to say it, if the tree has unknown hosts.
std::size_t known_host_level_of(const TreeTopology& tree);

/// Seconds that cannot overlap with themselves. Waiting for others is not in them.
struct StaticTime {
  double link = 0;     ///< the bytes of the busiest link between hosts, less what a burst passes, at its rate
  double process = 0;  ///< processor time of the messages of the busiest process

  double sum() const { return link + process; }                     ///< for comparisons: what is seldom all hidden
  double least() const { return link > process ? link : process; }  ///< no job takes less
};

/// Returns the times of a job whose traffic is `affinity`. The costs are those of `cost`, whose network is measured.
StaticTime static_time(const Affinity& affinity, const TreeTopology& tree, const Mapping& mapping,
                       const CostOptions& cost);

}  // namespace topomorph::evaluation
