// Summarizes a topology in lines for people.
#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "core/model/tree.h"
#include "core/topology/export/figures.h"
#include "core/topology/export/outline.h"
#include "core/topology/export/picture.h"
#include "core/topology/export/tree_text.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::topology {

namespace {

constexpr std::uint64_t kMostToDraw = std::uint64_t{1} << 16;  // slots of a topology whose links are counted
constexpr std::size_t kMostText = 200;                         // characters of a list of hosts

std::string figures_text(const Topology& topology) {
  const DistanceFigures figures = distance_figures(topology);
  if (topology.slots() == 1) return {};
  if (figures.sampled == 0)
    return fmt::format("diameter {}, average distance {:.2f}\n", figures.diameter, figures.average);
  return fmt::format("diameter at least {}, average distance about {:.2f} (of {} pairs)\n", figures.diameter,
                     figures.average, figures.sampled);
}

/// Returns the number of links; nothing for trees, for large topologies (too slow), or if links are unknown.
std::string links_text(const Topology& topology) {
  if (as_tree(topology) != nullptr || topology.slots() > kMostToDraw || !has_picture(topology)) return {};
  const GivenTopology alone{std::shared_ptr<const Topology>(std::shared_ptr<void>(), &topology), {}, {}};
  const std::size_t links = picture_of(alone).links.size();
  return fmt::format("{} link{}\n", links, links == 1 ? "" : "s");
}

std::string hosts_text(const HostTable& hosts) {
  if (hosts.names.empty()) return {};
  const std::string list = hosts_for_people(hosts.names, kMostText);
  return fmt::format("{} host{}: {}\n", hosts.names.size(), hosts.names.size() == 1 ? "" : "s", list);
}

std::string indented(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    result += "  " + text.substr(at, end - at) + "\n";
    at = end == std::string::npos ? text.size() : end + 1;
  }
  return result;
}

std::string body_text(const Topology& topology, const HostTable& hosts);

/// Describes the machines of a composed topology: each kind once, in the order of the first places.
std::string machines_text(const ComposedTopology& composed) {
  std::vector<std::pair<std::string, std::uint64_t>> kinds;  // text, and the number of places with it
  std::unordered_map<const Topology*, std::size_t> kind_of;
  for (const auto& part : composed.parts()) {
    const auto [found, is_new] = kind_of.try_emplace(part.get(), kinds.size());
    if (is_new) {
      const std::string text = part->describe() + "\n" + indented(body_text(*part, {}));
      const auto same = std::find_if(kinds.begin(), kinds.end(), [&](const auto& kind) { return kind.first == text; });
      found->second = static_cast<std::size_t>(same - kinds.begin());
      if (same == kinds.end()) kinds.emplace_back(text, 0);
    }
    ++kinds[found->second].second;
  }
  std::string text;
  for (const auto& [machine, places] : kinds) text += fmt::format("{} x {}", places, machine);
  return text;
}

std::string body_text(const Topology& topology, const HostTable& hosts) {
  return visit_shape(
      topology, [&](const TreeTopology& tree) { return tree_text(tree, hosts); },
      [](const ComposedTopology& composed) {
        const Topology& network = composed.network();
        const std::string scale = composed.scale() == 1 ? "" : fmt::format(", distances times {}", composed.scale());
        return fmt::format("network: {}{}\n", network.describe(), scale) +
               indented(links_text(network) + body_text(network, {})) + "in its places:\n" +
               indented(machines_text(composed));
      },
      [](const RestrictedTopology& part) {
        return "the whole: " + part.whole().describe() + "\n" + indented(body_text(part.whole(), {}));
      },
      [](const NetworkTopology&) { return std::string(); });
}

std::string speeds_text(const std::vector<std::uint64_t>& speeds) {
  if (speeds.empty()) return {};
  const auto [least, most] = std::minmax_element(speeds.begin(), speeds.end());
  return fmt::format("speeds of the slots: {} to {}\n", *least, *most);
}

}  // namespace

std::string outline_text(const GivenTopology& given) {
  const Topology& topology = *given.topology;
  const std::uint64_t slots = topology.slots();
  return fmt::format("{}\n{} slot{}\n", topology.describe(), slots, slots == 1 ? "" : "s") + figures_text(topology) +
         links_text(topology) + hosts_text(given.hosts) + speeds_text(given.speeds) + body_text(topology, given.hosts);
}

}  // namespace topomorph::topology
