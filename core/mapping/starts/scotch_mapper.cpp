// Scotch's mapping, repaired: one construction among others; graphs in Scotch's form.
#include "core/mapping/starts/scotch_mapper.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/mapping/graph/graph.h"
#include "core/mapping/problem/presets.h"
#include "core/mapping/problem/slot_selection.h"
#include "core/mapping/slots/metric.h"
#include "core/mapping/starts/repair.h"
#include "core/model/tree.h"
#include "core/topology/export/export.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::mapping {
namespace {

/// Returns by how many bits the weights of `edges` edges, `sum` in all, must shrink.
int shift_of_edges(EdgeWeight sum, EdgeWeight edges, EdgeWeight largest_sum) {
  if (sum <= largest_sum) return 0;
  int shift = 1;
  while (shift < 62 && (sum >> shift) + edges > largest_sum) ++shift;
  return shift;
}

}  // namespace

ScotchGraph scotch_graph(const Graph& graph, EdgeWeight largest_sum, double sparse_factor) {
  const double least = sparse_factor * static_cast<double>(graph.heaviest());  // edges above it are kept
  const auto is_kept = [&](const Edge& edge) { return static_cast<double>(edge.weight) > least; };
  EdgeWeight sum = 0, arcs = 0;  // each edge counts twice
  for (const Edge& edge : graph.edges) {
    if (is_kept(edge)) sum += edge.weight, ++arcs;
  }
  const int shift = shift_of_edges(sum / 2, arcs / 2, largest_sum);
  ScotchGraph result;
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    for (const Edge& edge : graph.row(v)) {
      if (!is_kept(edge)) continue;
      result.neighbours.push_back(static_cast<std::int32_t>(edge.to));
      result.weights.push_back(static_cast<std::int32_t>(std::max<EdgeWeight>(edge.weight >> shift, 1)));
    }
    result.begin.push_back(static_cast<std::int32_t>(result.neighbours.size()));
  }
  return result;
}

namespace {

ScotchGraph graph_for(const Problem& problem, std::optional<double> sparse_factor, std::uint64_t largest_distance) {
  const Graph graph = graph_of_roles(problem, kLargestSum);
  const auto most = static_cast<EdgeWeight>(std::numeric_limits<std::int32_t>::max() / largest_distance);
  return scotch_graph(graph, std::max<EdgeWeight>(most, 1),
                      sparse_factor.value_or(graph.edges.size() > kScotch.most_edges ? kScotch.sparse_factor : 0));
}

/// Returns why Scotch is not asked for a mapping onto so many of the slots; empty if it is.
std::string not_for_scotch(const Problem& problem, std::uint64_t used) {
  if (problem.affinity.roles() < 2) return "found 1 role, expected two at least";
  const bool computed = scotch_computes(problem.topology);
  const std::uint64_t slots = computed ? problem.topology.slots() : used;
  const std::uint64_t most = max_scotch_slots(problem.topology);
  if (slots <= most) return {};
  return fmt::format("found {} slots, expected at most {} on a {}", slots, most, problem.topology.describe());
}

/// Asks Scotch. Ignores `request.slots`.
std::optional<Mapping> ask_scotch(const Problem& problem, const ScotchRequest& request, const ScotchTarget& target,
                                  std::uint64_t terminals, std::uint64_t largest_distance, std::string& why) {
  const auto parts = scotch_map(graph_for(problem, request.sparse_factor, largest_distance), target, request.strategy,
                                problem.options.seed, problem.deadline, why);
  if (parts.empty()) return std::nullopt;
  Mapping mapping(parts.begin(), parts.end());
  if (std::all_of(mapping.begin(), mapping.end(), [&](Slot slot) { return slot < terminals; })) return mapping;
  why = "a slot that there is not";
  return std::nullopt;
}

std::optional<Mapping> mapped(const Problem& problem, const ScotchRequest& request, std::string& why) {
  const auto target = topology_of_slots(problem.topology, request.slots);
  const auto text = scotch_text({.topology = target, .hosts = {}, .routing = nullptr}, why);
  if (!text) return std::nullopt;
  auto mapping = ask_scotch(problem, request, *text, request.slots.size(),
                            std::max<std::uint64_t>(largest_distance(problem.topology), 1), why);
  if (!mapping) return std::nullopt;
  repair(*mapping, problem.affinity, *target, request.roles_per_slot);
  for (Slot& slot : *mapping) slot = request.slots[slot];
  return mapping;
}

/// Returns the request of the options, without slots.
ScotchRequest request_of(const MapOptions& options) {
  const char* usual = options.preset == Preset::Fast ? "speed" : "quality";
  return {.slots = {},
          .strategy = options.of_scotch.strategy.empty() ? usual : options.of_scotch.strategy,
          .sparse_factor = options.of_scotch.sparse_factor};
}

}  // namespace

