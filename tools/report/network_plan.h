// A network as a drawing: positions of the nodes, links, and the traffic on them.
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
  double x = 0, y = 0;  ///< trees: middle of its slots, from 0 to 1, and level from the root down; others: the place
  Slot first = 0;       ///< of the slots on it or below it
  std::uint64_t slots = 0;  ///< 0: a switch or router
};

/// A link in both directions. A link that leaves the plane (around a torus, to the next plane) is drawn as two stubs:
/// from `a` in the direction of the stub, from `b` in the opposite one.
struct PlanLink {
  std::size_t a = 0, b = 0;
  double seconds_per_byte = 0;
  double stub_x = 0, stub_y = 0;
};

struct LinkBytes {
  std::uint64_t forth = 0, back = 0;  ///< from a to b; in trees: upwards
};

struct NetworkPlan {
  enum class Kind { Tree, Lattice, Circle };
  Kind kind = Kind::Tree;
  std::vector<PlanNode> nodes;
  std::vector<PlanLink> links;
  std::string note;                     ///< says what is not drawn
  std::vector<PlanNode> captions = {};  ///< labels with a place, without a node
  /// Not for trees: for each directed link of the routing, twice the number of the plan's link, plus 1 for the way
  /// back.
  std::vector<std::pair<Link, std::size_t>> numbers = {};
  std::size_t lowest_level = 0;  ///< of a tree, the lowest drawn level; 0: slots
};

/// Returns the plan; nothing, with the reason in `why`, if the links are not known or too many to be told apart.
/// `routing` belongs to the topology of the job and may be null for trees.
std::optional<NetworkPlan> plan_network(const planning::JobSlots& job, const HostTable& hosts,
                                        const evaluation::CostOptions& cost, const Routing* routing, std::string& why);

/// Returns the traffic on each link of the plan, along the tree or along the routes of the plan.
std::vector<LinkBytes> loads_of_plan(const NetworkPlan& plan, const planning::JobSlots& job, const Affinity& affinity,
                                     const Mapping& mapping, const Routing* routing);

/// Returns the plan. Leaves out levels with too many nodes to tell apart, and says so in its note.
NetworkPlan plan_tree(const TreeTopology& tree, std::size_t host_level, const HostTable& hosts,
                      const evaluation::TreeCosts& costs);

/// Returns the traffic up from each drawn node, and down to it.
std::vector<LinkBytes> loads_of_tree(const NetworkPlan& plan, const TreeTopology& tree, const Affinity& affinity,
                                     const Mapping& mapping);

}  // namespace topomorph::report
