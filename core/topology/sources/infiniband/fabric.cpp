// Builds an InfiniBand fabric from what readers find.
#include "core/topology/sources/infiniband/fabric.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include <fmt/format.h>
#include <fnmatch.h>

#include "core/base/error.h"

namespace topomorph::topology::infiniband {

namespace {

constexpr Vertex kNoVertex = 0xffffffff;

std::string title_of(std::uint64_t guid, const std::string& description) {
  return description.empty() ? fmt::format("0x{:016x}", guid) : description;
}

/// Returns the adapter in a description "node001 mlx5_0"; empty if it names none.
std::string device_of(std::string_view description) {
  Words words(description);
  words.next();
  return std::string(words.next());
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

std::vector<Vertex> FabricBuilder::number_vertices(Fabric& fabric, const std::vector<std::string>& adapters) const {
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
    if (!matches_one(device_of(node.description), adapters)) continue;
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
    host.guid = std::min(host.guid, node.guid);
    host.lids.insert(host.lids.end(), node.lids.begin(), node.lids.end());
  }
  return vertex;
}

double FabricBuilder::slowest() const {
  double slowest = 0;
  for (const Cable& cable : cables_) {
    if (cable.bandwidth > 0 && (slowest == 0 || cable.bandwidth < slowest)) slowest = cable.bandwidth;
  }
  return slowest > 0 ? slowest : link_bandwidth("4x", "SDR");
}

Fabric FabricBuilder::finish(const std::vector<std::string>& adapters) const {
  Fabric fabric;
  fabric.warnings = warnings_;
  const std::vector<Vertex> vertex = number_vertices(fabric, adapters);
  const double of_unknown = slowest();
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
    all.bandwidth += cable.bandwidth > 0 ? cable.bandwidth : of_unknown;
    fabric.of_unknown_speed += cable.bandwidth > 0 ? 0 : 1;
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

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Returns whether a vendor's own description begins with this word; no host has such a name.
bool is_vendors_word(std::string_view word) {
  static constexpr std::array<std::string_view, 8> kWords = {"ConnectX",   "Infiniscale", "InfiniScale", "InfiniHost",
                                                             "Infinihost", "Mellanox",    "HCA-",        "localhost"};
  const bool chip = word.size() > 2 && word.starts_with("MT") && is_digit(word[2]);
  return chip || std::any_of(kWords.begin(), kWords.end(), [&](auto begin) { return word.starts_with(begin); });
}

bool is_host_name(std::string_view word) {
  const auto allowed = [](char c) { return is_digit(c) || is_letter(c) || c == '-' || c == '.' || c == '_'; };
  return !word.empty() && (is_letter(word[0]) || is_digit(word[0])) && !is_vendors_word(word) &&
         std::all_of(word.begin(), word.end(), allowed);
}

/// Recognizes adapters ("HCA-1", "mlx5_0", "qib0", "hfi1_0", "ib0:1"): they begin with a letter and end with a digit.
bool is_device(std::string_view word) {
  return is_letter(word.front()) && is_digit(word.back()) && (word.starts_with("HCA-") || !is_vendors_word(word));
}

}  // namespace

bool matches_one(const std::string& name, const std::vector<std::string>& patterns) {
  return patterns.empty() || std::ranges::any_of(patterns, [&](const std::string& pattern) {
           return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
         });
}

std::string host_of_description(std::string_view description) {
  Words words(description);
  const std::string_view host = words.next();
  const std::string_view device = words.next();
  if (!is_host_name(host) || (!device.empty() && !is_device(device) && !is_vendors_word(device))) return "";
  return std::string(host);
}

bool is_aggregation_node(std::string_view description) {
  return description.find("Aggregation Node") != std::string_view::npos;
}

double link_bandwidth(std::string_view width, std::string_view speed) {
  // Gbit/s of one lane times the share that the encoding leaves: 8/10, and 64/66 from FDR10 on.
  static constexpr std::array<std::pair<std::string_view, double>, 9> kLanes = {{{"SDR", 2},
                                                                                 {"DDR", 4},
                                                                                 {"QDR", 8},
                                                                                 {"FDR10", 10 * 64. / 66},
                                                                                 {"FDR", 14.0625 * 64 / 66},
                                                                                 {"EDR", 25 * 64. / 66},
                                                                                 {"HDR", 50 * 64. / 66},
                                                                                 {"NDR", 100 * 64. / 66},
                                                                                 {"XDR", 200 * 64. / 66}}};
  unsigned lanes = 0;
  const auto [end, error] = std::from_chars(width.data(), width.data() + width.size(), lanes);
  if (error != std::errc() || lanes > 64 || std::string_view(end, width.data() + width.size()) != "x") return 0;
  const auto lane =
      std::find_if(kLanes.begin(), kLanes.end(), [&](const auto& candidate) { return candidate.first == speed; });
  return lanes * (lane == kLanes.end() ? kLanes[0] : *lane).second;
}

std::uint64_t parse_guid(std::string_view text) {
  std::string digits;
  if (text.starts_with("0x")) text.remove_prefix(2);
  std::copy_if(text.begin(), text.end(), std::back_inserter(digits), [](char c) { return c != ':'; });
  std::uint64_t guid = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), guid, 16);
  return error == std::errc() && end == digits.data() + digits.size() ? guid : 0;
}

}  // namespace topomorph::topology::infiniband