std::vector<Slot> slots_for_scotch(const Problem& problem) {
  const std::uint64_t roles = problem.affinity.roles(), slots = problem.topology.slots();
  if (roles == slots) return successive<Slot>(slots);
  return compact_region(problem.topology, roles, roles, problem.pinned_slots());
}

std::shared_ptr<const Topology> topology_of_slots(const Topology& topology, const std::vector<Slot>& slots) {
  if (slots.size() == topology.slots()) return borrowed(topology);
  using topology::RestrictedTopology;
  return topology::visit_shape(
      topology,
      [&](const RestrictedTopology& part) {
        std::vector<Slot> kept;  // Scotch takes no part of a part
        for (const Slot slot : slots) kept.push_back(part.kept()[slot]);
        return std::make_shared<RestrictedTopology>(borrowed(part.whole()), std::move(kept));
      },
      [&](const topology::AnyOf<TreeTopology, topology::ComposedTopology, topology::NetworkTopology> auto& whole) {
        return std::make_shared<RestrictedTopology>(borrowed(whole), slots);
      });
}

std::optional<std::string> scotch_text(const GivenTopology& target, std::string& why) {
  std::string text;
  const auto add = [&text](std::string_view piece) { text += piece; };
  return topology::try_to_write_scotch(target, add, why) ? std::optional(std::move(text)) : std::nullopt;
}

std::optional<Mapping> map_onto_target(const Problem& problem, const ScotchTarget& target, std::uint64_t terminals,
                                       std::uint64_t largest_distance, std::string& why) {
  return ask_scotch(problem, request_of(problem.options), target, terminals, largest_distance, why);
}

bool scotch_computes(const Topology& topology) { return as_tree(topology) != nullptr || is_grid(topology); }

std::uint64_t max_scotch_slots(const Topology& topology) {
  return scotch_computes(topology) ? kScotch.most_slots : kScotch.most_in_table;
}

std::optional<Mapping> map_with_scotch(const Problem& problem, const ScotchRequest& request, std::string* why) {
  std::string reason = not_for_scotch(problem, request.slots.size());
  std::optional<Mapping> mapping;
  if (reason.empty()) mapping = mapped(problem, request, reason);
  if (why != nullptr) *why = reason;
  return mapping;
}

std::optional<Mapping> map_with_scotch(const Problem& problem, std::string* why) {
  if (std::string reason = not_for_scotch(problem, problem.affinity.roles()); !reason.empty()) {
    if (why != nullptr) *why = std::move(reason);
    return std::nullopt;
  }
  ScotchRequest request = request_of(problem.options);
  request.slots = slots_for_scotch(problem);
  auto mapping = map_with_scotch(problem, request, why);
  if (mapping) put_pinned(problem.options.pinned, *mapping);
  return mapping;
}

Mapping map_by_scotch(const Problem& problem) {
  std::string why;
  if (auto mapping = map_with_scotch(problem, &why)) return *std::move(mapping);
  throw InputError(fmt::format("the algorithm \"scotch\" failed: {}", why));
}

void check_strategy(const ScotchOptions& options) {
  if (options.strategy.empty()) return;
  const ScotchGraph pair{.begin = {0, 1, 2}, .neighbours = {1, 0}, .weights = {1, 1}, .sizes = {}};
  std::string why;
  const bool mapped = !scotch_map(pair, "cmplt 2\n", options.strategy, 1, Deadline(std::nullopt), why).empty();
  if (!mapped && why.starts_with("SCOTCH_strat")) {
    throw InputError(fmt::format("found the strategy \"{}\" for Scotch, which says: {}", options.strategy, why));
  }
}

}  // namespace topomorph::mapping
