// A network as a drawing: where its parts stand, which links join them, and what these carry.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/evaluation/cost_model.h"
#include "core/model/affinity.h"
#include "core/planning/job_slots.h"
#include "core/topology/spec.h"

namespace topomorph::report {

struct PlanNode {
  std::string label;
  double x = 0, y = 0;      ///< trees: middle of its slots, from 0 to 1, and level from the root down; others: places
  Slot first = 0;           ///< of the slots on it or below it
  std::uint64_t slots = 0;  ///< 0: a switch or router
};

/// Both directions. Links that leave the plane (around a torus, to the next plane) are drawn as stubs: from `a` in the
/// direction of the stub, from `b` against it.
struct PlanLink {
  std::size_t a = 0, b = 0;
  double seconds_per_byte = 0;
  double stub_x = 0, stub_y = 0;
};

struct LinkBytes {
  std::uint64_t forth = 0, back = 0;  ///< from a to b; of trees: from the node up
};

struct NetworkPlan {
  enum class Kind { Tree, Lattice, Circle };
  Kind kind = Kind::Tree;
  std::vector<PlanNode> nodes;
  std::vector<PlanLink> links;
  std::string note;                     ///< what is not drawn
  std::vector<PlanNode> captions = {};  ///< words that stand free: label and place
  /// Of networks that are no trees: by directed link of the routing, twice the plan's link, and 1 for the way back.
  std::vector<std::pair<Link, std::size_t>> numbers = {};
  std::size_t lowest_level = 0;  ///< of a tree: that is drawn, 0 for slots
};

/// Nothing where nobody knows the links or they are too many to be told apart; `why` says so. `routing` is of the job's
/// topology and may be null for trees.
std::optional<NetworkPlan> plan_network(const planning::JobSlots& job, const HostTable& hosts,
                                        const evaluation::CostOptions& cost, const Routing* routing, std::string& why);

/// What each link of the plan carries, over the links of the tree or the routes that the plan was made with.
std::vector<LinkBytes> loads_of_plan(const NetworkPlan& plan, const planning::JobSlots& job, const Affinity& affinity,
                                     const Mapping& mapping, const Routing* routing);

/// Where a link begins and ends, from what Routing::name() calls it: "(0,1)->(0,2)", "router 3=>17", "s1 -> s2 (2
/// cables)". Nothing for links inside machines and from slots, "slot 5 up", which have one end in their name.
struct LinkEnds {
  std::string from, to;
};
std::optional<LinkEnds> ends_of_link(const std::string& name);

}  // namespace topomorph::report
