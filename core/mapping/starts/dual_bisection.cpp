// Constructs from above: halves the slots, and the roles into parts of the same sizes, down to single slots.
#include "core/mapping/starts/dual_bisection.h"

#include <algorithm>

#include "core/base/successive.h"
#include "core/mapping/slots/slot_cutter.h"

namespace topomorph::mapping {

namespace {

/// Roles and the slots that they get, as many slots as roles.
struct RolesOnSlots {
  std::vector<Vertex> roles, slots;
};

class DualBisection {
 public:
  DualBisection(const Instance& instance, PartitionContext& context)
      : instance_(instance),
        metric_(instance.metric()),
        context_(context),
        cutter_(metric_),
        at_(instance.vertices()),
        piece_(instance.vertices(), 0),
        scratch_(instance.vertices(), kNoVertex) {}

  /// Splits all parts of one depth before their halves, so that all roles are known about equally well.
  std::vector<Vertex> run(std::vector<Vertex> slots) {
    std::vector<RolesOnSlots> parts;
    parts.push_back({successive<Vertex>(instance_.vertices()), std::move(slots)});
    settle(parts[0]);
    while (!parts.empty()) {
      std::vector<RolesOnSlots> halves;
      for (RolesOnSlots& part : parts) {
        if (part.slots.size() > 1) split(part, halves);
      }
      parts = std::move(halves);
    }
    return std::move(at_);
  }

 private:
  void settle(const RolesOnSlots& part) {
    const Vertex centre = cutter_.centre(part.slots);
    ++pieces_;
    for (const Vertex role : part.roles) at_[role] = centre, piece_[role] = pieces_;
  }

  void split(RolesOnSlots& part, std::vector<RolesOnSlots>& halves) {
    const std::size_t first = cutter_.cut(part.slots);
    const auto middle = part.slots.begin() + static_cast<std::ptrdiff_t>(first);
    RolesOnSlots half[2] = {{{}, {part.slots.begin(), middle}}, {{}, {middle, part.slots.end()}}};
    const Vertex centre[2] = {cutter_.centre(half[0].slots), cutter_.centre(half[1].slots)};
    const Bisection cut = bisect(graph_of(part.roles, centre[0], centre[1]), static_cast<std::int64_t>(first),
                                 context_.effort, context_.random, context_.deadline, context_.refiner);
    for (std::size_t i = 0; i < part.roles.size(); ++i) half[cut.side[i]].roles.push_back(part.roles[i]);
    for (RolesOnSlots& each : half) {
      settle(each);
      halves.push_back(std::move(each));
    }
  }

  /// Returns the graph of the part's roles. Weighs edges by the distance of the halves; pulls are the costs of edges to
  /// other parts.
  Graph graph_of(const std::vector<Vertex>& roles, Vertex here, Vertex there) {
    Graph graph = induced(instance_.graph(), roles, scratch_);
    const EdgeWeight apart = std::max<EdgeWeight>(metric_.distance(here, there), 1);
    for (Edge& edge : graph.edges) edge.weight *= apart;
    if (roles.size() == instance_.vertices()) return graph;
    for (const Vertex role : roles) {
      EdgeWeight pull = 0;
      for (const Edge& edge : instance_.graph().row(role)) {
        if (piece_[edge.to] == piece_[role]) continue;
        pull += edge.weight * (metric_.distance(there, at_[edge.to]) - metric_.distance(here, at_[edge.to]));
      }
      graph.pull.push_back(pull);
    }
    return graph;
  }

  const Instance& instance_;
  const Metric& metric_;
  PartitionContext& context_;
  SlotCutter cutter_;
  std::vector<Vertex> at_;            // role -> the centre of its part's slots; at the end its slot
  std::vector<std::uint32_t> piece_;  // role -> the number of its part
  std::uint32_t pieces_ = 0;
  std::vector<Vertex> scratch_;
};

}  // namespace

std::vector<Vertex> bisect_both(const Instance& instance, std::vector<Vertex> slots, PartitionContext& context) {
  return DualBisection(instance, context).run(std::move(slots));
}

}  // namespace topomorph::mapping
