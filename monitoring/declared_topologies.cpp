// Asks MPI for the neighbours of this process in a new virtual topology, and keeps them until its record is written.
#include "monitoring/declared_topologies.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "core/wire/declared.h"
#include "monitoring/counting/name_lists.h"
#include "monitoring/counting/roles.h"
#include "monitoring/counting/thread_counters.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::monitoring::declared {
namespace {

constexpr std::size_t kMostTopologies = 16, kMostEdges = 1024;  // of a process: its record grows by a few kilobytes

/// A neighbour as a rank of the topology's communicator; negative for the border of a grid.
struct Neighbour {
  int rank = -1;
  int weight = 1;
};

using Key = std::pair<std::string, std::uint32_t>;

std::atomic<bool> order_was_asked_for = false;

/// What was noted; never destroyed, because exit handlers may call MPI.
struct Noted {
  std::mutex guard;
  std::map<Key, wire::DeclaredTopology> topologies;
  std::set<std::string> changed;  ///< calls
  std::size_t edges = 0;
};

Noted& noted() {
  static auto* const only = new Noted;
  return *only;
}

std::vector<Neighbour> neighbours_in_grid(MPI_Comm grid) {
  int dimensions = 0;
  real::Cartdim_get(grid, &dimensions);
  std::vector<Neighbour> list;
  for (int d = 0; d < dimensions; ++d) {
    int before = -1, behind = -1;
    real::Cart_shift(grid, d, 1, &before, &behind);
    list.insert(list.end(), {{before}, {behind}});
  }
  return list;
}

std::vector<Neighbour> neighbours_in_graph(MPI_Comm graph) {
  const int rank = runtime::rank_in(graph);
  int count = 0;
  real::Graph_neighbors_count(graph, rank, &count);
  std::vector<int> ranks(static_cast<std::size_t>(count) + 1);
  real::Graph_neighbors(graph, rank, count, ranks.data());
  std::vector<Neighbour> list;
  for (int i = 0; i < count; ++i) list.push_back({ranks[static_cast<std::size_t>(i)]});
  return list;
}

std::vector<Neighbour> destinations_in_graph(MPI_Comm graph) {
  int in = 0, out = 0, weighted = 0;
  real::Dist_graph_neighbors_count(graph, &in, &out, &weighted);
  std::vector<int> sources(static_cast<std::size_t>(in) + 1), unused(sources);
  std::vector<int> ranks(static_cast<std::size_t>(out) + 1), weights(ranks.size(), 1);
  int* const to_unused = weighted != 0 ? unused.data() : handles::unweighted();
  int* const to_weights = weighted != 0 ? weights.data() : handles::unweighted();
  real::Dist_graph_neighbors(graph, in, sources.data(), to_unused, out, ranks.data(), to_weights);
  std::vector<Neighbour> list;
  for (std::size_t i = 0; i + 1 < ranks.size(); ++i) list.push_back({ranks[i], weights[i]});
  return list;
}

std::vector<Neighbour> neighbours_in(MPI_Comm topology) {
  int kind = MPI_UNDEFINED;
  real::Topo_test(topology, &kind);
  if (kind == MPI_CART) return neighbours_in_grid(topology);
  return kind == MPI_GRAPH ? neighbours_in_graph(topology) : destinations_in_graph(topology);
}

/// Returns the edges to processes of this job; several to the same one count together.
std::vector<wire::DeclaredEdge> edges_of(ThreadCounters& thread, MPI_Comm topology) {
  std::map<std::uint64_t, std::uint64_t> weights;
  for (const Neighbour& neighbour : neighbours_in(topology)) {
    if (neighbour.rank < 0 || neighbour.weight <= 0) continue;
    const int role = roles::of_member(thread, topology, Side::Local, neighbour.rank);
    if (role >= 0) weights[static_cast<std::uint64_t>(role)] += static_cast<std::uint64_t>(neighbour.weight);
  }
  std::vector<wire::DeclaredEdge> edges;
  for (const auto& [destination, weight] : weights) edges.push_back({destination, weight});
  return edges;
}

/// The processes of `made`; the group of `old` is known already if they are the same.
std::uint32_t group_of_both(ThreadCounters& thread, MPI_Comm old, MPI_Comm made) {
  return roles::group_of(thread, runtime::size_of(old) == runtime::size_of(made) ? old : made);
}

}  // namespace

void note_kept(const std::string& call, MPI_Comm old, MPI_Comm made) {
  ThreadCounters& thread = ThreadCounters::mine();
  const std::uint32_t group = group_of_both(thread, old, made);
  if (group == groups::kNone) return;
  Noted& all = noted();
  const std::lock_guard lock(all.guard);
  if (const auto known = all.topologies.find({call, group}); known != all.topologies.end()) {
    ++known->second.calls;
    return;
  }
  if (all.topologies.size() >= kMostTopologies) return;
  std::vector<wire::DeclaredEdge> edges = edges_of(thread, made);
  const bool fits = all.edges + edges.size() <= kMostEdges;
  if (!fits) edges.clear();
  all.edges += edges.size();
  all.topologies.emplace(Key{call, group}, wire::DeclaredTopology{call, group, 1, fits, std::move(edges)});
}

void note_asked() noexcept { order_was_asked_for.store(true, std::memory_order_relaxed); }

void note_changed(const std::string& call) {
  Noted& all = noted();
  const std::lock_guard lock(all.guard);
  if (all.changed.size() < kMostTopologies) all.changed.insert(call);
}

std::vector<std::string> changed_calls() {
  Noted& all = noted();
  const std::lock_guard lock(all.guard);
  return {all.changed.begin(), all.changed.end()};
}

void add_to(wire::KeyValues& process) {
  if (order_was_asked_for.load(std::memory_order_relaxed)) process[wire::kAskedKey] = "1";
  for (const std::string& call : changed_calls()) {
    std::string& calls = process[wire::kChangedKey];
    calls += (calls.empty() ? "" : ";") + call;
  }
  Noted& all = noted();
  const std::lock_guard lock(all.guard);
  std::vector<wire::DeclaredTopology> list;
  for (const auto& [key, topology] : all.topologies) list.push_back(topology);
  if (!list.empty()) process[wire::kDeclaredKey] = wire::declared_text(list);
}

}  // namespace topomorph::monitoring::declared
