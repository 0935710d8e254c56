// Cuts a graph into many roles per slot, from coarse to fine in the graph and down the tree.
#include "core/mapping/starts/deep_multilevel.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "core/mapping/graph/coarsen.h"
#include "core/mapping/problem/presets.h"
#include "core/mapping/search/move_refiner.h"

namespace topomorph::mapping {

namespace {

MoveEffort effort_on(const Graph& graph, const CapacitatedPlan& plan) {
  const auto vertices = static_cast<double>(graph.vertices());
  const double passes = std::clamp<double>(kCapacitated.visits / vertices, plan.least_passes,
                                           std::max<double>(kCapacitated.most_passes, plan.least_passes));
  const double patience = plan.searches * std::clamp(kCapacitated.steps / vertices, kCapacitated.least_patience,
                                                     kCapacitated.most_patience);
  return {static_cast<int>(passes), static_cast<std::size_t>(patience)};
}

/// Returns the room divided by the sizes that are to be placed, at least 1.
double slack_of(std::int64_t capacity, std::int64_t total) {
  return total == 0 ? 1 : std::max(static_cast<double>(capacity) / static_cast<double>(total), 1.0);
}

/// Cuts a graph into parts of given capacities by recursive bisection.
class RecursiveBisection {
 public:
  RecursiveBisection(PartitionContext& context, const Effort& effort, std::vector<Vertex>& part)
      : context_(context), effort_(effort), part_(part), scratch_(part.size(), kNoVertex) {}

  /// `vertices` has the number in `part` of each vertex of the graph.
  void split(const Graph& graph, std::span<const Vertex> vertices, std::span<const std::int64_t> capacity,
             Vertex first) {
    if (capacity.size() == 1 || graph.total_size() == 0) {  // nothing to balance
      for (const Vertex v : vertices) part_[v] = first;
      return;
    }
    const std::size_t half = capacity.size() / 2;
    const Bisection cut = bisect_for(graph, sum_of(capacity.first(half)), sum_of(capacity), capacity.size());
    for (int side = 0; side < 2; ++side) {
      std::vector<Vertex> local, global;
      for (Vertex v = 0; v < graph.vertices(); ++v) {
        if (cut.side[v] == side) local.push_back(v), global.push_back(vertices[v]);
      }
      split(induced(graph, local, scratch_), global, side == 0 ? capacity.first(half) : capacity.subspan(half),
            first + static_cast<Vertex>(side == 0 ? 0 : half));
    }
  }

 private:
  /// Gives each bisection its share of the imbalance, so that some is left for the last one.
  Bisection bisect_for(const Graph& graph, std::int64_t capacity0, std::int64_t capacity, std::size_t parts) {
    const std::int64_t total = graph.total_size();
    const double share = static_cast<double>(capacity0) / static_cast<double>(std::max<std::int64_t>(capacity, 1));
    const double here = std::pow(slack_of(capacity, total), 1.0 / std::ceil(std::log2(static_cast<double>(parts)))) - 1;
    const auto target = std::clamp<std::int64_t>(std::llround(share * static_cast<double>(total)), 1,
                                                 std::max<std::int64_t>(total - 1, 1));
    const auto tolerance = static_cast<std::int64_t>(here * static_cast<double>(std::min(target, total - target)));
    return bisect(graph, target, effort_, context_.random, context_.deadline, context_.refiner, tolerance);
  }

  PartitionContext& context_;
  const Effort& effort_;
  std::vector<Vertex>& part_;
  std::vector<Vertex> scratch_;
};

class DeepMultilevel {
 public:
  DeepMultilevel(const Graph& graph, const SlotTree& tree, std::span<const std::int64_t> capacity,
                 const CapacitatedPlan& plan, PartitionContext& context)
      : graph_(graph), tree_(tree), slot_capacity_(capacity), plan_(plan), context_(context) {
    level_ = tree.tree().levels();
    enter_level(level_);
  }

  std::vector<Vertex> run() {
    coarsen_all();
    start();
    refine(coarsest());
    for (std::size_t i = coarse_.size();; --i) {
      const Graph& now = i == 0 ? graph_ : coarse_[i - 1].graph;
      if (i < coarse_.size()) {
        project(coarse_[i].coarse_of);
        refine(now);
      }
      while (level_ > 0 && (i == 0 || now.vertices() >= plan_.vertices_per_part * nodes_below())) {
        descend(now);
        refine(now);
      }
      if (i == 0) break;
    }
    return std::move(parts_.of);
  }

 private:
  const Graph& coarsest() const { return coarse_.empty() ? graph_ : coarse_.back().graph; }
  /// Returns the number of parts after the next step down the tree.
  std::size_t nodes_below() const { return tree_.tree().nodes(level_ - 1); }

