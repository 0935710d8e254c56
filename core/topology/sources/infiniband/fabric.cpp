// Builds an InfiniBand fabric from what readers find.
#include "core/topology/sources/infiniband/fabric.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/topology/sources/infiniband/names.h"

namespace topomorph::topology::infiniband {

namespace {

constexpr Vertex kNoVertex = 0xffffffff;

std::string title_of(std::uint64_t guid, const std::string& description) {
  return description.empty() ? fmt::format("0x{:016x}", guid) : description;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> Fabric::incident() const {
  std::vector<std::vector<std::uint32_t>> at(switches.size() + hosts.size());
  for (std::uint32_t c = 0; c < cables.size(); ++c) {
    at[cables[c].from].push_back(c);
    at[cables[c].to].push_back(c);
  }
  return at;
}

std::size_t FabricBuilder::number_of(std::uint64_t guid, bool is_switch) {
  if (guid == 0) throw InputError("found no GUID, expected one of up to 16 hexadecimal digits, not 0");
  const auto [found, is_new] = number_.try_emplace(guid, nodes_.size());
  if (is_new) nodes_.push_back({guid, is_switch, {}, {}, {}, {}, {}, {}});
  if (nodes_[found->second].is_switch != is_switch) {
    throw InputError(fmt::format("found 0x{:016x} as a switch and as a host, expected one of both", guid));
  }
  return found->second;
}

void FabricBuilder::node(std::uint64_t guid, bool is_switch, std::string_view description, std::uint32_t lid) {
  Node& node = nodes_[number_of(guid, is_switch)];
  if (node.description.empty()) node.description = description;
  if (lid != 0 && std::find(node.lids.begin(), node.lids.end(), lid) == node.lids.end()) node.lids.push_back(lid);
}

void FabricBuilder::classes(std::uint64_t guid, std::vector<std::string> names) {
  nodes_[number_.at(guid)].classes = std::move(names);
}

void FabricBuilder::port_guid(std::uint64_t guid, std::uint32_t port, std::uint64_t port_guid) {
  Node& node = nodes_[number_.at(guid)];
  if (port_guid != 0 && (node.port.second == 0 || port < node.port.first)) node.port = {port, port_guid};
}

void FabricBuilder::lid(std::uint64_t guid, std::uint32_t lid) {
  const Node& known = nodes_[number_.at(guid)];
  node(guid, known.is_switch, known.description, lid);
}

std::string FabricBuilder::title(std::uint64_t guid) const {
  const std::string& description = nodes_[number_.at(guid)].description;
  return description.empty() ? title_of(guid, "") : fmt::format("{} (0x{:016x})", description, guid);
}

std::size_t FabricBuilder::hosts() const {
  return static_cast<std::size_t>(
      std::count_if(nodes_.begin(), nodes_.end(), [](const Node& node) { return !node.is_switch; }));
}

void FabricBuilder::cable(End a, End b, double bandwidth) {
  if (std::max(a.port, b.port) > kLargestPort) {
    throw InputError(fmt::format("found port {}, expected at most {}", std::max(a.port, b.port), kLargestPort));
  }
  const std::size_t from = number_of(a.guid, a.is_switch), to = number_of(b.guid, b.is_switch);
  if (from == to) return;  // a loopback plug
  const auto [first, is_new] = nodes_[from].cable_at.try_emplace(a.port, cables_.size());
  const auto [second, is_new_too] = nodes_[to].cable_at.try_emplace(b.port, cables_.size());
  if (is_new && is_new_too) {
    cables_.push_back({from, to, a.port, b.port, bandwidth});
  } else if (first->second != second->second) {
    const Node& taken = nodes_[is_new ? to : from];
    throw InputError(fmt::format("found another cable at port {} of {}, expected one at each port",
                                 is_new ? b.port : a.port, title_of(taken.guid, taken.description)));
  }
}

void FabricBuilder::forward(std::uint64_t switch_guid, std::uint32_t lid, std::uint32_t port) {
  if (port > kLargestPort || lid > kLargestLid) {
    throw InputError(
        fmt::format("found port {} for LID {}, expected at most {} and {}", port, lid, kLargestPort, kLargestLid));
  }
  ForwardingTable& table = nodes_[number_.at(switch_guid)].forwarding;
  if (table.size() <= lid) table.resize(lid + 1, kNoPort);
  table[lid] = static_cast<std::uint8_t>(port);
}

std::vector<Vertex> FabricBuilder::number_vertices(Fabric& fabric) const {
  std::vector<Vertex> vertex(nodes_.size(), kNoVertex);
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    if (!node.is_switch) continue;
    vertex[n] = static_cast<Vertex>(fabric.switches.size());
    fabric.switches.push_back(
        {node.guid, title_of(node.guid, node.description), node.lids.empty() ? 0 : node.lids.front()});
  }
  std::map<std::string, Vertex> known;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    if (node.is_switch || is_aggregation_node(node.description)) continue;
    const std::string name = host_of_description(node.description);
    const auto next = static_cast<Vertex>(fabric.switches.size() + fabric.hosts.size());
    vertex[n] = name.empty() ? next : known.try_emplace(name, next).first->second;
    if (vertex[n] == next) {
      fabric.hosts.push_back({node.guid,
                              name.empty() ? title_of(node.port.second != 0 ? node.port.second : node.guid, {}) : name,
                              {},
                              node.classes});
    }
    Host& host = fabric.hosts[vertex[n] - fabric.switches.size()];
    host.lids.insert(host.lids.end(), node.lids.begin(), node.lids.end());
  }
  return vertex;
}

Fabric FabricBuilder::finish() const {
  Fabric fabric;
  fabric.warnings = warnings_;
  const std::vector<Vertex> vertex = number_vertices(fabric);
  fabric.behind.resize(fabric.switches.size());
  std::map<std::pair<Vertex, Vertex>, std::uint32_t> number;
  const auto plug = [&](Vertex v, std::uint32_t port, std::uint32_t cables) {
    if (!fabric.is_switch(v)) return;
    auto& ports = fabric.behind[v];
    if (ports.size() <= port) ports.resize(port + 1, Fabric::kNoCables);
    ports[port] = cables;
  };
  for (const Cable& cable : cables_) {
    const Vertex a = vertex[cable.a], b = vertex[cable.b];
    if (a == kNoVertex || b == kNoVertex || a == b) continue;
    const std::pair ends = std::minmax(a, b);
    const auto [found, is_new] = number.try_emplace({ends.first, ends.second}, fabric.cables.size());
    if (is_new) fabric.cables.push_back({ends.first, ends.second, 0, 0});
    Cables& all = fabric.cables[found->second];
    all.bandwidth += cable.bandwidth;
    ++all.count;
    plug(a, cable.port_a, found->second);
    plug(b, cable.port_b, found->second);
  }
  bool routed = false;
  for (const Node& node : nodes_) routed |= !node.forwarding.empty();
  for (const Node& node : nodes_) {
    if (routed && node.is_switch) fabric.forwarding.push_back(node.forwarding);
  }
  return fabric;
}

}  // namespace topomorph::topology::infiniband
