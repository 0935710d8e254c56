// Netloc with Scotch, as a whole: one graph of the machine, of which Scotch makes an architecture.
#include "core/mapping/baselines/netloc_deco.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/mapping/baselines/machine_graph.h"
#include "core/mapping/slots/metric.h"
#include "core/mapping/starts/repair.h"
#include "core/mapping/starts/scotch_library.h"
#include "core/mapping/starts/scotch_mapper.h"
#include "core/topology/export/export.h"
#include "core/topology/shapes/composed.h"

namespace topomorph::mapping {
namespace {

using Result = std::optional<Mapping>;
using topology::LinkGraph;

/// Returns the machine's links in Scotch's form, with the weight of each by its cost.
template <class WeightOf>
ScotchGraph links_of(const MachineGraph& machine, WeightOf weight_of) {
  const LinkGraph graph(machine.vertices, machine.links);
  ScotchGraph links;
  for (std::uint64_t v = 0; v < graph.vertices(); ++v) {
    for (const LinkGraph::End& end : graph.links_of(v)) {
      links.neighbours.push_back(static_cast<std::int32_t>(end.vertex));
      links.weights.push_back(static_cast<std::int32_t>(weight_of(end.cost)));
    }
    links.begin.push_back(static_cast<std::int32_t>(links.neighbours.size()));
  }
  return links;
}

/// Returns an upper bound of the cheapest paths' costs.
std::uint64_t longest_path(const MachineGraph& machine) {
  const LinkGraph graph(machine.vertices, machine.links);
  topology::ShortestPaths paths(graph);
  const auto& far = paths.from(0);
  return 2 * *std::max_element(far.begin(), far.end());
}

/// A mapping and the slots that its numbers stand for.
struct OnSlots {
  Mapping mapping;
  std::vector<Slot> slots;
};

// --------------------------------------------------------------------------------- architectures that Scotch makes

/// Returns by what the costs of links are divided: they become small, and their sum over all arcs stays in 31 bits.
std::uint64_t unit_of_costs(const MachineGraph& machine) {
  std::uint64_t divisor = 0, sum = 0;
  for (const LinkGraph::Link& link : machine.links) divisor = std::gcd(divisor, link.cost), sum += 2 * link.cost;
  return std::max(std::max<std::uint64_t>(divisor, 1), (sum >> 30) + 1);
}

std::optional<OnSlots> onto_made(const Problem& problem, std::vector<Slot> slots, Decomposition decomposition,
                                 std::string& why) {
  const MachineGraph machine = machine_graph(problem.topology);
  const auto vertex_of = [&](Slot slot) { return machine.vertex_of[slot]; };
  std::sort(slots.begin(), slots.end(), [&](Slot a, Slot b) { return vertex_of(a) < vertex_of(b); });
  const std::uint64_t unit = unit_of_costs(machine);
  const auto length_of = [unit](std::uint64_t cost) { return std::max<std::uint64_t>(cost / unit, 1); };
  ScotchMachine target{links_of(machine, length_of), {}, decomposition};
  for (const Slot slot : slots) target.terminals.push_back(static_cast<std::int32_t>(vertex_of(slot)));
  auto mapping = map_onto_target(problem, target, slots.size(), length_of(longest_path(machine)), why);
  if (!mapping) return std::nullopt;
  return OnSlots{*std::move(mapping), std::move(slots)};
}

// ----------------------------------------------------------------------------------------- the table of all distances

// Largest weight of a link, with 1 for the lightest: sums stay within Scotch's 32 bits.
constexpr std::uint64_t kHeaviest = 1000;

/// Recursive bisection alone: parts that Scotch separates first get numbers far apart.
constexpr const char* kHalving =
    "r{job=t,map=t,poli=S,bal=0.005,sep=m{vert=80,low=h{pass=10}f{bal=0.005,move=120},asc=f{bal=0.005,move=120}}}";

/// Returns the links with weights inverse to their cost: Scotch cuts where the sum of weights is small.
ScotchGraph cuts_of(const MachineGraph& machine) {
  std::uint64_t longest = 1;
  for (const LinkGraph::Link& link : machine.links) longest = std::max(longest, link.cost);
  return links_of(machine, [longest](std::uint64_t cost) { return std::min(longest / cost, kHeaviest); });
}

/// Returns the slots in the order of Scotch's recursive bisection of the machine into as many parts. Switches weigh
/// nothing. Empty if Scotch fails.
std::vector<Slot> bisected(const Problem& problem, const std::vector<Slot>& slots, std::string& why) {
  const MachineGraph machine = machine_graph(problem.topology);
  ScotchGraph links = cuts_of(machine);
  links.sizes.assign(machine.vertices, 0);
  for (const Slot slot : slots) links.sizes[machine.vertex_of[slot]] = 1;
  const auto parts =
      scotch_map(links, fmt::format("cmplt {}\n", slots.size()), kHalving, problem.options.seed, problem.deadline, why);
  if (parts.empty()) return {};
  std::vector<Slot> order = slots;
  std::stable_sort(order.begin(), order.end(),
                   [&](Slot a, Slot b) { return parts[machine.vertex_of[a]] < parts[machine.vertex_of[b]]; });
  return order;
}

std::optional<OnSlots> onto_table(const Problem& problem, const std::vector<Slot>& slots, std::string& why) {
  std::vector<Slot> order = bisected(problem, slots, why);  // the architecture's text bisects this order in the middle
  if (order.empty()) return std::nullopt;
  const auto used = std::make_shared<topology::RestrictedTopology>(borrowed(problem.topology), order);
  std::string architecture;
  const auto add = [&](std::string_view piece) { architecture += piece; };
  if (!topology::try_to_write_scotch_table({.topology = used, .hosts = {}, .routing = nullptr}, add, why))
    return std::nullopt;
  auto mapping = map_onto_target(problem, architecture, order.size(),
                                 std::max<std::uint64_t>(largest_distance(problem.topology), 1), why);
  if (!mapping) return std::nullopt;
  return OnSlots{*std::move(mapping), std::move(order)};
}

// ---------------------------------------------------------------------------------------------------------- the choice

enum class Way { Coarsened, Bisected, Table };

Way way_of(std::string_view parameter) {
  if (parameter.empty() || parameter == "type2") return Way::Coarsened;
  if (parameter == "type0") return Way::Bisected;
  if (parameter == "table") return Way::Table;
  throw InputError(
      fmt::format("the algorithm \"netloc-deco\": found \"{}\", expected nothing, type0, type2 or table", parameter));
}

Result as_one_graph(const Problem& problem, Way way, std::string& why) {
  const std::vector<Slot> slots = slots_for_scotch(problem);
  if (slots.size() < 2) return slots;
  auto found =
      way == Way::Table
          ? onto_table(problem, slots, why)
          : onto_made(problem, slots, way == Way::Bisected ? Decomposition::Bisected : Decomposition::Coarsened, why);
  if (!found) return std::nullopt;
  const topology::RestrictedTopology used(borrowed(problem.topology), found->slots);
  repair(found->mapping, problem.affinity, used);
  for (Slot& slot : found->mapping) slot = found->slots[slot];
  return std::move(found->mapping);
}

}  // namespace

std::optional<Mapping> try_netloc_table(const Problem& problem) {
  std::string why;
  const bool is_small = problem.affinity.roles() <= kMaxDecoRoles && has_machine_graph(problem.topology);
  return is_small ? as_one_graph(problem, Way::Table, why) : std::nullopt;
}

Mapping map_netloc_whole(const Problem& problem) {
  const Way way = way_of(problem.parameter);
  const std::uint64_t roles = problem.affinity.roles();
  if (roles > kMaxDecoRoles) {
    throw InputError(
        fmt::format("the algorithm \"netloc-deco\" takes {} roles at most, found {}", kMaxDecoRoles, roles));
  }
  std::string why;
  if (auto mapping = as_one_graph(problem, way, why)) return *std::move(mapping);
  throw InputError(fmt::format("the algorithm \"netloc-deco\" failed: {}", why));
}

}  // namespace topomorph::mapping