  void coarsen_all() {
    const std::size_t enough = plan_.vertices_per_part * nodes_below();
    const std::int64_t largest =
        std::max<std::int64_t>(2, graph_.total_size() * 3 / 2 / static_cast<std::int64_t>(enough));
    while (coarsest().vertices() > enough) {
      CoarseGraph next = coarsen(coarsest(), largest, context_.random);
      if (next.graph.vertices() * 20 > coarsest().vertices() * 19) break;
      coarse_.push_back(std::move(next));
    }
  }

  /// Makes the nodes of `level` the parts (0: slots).
  void enter_level(std::size_t level) {
    level_ = level;
    const std::size_t nodes = tree_.tree().nodes(level);
    parts_.capacity.assign(nodes, 0);
    parts_.load.assign(nodes, 0);
    const double slack = slack_of(sum_of(slot_capacity_), graph_.total_size());
    const double shrink = level == 0 ? 1 : (1 + kCapacitated.top_share * (slack - 1)) / slack;
    for (std::size_t node = 0; node < nodes; ++node) {
      std::int64_t room = 0;
      for (Slot slot = tree_.tree().begin(level, node); slot < tree_.tree().begin(level, node + 1); ++slot)
        room += slot_capacity_[slot];
      parts_.capacity[node] = static_cast<std::int64_t>(std::ceil(shrink * static_cast<double>(room)));
    }
  }

  void weigh(const Graph& graph) {
    std::fill(parts_.load.begin(), parts_.load.end(), 0);
    for (Vertex v = 0; v < graph.vertices(); ++v) parts_.load[parts_.of[v]] += graph.size[v];
  }

  /// Keeps the best of some partitions of the coarsest graph into the root's children.
  void start() {
    const std::size_t root = level_;
    std::vector<Vertex> best;
    EdgeWeight least = 0;
    for (int i = 0; i < std::max(plan_.starts, 1); ++i) {
      enter_level(root);
      parts_.of.assign(coarsest().vertices(), 0);
      descend(coarsest());
      refine(coarsest());
      const EdgeWeight cost = cost_on_tree(coarsest(), parts_tree(), parts_.of);
      if (i == 0 || cost < least) {
        least = cost;
        best = parts_.of;
      }
    }
    parts_.of = std::move(best);
    weigh(coarsest());
  }

  const SlotTree& parts_tree() const { return above_ ? *above_ : tree_; }

  /// Cuts every part into the children of its node.
  void descend(const Graph& graph) {
    const std::size_t nodes = level_ == 0 ? 0 : tree_.tree().nodes(level_), upper = level_;
    std::vector<std::vector<Vertex>> members(nodes);
    for (Vertex v = 0; v < graph.vertices(); ++v) members[parts_.of[v]].push_back(v);
    enter_level(upper - 1);
    above_ = level_ == 0 ? nullptr : std::make_unique<SlotTree>(tree_.above(level_));
    std::vector<Vertex> scratch(graph.vertices(), kNoVertex);
    RecursiveBisection bisection(context_, upper == tree_.tree().levels() ? plan_.first : plan_.below, parts_.of);
    for (std::size_t node = 0; node < nodes; ++node) {
      const auto [first, last] = tree_.tree().children(upper, node);
      bisection.split(induced(graph, members[node], scratch), members[node],
                      std::span(parts_.capacity).subspan(first, last - first), static_cast<Vertex>(first));
    }
    weigh(graph);
  }

  void project(const std::vector<Vertex>& coarse_of) {
    std::vector<Vertex> fine(coarse_of.size());
    for (std::size_t v = 0; v < fine.size(); ++v) fine[v] = parts_.of[coarse_of[v]];
    parts_.of = std::move(fine);
  }

  void refine(const Graph& graph) {
    refiner_.unload(graph, parts_tree(), parts_);
    refiner_.refine(graph, parts_tree(), parts_, effort_on(graph, plan_), context_.random, context_.deadline);
  }

  const Graph& graph_;
  const SlotTree& tree_;
  std::span<const std::int64_t> slot_capacity_;
  const CapacitatedPlan& plan_;
  PartitionContext& context_;
  std::vector<CoarseGraph> coarse_;  // from fine to coarse
  std::size_t level_ = 0;            // its nodes are the parts
  std::unique_ptr<SlotTree> above_;  // the tree over the parts; null if they are the slots
  Parts parts_;
  MoveRefiner refiner_;
};

}  // namespace

std::vector<Vertex> deep_multilevel(const Graph& graph, const SlotTree& tree, std::span<const std::int64_t> capacity,
                                    const CapacitatedPlan& plan, PartitionContext& context) {
  const std::vector<Vertex> order =
      breadth_first_order(graph);  // neighbours near each other in memory: half the time of all later steps
  std::vector<Vertex> scratch(graph.vertices(), kNoVertex);
  const Graph near = induced(graph, order, scratch);
  const std::vector<Vertex> part = DeepMultilevel(near, tree, capacity, plan, context).run();
  std::vector<Vertex> slots(part.size());
  for (std::size_t i = 0; i < order.size(); ++i) slots[order[i]] = part[i];
  return slots;
}

}  // namespace topomorph::mapping
