// The orders of processes that topomorph predict compares: their names, mappings, and what their replays say.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/evaluation/cost_model.h"
#include "core/mapping/portfolio/map.h"
#include "core/model/given_topology.h"
#include "core/planning/gain.h"
#include "core/replay/replay.h"

namespace topomorph::command {

/// The values of an option that takes an order.
inline constexpr const char* kOrders = "launcher|slot|node|topomorph|cyclic|slurm|random[:SEED]|file:FILE";

/// What orders are made of. The referenced objects must outlive it.
struct OrderSource {
  const planning::JobSlots& job;  ///< the places of its processes are the launcher's order
  const GivenTopology& given;     ///< the machine that it is on
  const trace::Trace& trace;
  const replay::Platform& platform;
  const Affinity& affinity;
  const planning::Aim& aim;
  const mapping::MapOptions& map;
};

struct PredictedOrder {
  std::string name;
  Mapping mapping;
  std::string model;  ///< of "topomorph": the cost model that its order was made for, or store::kLauncher; else empty
  replay::Result result;
  std::uint64_t bytes_between_hosts = 0;
};

/// Replays the trace in an order: "launcher" (that of the job), "slot" (role r on slot r), "node" (one role on each
/// host in turn), "topomorph" (that of this job with a profile of this trace), or one of given_mapping(). Throws
/// InputError.
PredictedOrder predict_order(const std::string& order, const OrderSource& source);

}  // namespace topomorph::command
