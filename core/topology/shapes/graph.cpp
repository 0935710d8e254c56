// Any network: a graph of links, some of whose vertices are slots, and shortest paths in it.
#include "core/topology/shapes/graph.h"

#include <algorithm>
#include <filesystem>
#include <limits>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/base/successive.h"
#include "core/formats/affinity_file.h"
#include "core/model/cartesian_pattern.h"

namespace topomorph::topology {

namespace {

constexpr std::uint64_t kMaxGraphCost = std::numeric_limits<std::uint32_t>::max();

/// Returns the distances of each point to those before it, in the order of TabledTopology.
std::vector<std::uint32_t> distances_between(const std::vector<std::uint64_t>& points, const LinkGraph& graph) {
  std::vector<std::uint32_t> table;
  table.reserve(points.size() * (points.size() - 1) / 2);
  ShortestPaths paths(graph);
  for (std::size_t i = 1; i < points.size(); ++i) {
    const std::vector<std::uint64_t>& cost = paths.from(points[i]);
    for (std::size_t j = 0; j < i; ++j) {
      if (cost[points[j]] == ShortestPaths::kUnreachable) {
        throw InputError(fmt::format("found no path between vertices {} and {} (counted from 0), expected one",
                                     points[j], points[i]));
      }
      if (cost[points[j]] > kMaxGraphCost) throw InputError("found a distance of 2^32 or more, expected less");
      table.push_back(static_cast<std::uint32_t>(cost[points[j]]));
    }
  }
  return table;
}

/// Returns every link once. Throws if the two directions of a link have different costs.
std::vector<LinkGraph::Link> links_of(const Affinity& graph) {
  const auto cost_back = [&](Role from, Role to) -> const AffinityEntry* {
    const auto row = graph.row(from);
    const auto found = std::lower_bound(row.begin(), row.end(), to,
                                        [](const AffinityEntry& entry, Role role) { return entry.destination < role; });
    return found == row.end() || found->destination != to ? nullptr : &*found;
  };
  std::vector<LinkGraph::Link> links;
  for (Role from = 0; from < graph.roles(); ++from) {
    for (const AffinityEntry& entry : graph.row(from)) {
      const Role to = entry.destination;
      if (to == from) continue;
      if (entry.bytes == 0 || entry.bytes > kMaxGraphCost) {
        throw InputError(fmt::format("found a link of cost {}, expected 1 to {}", entry.bytes, kMaxGraphCost));
      }
      const AffinityEntry* back = cost_back(to, from);
      if (back != nullptr && back->bytes != entry.bytes) {
        throw InputError(
            fmt::format("found a link of cost {} from vertex {} to {} (counted from 0) and of {} back, "
                        "expected the same",
                        entry.bytes, from, to, back->bytes));
      }
      if (back == nullptr || from < to) links.push_back({from, to, entry.bytes});
    }
  }
  return links;
}

std::vector<std::uint64_t> leaves_of(const LinkGraph& graph) {
  std::vector<std::uint64_t> leaves;
  for (std::uint64_t vertex = 0; vertex < graph.vertices(); ++vertex) {
    if (graph.links_of(vertex).size() == 1) leaves.push_back(vertex);
  }
  if (leaves.empty()) throw InputError("found no vertex with one link only, expected hosts there");
  return leaves;
}

/// Returns the vertices of "0-3,8" in this order.
std::vector<std::uint64_t> listed_vertices(std::string_view text, std::uint64_t vertices) {
  std::vector<std::uint64_t> list;
  Words ranges(text, ",");
  for (auto range = ranges.next(); !range.empty(); range = ranges.next()) {
    const auto numbers = parse_number_range(range, vertices);
    if (!numbers) {
      throw InputError(
          fmt::format("found hosts \"{}\", expected leaves, or A or A-B with vertices below {}", range, vertices));
    }
    if (list.size() + numbers->count > vertices) throw InputError("found a host twice, expected each once");
    for (std::uint64_t vertex = numbers->first; vertex <= numbers->last; ++vertex) list.push_back(vertex);
  }
  if (list.empty()) throw InputError("found an empty list of hosts, expected e.g. hosts=0-3,8");
  return list;
}

}  // namespace

GraphTopology::GraphTopology(LinkGraph network, std::vector<std::uint64_t> vertex_of_slot)
    : graph_(std::move(network)), vertex_of_slot_(std::move(vertex_of_slot)) {
  const LinkGraph& graph = graph_;
  std::unordered_map<std::uint64_t, std::uint32_t> number_of_point;
  std::vector<std::uint64_t> points;
  std::vector<bool> taken(graph.vertices(), false);
  if (vertex_of_slot_.empty()) throw InputError("found a network without slots, expected at least one");
  for (const std::uint64_t vertex : vertex_of_slot_) {
    if (vertex >= graph.vertices() || taken[vertex]) {
      throw InputError(fmt::format("found vertex {} twice or not at all, expected each slot once", vertex));
    }
    taken[vertex] = true;
    const auto links = graph.links_of(vertex);
    const bool hangs = links.size() == 1 && graph.links_of(links[0].vertex).size() > 1;
    const std::uint64_t point = hangs ? links[0].vertex : vertex;
    const auto [found, is_new] = number_of_point.try_emplace(point, static_cast<std::uint32_t>(points.size()));
    if (is_new) points.push_back(point);
    place_.push_back({found->second, hangs ? static_cast<std::uint32_t>(links[0].cost) : 0});
    if (points.size() > TabledTopology::kMaxSlots) {
      throw InputError(fmt::format("found more than {} switches and slots with several links, expected at most that",
                                   TabledTopology::kMaxSlots));
    }
  }
  const std::uint64_t count = points.size();
  points_ = std::make_unique<TabledTopology>(count, distances_between(points, graph));
}

std::string GraphTopology::describe() const {
  return fmt::format("{} slots in a graph of {} vertices", slots(), graph_.vertices());
}

GraphTopology graph_topology(const Affinity& links, const std::optional<std::string>& hosts) {
  const LinkGraph graph(links.roles(), links_of(links));
  if (!hosts) return GraphTopology(graph, successive<std::uint64_t>(graph.vertices()));
  return GraphTopology(graph, *hosts == "leaves" ? leaves_of(graph) : listed_vertices(*hosts, graph.vertices()));
}

namespace {

/// Splits FILE@hosts=LIST, FILE@leaves (the same as hosts=leaves), or FILE alone.
std::pair<std::string, std::optional<std::string>> file_and_hosts(const std::string& text) {
  static constexpr std::string_view kHosts = "@hosts=", kLeaves = "@leaves";
  if (text.ends_with(kLeaves)) return {text.substr(0, text.size() - kLeaves.size()), "leaves"};
  const std::size_t at = text.rfind(kHosts);
  if (at == std::string::npos) return {text, std::nullopt};
  return {text.substr(0, at), text.substr(at + kHosts.size())};
}

}  // namespace

GivenTopology read_graph(const std::string& text) {
  const auto [path, hosts] = file_and_hosts(text);
  std::error_code none;
  if (!is_cart_spec(path) && !std::filesystem::exists(path, none)) {
    throw InputError(path, 0, "cannot be read: no such file, expected graph:FILE, FILE@hosts=LIST or FILE@leaves");
  }
  const Affinity links = formats::read_affinity(path);
  try {
    return {std::make_shared<GraphTopology>(graph_topology(links, hosts)), {}, {}};
  } catch (const InputError& error) {
    throw InputError(path, 0, error.what());
  }
}

namespace {

constexpr std::size_t kKept = std::size_t{1} << 24;  // costs, of 4 bytes each
constexpr std::uint64_t kLargestKeptCost = std::numeric_limits<std::uint32_t>::max();

}  // namespace

std::shared_ptr<const Routing> GraphTopology::routing() const { return std::make_shared<GraphRouting>(*this); }

GraphRouting::GraphRouting(const GraphTopology& topology)
    : topology_(topology), graph_(topology.graph()), paths_(topology.graph()) {
  for (std::uint64_t vertex = 0; vertex < graph_.vertices(); ++vertex) {
    source_.insert(source_.end(), graph_.links_of(vertex).size(), static_cast<std::uint32_t>(vertex));
  }
}

std::string GraphRouting::name(Link link) const { return fmt::format("{}->{}", source_[link], end(link).vertex); }

std::optional<LinkEnds> GraphRouting::ends(Link link) const {
  const std::uint64_t from = source_[link], to = end(link).vertex;
  return LinkEnds{{from, std::to_string(from)}, {to, std::to_string(to)}};
}

Link GraphRouting::next(std::uint64_t vertex, const Costs& costs, Slot goal) const {
  const auto links = graph_.links_of(vertex);
  const auto leads_on = [&](const LinkGraph::End& link) { return costs[link.vertex] + link.cost == costs[vertex]; };
  auto skipped = goal % static_cast<std::uint64_t>(std::count_if(links.begin(), links.end(), leads_on));
  const auto found =
      std::find_if(links.begin(), links.end(), [&](const auto& link) { return leads_on(link) && skipped-- == 0; });
  return first_link(vertex) + static_cast<Link>(found - links.begin());
}

std::shared_ptr<const GraphRouting::Costs> GraphRouting::costs_to(std::uint64_t vertex) const {
  const std::lock_guard lock(mutex_);
  if (const auto found = known_.find(vertex); found != known_.end()) return found->second;
  if ((known_.size() + 1) * graph_.vertices() > kKept) known_.clear();
  auto costs = std::make_shared<Costs>();
  for (const std::uint64_t cost : paths_.from(vertex)) {
    costs->push_back(static_cast<std::uint32_t>(std::min(cost, kLargestKeptCost)));
  }
  return known_[vertex] = std::move(costs);
}

void GraphRouting::route(Slot a, Slot b, std::vector<Link>& path) const {
  const std::uint64_t goal = topology_.vertex_of(b);
  const auto last = graph_.links_of(goal);
  const bool hangs = last.size() == 1;  // leaves share the costs of the vertex they are attached to
  const std::uint64_t door = hangs ? last[0].vertex : goal;
  std::uint64_t vertex = topology_.vertex_of(a);
  if (vertex == goal) return;
  const auto costs = costs_to(door);
  while (vertex != door) {
    const Link link = next(vertex, *costs, b);
    path.push_back(link);
    vertex = end(link).vertex;
  }
  if (!hangs) return;
  const auto links = graph_.links_of(door);
  const auto down = std::find_if(links.begin(), links.end(), [&](const auto& link) { return link.vertex == goal; });
  path.push_back(first_link(door) + static_cast<Link>(down - links.begin()));
}

}  // namespace topomorph::topology
