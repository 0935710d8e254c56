// Constructs from the root down: cuts the graph into parts of the children's sizes, and so on to the slots.
#include "core/mapping/starts/multisection.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "core/base/successive.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

namespace {

/// A node of the tree and the vertices that are to be placed on it.
struct Job {
  std::size_t level = 0, node = 0;
  Graph graph;
  std::vector<Vertex> vertices;  // in the numbers of the whole graph
  std::uint64_t seed = 0;
};

class Multisection {
 public:
  Multisection(const Graph& graph, const SlotTree& tree, PartitionContext& context, const Assignment* start)
      : whole_(graph),
        tree_(tree.tree()),
        context_(context),
        tools_(context, graph.vertices()),
        start_(start),
        slot_of_(tree.slots()) {}

  Assignment run() {
    std::vector<Job> jobs;
    jobs.push_back({tree_.levels(), 0, {}, successive<Vertex>(whole_.vertices()), context_.random.next()});
    while (!jobs.empty()) jobs = place_all(std::move(jobs));
    return Assignment(std::move(slot_of_));
  }

 private:
  /// Returns the jobs of the level below. A single job uses all workers itself.
  std::vector<Job> place_all(std::vector<Job> jobs) {
    std::vector<std::vector<Job>> below(jobs.size());
    Workers* const workers = context_.workers;
    if (jobs.size() == 1) {
      below[0] = place(jobs[0], 0);
    } else {
      tools_.for_each(jobs.size(), [&](std::size_t i, std::size_t worker) {
        if (worker == 0) context_.workers = nullptr;
        below[i] = place(jobs[i], worker);
        jobs[i] = {};
      });
      context_.workers = workers;
    }
    std::vector<Job> next;
    for (auto& some : below) std::move(some.begin(), some.end(), std::back_inserter(next));
    return next;
  }

  std::vector<Job> place(Job& job, std::size_t worker) {
    const Slot begin = tree_.level(job.level).begin[job.node], end = tree_.level(job.level).begin[job.node + 1];
    if (job.level == 1) {  // all slots here have the same distance from each other
      for (std::size_t i = 0; i < job.vertices.size(); ++i) slot_of_[job.vertices[i]] = static_cast<Vertex>(begin + i);
      return {};
    }
    const auto [first, last] = tree_.children(job.level, job.node);
    const auto& below = tree_.level(job.level - 1).begin;
    std::vector<std::int64_t> sizes;
    for (std::size_t child = first; child < last; ++child) {
      sizes.push_back(static_cast<std::int64_t>(below[child + 1] - below[child]));
    }
    if (sizes.size() == 1) {
      --job.level;
      job.node = first;
      return place(job, worker);
    }
    PartitionContext& context = tools_.context(worker);
    context.random = Random(job.seed);
    const Graph& graph = job.vertices.size() == whole_.vertices() ? whole_ : job.graph;
    const std::vector<Vertex> part = partition(graph, sizes, context, parts_at_start(job, begin, end, first));
    return jobs_for(job, graph, part, first, sizes.size(), worker);
  }

  std::vector<Job> jobs_for(const Job& job, const Graph& graph, const std::vector<Vertex>& part, std::size_t first,
                            std::size_t count, std::size_t worker) {
    std::vector<std::vector<Vertex>> members(count);
    for (Vertex v = 0; v < graph.vertices(); ++v) members[part[v]].push_back(v);
    std::vector<Job> jobs;
    Random random(job.seed);
    for (std::size_t child = 0; child < count; ++child) {
      Graph inside = job.level == 2 ? Graph{} : induced(graph, members[child], tools_.scratch(worker));
      for (Vertex& v : members[child]) v = job.vertices[v];
      jobs.push_back({job.level - 1, first + child, std::move(inside), std::move(members[child]), random.next()});
    }
    return jobs;
  }

  /// Empty if there is no start, or other vertices were on this node at the start.
  std::vector<Vertex> parts_at_start(const Job& job, Slot begin, Slot end, std::size_t first) const {
    std::vector<Vertex> part;
    if (start_ == nullptr) return part;
    for (const Vertex v : job.vertices) {
      const Slot slot = start_->slot_of[v];
      if (slot < begin || slot >= end) return {};
      part.push_back(static_cast<Vertex>(tree_.node_of(job.level - 1, slot) - first));
    }
    return part;
  }

  const Graph& whole_;
  const TreeTopology& tree_;
  PartitionContext& context_;
  PartitionTools tools_;
  const Assignment* start_;
  std::vector<Vertex> slot_of_;
};

/// Does the same on the graph in breadth-first order: where numbers are random, most accesses to a large graph miss the
/// caches (2^20 roles: 27 s; in this order 18 s).
Assignment in_breadth_first_order(const Graph& graph, const SlotTree& tree, PartitionContext& context,
                                  const Assignment* start) {
  const std::vector<Vertex> order = breadth_first_order(graph);
  std::optional<Assignment> there;
  if (start != nullptr) {
    std::vector<Vertex> slot_of;
    for (const Vertex v : order) slot_of.push_back(start->slot_of[v]);
    there.emplace(std::move(slot_of));
  }
  const Graph near = renumbered(graph, order);
  const Assignment found = Multisection(near, tree, context, there ? &*there : nullptr).run();
  std::vector<Vertex> slot_of(graph.vertices());
  for (std::size_t i = 0; i < order.size(); ++i) slot_of[order[i]] = found.slot_of[i];
  return Assignment(std::move(slot_of));
}

}  // namespace

Assignment multisection(const Graph& graph, const SlotTree& tree, PartitionContext& context, const Assignment* start) {
  if (graph.vertices() >= kTree.renumbered) return in_breadth_first_order(graph, tree, context, start);
  return Multisection(graph, tree, context, start).run();
}

}  // namespace topomorph::mapping
