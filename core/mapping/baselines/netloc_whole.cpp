// Netloc with Scotch, as a whole: one graph of the machine, from which Scotch makes its architecture.
#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/mapping/baselines/machine_graph.h"
#include "core/mapping/baselines/netloc.h"
#include "core/mapping/network/metric.h"
#include "core/mapping/scotch/repair.h"
#include "core/mapping/scotch/scotch_library.h"
#include "core/mapping/scotch/scotch_mapper.h"
#include "core/topology/export/export.h"
#include "core/topology/shapes/restricted.h"

namespace topomorph::mapping {

namespace {

// Largest weight of a link, with 1 for the lightest: sums stay within Scotch's 32 bits.
constexpr std::uint64_t kHeaviest = 1000;

/// Recursive bisection alone: parts that Scotch separates first get numbers far apart.
constexpr const char* kHalving =
    "r{job=t,map=t,poli=S,bal=0.005,sep=m{vert=80,low=h{pass=10}f{bal=0.005,move=120},asc=f{bal=0.005,move=120}}}";

/// Returns the links with weights inverse to their cost: Scotch cuts where the sum of weights is small.
ScotchGraph links_of(const MachineGraph& machine) {
  std::uint64_t longest = 1;
  for (const topology::LinkGraph::Link& link : machine.links) longest = std::max(longest, link.cost);
  const topology::LinkGraph graph(machine.vertices, machine.links);
  ScotchGraph links;
  for (std::uint64_t v = 0; v < graph.vertices(); ++v) {
    for (const topology::LinkGraph::End& end : graph.links_of(v)) {
      links.neighbours.push_back(static_cast<std::int32_t>(end.vertex));
      links.weights.push_back(static_cast<std::int32_t>(std::min(longest / end.cost, kHeaviest)));
    }
    links.begin.push_back(static_cast<std::int32_t>(links.neighbours.size()));
  }
  return links;
}

/// Returns the order of the slots when Scotch bisects the machine recursively into as many parts. Switches weigh
/// nothing. Empty if Scotch fails.
std::vector<std::size_t> order_of(const Problem& problem, const std::vector<Slot>& slots, std::string& why) {
  const MachineGraph machine = machine_graph(problem.topology);
  ScotchGraph links = links_of(machine);
  links.sizes.assign(machine.vertices, 0);
  for (const Slot slot : slots) links.sizes[machine.vertex_of[slot]] = 1;
  const auto seed = static_cast<std::int32_t>(problem.options.seed % 1'000'000'007);
  const auto parts = scotch_map(links, fmt::format("cmplt {}\n", slots.size()), kHalving, seed, problem.deadline, why);
  if (parts.empty()) return {};
  auto order = successive<std::size_t>(slots.size());
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return parts[machine.vertex_of[slots[a]]] < parts[machine.vertex_of[slots[b]]];
  });
  return order;
}

std::optional<Mapping> failed(std::string& why) {
  why = fmt::format("the algorithm \"netloc-deco\" failed: {}", why);
  return std::nullopt;
}

/// Returns nothing if Scotch fails or has no architecture with these distances.
std::optional<Mapping> mapped(const Problem& problem, std::string& why) {
  std::vector<Slot> slots = slots_for_scotch(problem);
  if (slots.size() < 2) return slots;
  const std::vector<std::size_t> order = order_of(problem, slots, why);
  if (order.empty()) return failed(why);
  std::vector<Slot> in_order;  // the architecture's text bisects this order in the middle
  for (const std::size_t i : order) in_order.push_back(slots[i]);
  slots = std::move(in_order);
  const auto used = std::make_shared<topology::RestrictedTopology>(borrowed(problem.topology), slots);
  std::string architecture;
  const auto add = [&](std::string_view piece) { architecture += piece; };
  if (!topology::try_to_write_scotch_table({.topology = used, .hosts = {}, .routing = nullptr}, add, why))
    return std::nullopt;
  auto mapping = map_onto_target(problem, architecture, slots.size(),
                                 std::max<std::uint64_t>(largest_distance(problem.topology), 1), why);
  if (!mapping) return failed(why);
  repair(*mapping, problem.affinity, *used);
  for (Slot& slot : *mapping) slot = slots[slot];
  return mapping;
}

}  // namespace

std::optional<Mapping> try_netloc_whole(const Problem& problem) {
  std::string why;
  const bool is_small = problem.affinity.roles() <= kMaxDecoRoles && has_machine_graph(problem.topology);
  return is_small ? mapped(problem, why) : std::nullopt;
}

Mapping map_netloc_whole(const Problem& problem) {
  const std::uint64_t roles = problem.affinity.roles();
  if (roles > kMaxDecoRoles) {
    throw InputError(
        fmt::format("the algorithm \"netloc-deco\" takes {} roles at most, found {}", kMaxDecoRoles, roles));
  }
  std::string why;
  if (auto mapping = mapped(problem, why)) return *std::move(mapping);
  throw InputError(why);
}

}  // namespace topomorph::mapping
