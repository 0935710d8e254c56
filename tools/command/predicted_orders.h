// The orders of processes that topomorph predict compares: their names, mappings, and what their replays say.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/evaluation/cost_model.h"
#include "core/mapping/map.h"
#include "core/model/given_topology.h"
#include "core/replay/replay.h"

namespace topomorph::command {

/// The values of an option that takes an order.
inline constexpr const char* kOrders = "slot|node|topomorph|cyclic|random[:SEED]|file:FILE";

/// What orders are made of. The referenced objects must outlive it.
struct OrderSource {
  const Topology& topology;
  const replay::Platform& platform;
  const Affinity& affinity;
  const evaluation::CostOptions& cost;
  const mapping::MapOptions& map;
};

/// Returns the mapping of an order: "slot" (role r on slot r), "node" (one role on each host in turn), "topomorph" (the
/// mapper's), or one of given_mapping(). Throws InputError.
Mapping mapping_of(const std::string& order, const OrderSource& source);

struct PredictedOrder {
  std::string name;
  Mapping mapping;
  replay::Result result;
  std::uint64_t bytes_between_hosts = 0;
};

/// Replays the trace in this order. Throws InputError.
PredictedOrder predict_order(const std::string& order, const trace::Trace& trace, const OrderSource& source);

}  // namespace topomorph::command
