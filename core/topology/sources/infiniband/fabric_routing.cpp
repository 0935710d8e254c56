// Routes of an InfiniBand fabric by its forwarding tables.
#include "core/topology/sources/infiniband/fabric_routing.h"

#include <algorithm>

#include <fmt/format.h>

namespace topomorph::topology::infiniband {

FabricRouting::FabricRouting(std::shared_ptr<const Fabric> fabric, std::shared_ptr<const SwitchGraph> graph,
                             std::vector<std::uint32_t> place_of_slot)
    : fabric_(std::move(fabric)),
      graph_(std::move(graph)),
      place_of_slot_(std::move(place_of_slot)),
      incident_(fabric_->incident()) {}

std::string FabricRouting::name(Link link) const {
  const std::uint32_t count = fabric_->cables[link / 2].count;
  const std::string times = count > 1 ? fmt::format(" ({} cables)", count) : "";
  const auto found = ends(link);
  return fmt::format("{} -> {}{}", found->from.name, found->to.name, times);
}

std::optional<LinkEnds> FabricRouting::ends(Link link) const {
  const Cables& cables = fabric_->cables[link / 2];
  const auto [from, to] = link % 2 == 0 ? std::pair(cables.from, cables.to) : std::pair(cables.to, cables.from);
  return LinkEnds{{from, fabric_->name(from)}, {to, fabric_->name(to)}};
}

FabricRouting::Step FabricRouting::step(Vertex from, std::uint32_t cables) const {
  const Cables& taken = fabric_->cables[cables];
  return taken.from == from ? Step{2 * Link{cables}, taken.to} : Step{2 * Link{cables} + 1, taken.from};
}

std::uint32_t FabricRouting::cables_between(Vertex a, Vertex b) const {
  const auto& from = incident_[a].size() < incident_[b].size() ? incident_[a] : incident_[b];
  const auto leads = [&](std::uint32_t c) {
    return fabric_->cables[c].from == std::min(a, b) && fabric_->cables[c].to == std::max(a, b);
  };
  return *std::find_if(from.begin(), from.end(), leads);
}

std::optional<std::uint32_t> FabricRouting::cables_by_table(Vertex from, Slot to) const {
  const auto& lids = fabric_->hosts[graph_->hosts[place_of_slot_[to]]].lids;
  const ForwardingTable& table = fabric_->forwarding[from];
  const std::uint8_t port = !lids.empty() && lids.front() < table.size() ? table[lids.front()] : kNoPort;
  const auto& ports = fabric_->behind[from];
  if (port < ports.size() && ports[port] != Fabric::kNoCables) return ports[port];
  for (const std::uint32_t cables : incident_[vertex(to)]) {
    if (fabric_->cables[cables].from == from) return cables;
  }
  return std::nullopt;
}

FabricRouting::Way FabricRouting::follow_tables(Vertex from, Slot to, std::vector<Link>& path) const {
  const std::size_t before = path.size();
  const Vertex goal = vertex(to);
  bool has_gaps = false;
  for (std::size_t hops = 0; has_tables() && hops <= fabric_->switches.size() && fabric_->is_switch(from); ++hops) {
    const auto cables = cables_by_table(from, to);
    has_gaps |= !cables;
    const Step next = step(from, cables ? *cables : cables_of_shortest(from, to));
    path.push_back(next.link);
    from = next.to;
  }
  if (from == goal) return has_gaps ? Way::kWithGaps : Way::kByTables;
  path.resize(before);
  return Way::kNone;
}

std::uint32_t FabricRouting::cables_of_shortest(Vertex from, Slot to) const {
  const auto& hops = graph_->hops[leaf(to)];
  if (hops[from] == 0) return cables_between(from, vertex(to));
  std::vector<Vertex> nearer;
  for (const Vertex next : graph_->neighbours[from]) {
    if (hops[next] + 1 == hops[from]) nearer.push_back(next);
  }
  return cables_between(from, nearer[to % nearer.size()]);
}

void FabricRouting::follow_shortest(Vertex from, Slot to, std::vector<Link>& path) const {
  while (fabric_->is_switch(from)) {
    const Step next = step(from, cables_of_shortest(from, to));
    path.push_back(next.link);
    from = next.to;
  }
}

void FabricRouting::route(Slot a, Slot b, std::vector<Link>& path) const {
  if (a == b) return;
  const Vertex first = graph_->leaves[leaf(a)];
  path.push_back(step(vertex(a), cables_between(vertex(a), first)).link);
  if (follow_tables(first, b, path) == Way::kNone) follow_shortest(first, b, path);
}

std::uint64_t FabricRouting::without_route() const {
  std::uint64_t missing = 0;
  std::vector<Link> path;
  for (const Vertex from : graph_->leaves) {
    for (Slot to = 0; to < place_of_slot_.size(); ++to) {
      path.clear();
      if (follow_tables(from, to, path) != Way::kByTables) ++missing;
    }
  }
  return missing;
}

}  // namespace topomorph::topology::infiniband
