// Summarizes a topology in lines for people and as JSON.
#include "core/topology/export/summary.h"

#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/topology/export/distance_statistics.h"
#include "core/topology/export/picture.h"
#include "core/topology/shapes/visit.h"
#include "core/topology/sources/slurm/host_list.h"

namespace topomorph::topology {
namespace {

constexpr std::size_t kMostLines = 24;        // of objects under one node; more are counted
constexpr std::size_t kMostTextOfNode = 100;  // characters of a list of hosts

/// Returns ", 16 cables up", ", one cable up, 4 times as fast"; empty where they are unknown.
std::string cable_words(const Cables& cables) {
  if (cables.count == 0) return "";
  const std::string speed = cables.speed == 1 ? "" : fmt::format(", {:g} times as fast", cables.speed);
  return fmt::format(", {} up{}", cables.count == 1 ? "one cable" : counted(cables.count, "cable"), speed);
}

class TreeText {
 public:
  TreeText(const TreeTopology& tree, const HostTable& hosts) : tree_(tree), hosts_(hosts) {
    for (std::size_t l = 1; l <= tree.levels(); ++l) find_kinds(l);
    level_of_names_ = level_of_names();
  }

  std::string text() {
    line(0, tree_.levels(), 0, 1);
    below(2, tree_.levels(), 0);
    return std::move(text_);
  }

 private:
  /// Numbers the kinds of nodes of level l: nodes are of one kind if their children are, in the same order.
  void find_kinds(std::size_t l) {
    std::map<std::vector<std::size_t>, std::size_t> kinds;
    std::vector<std::size_t> kind_of_node;
    for (std::size_t node = 0; node < tree_.nodes(l); ++node) {
      const auto [first, last] = tree_.children(l, node);
      std::vector<std::size_t> key = {last - first};
      for (std::size_t child = first; l > 1 && child < last; ++child) key.push_back(kinds_[l - 2][child]);
      kind_of_node.push_back(kinds.try_emplace(std::move(key), kinds.size()).first->second);
    }
    kinds_.push_back(std::move(kind_of_node));
  }

  bool same(std::size_t l, std::size_t a, std::size_t b) const {
    return l == 0 || kinds_[l - 1][a] == kinds_[l - 1][b];
  }

  /// Returns the lowest level with a node of several hosts. Its nodes show the hosts' names, each on a line of its own.
  std::size_t level_of_names() const {
    if (hosts_.names.empty()) return 0;
    std::size_t l = 1;
    const auto several = [&](std::size_t node) {
      const auto& begin = tree_.level(l).begin;
      const auto first = std::lower_bound(hosts_.begin.begin(), hosts_.begin.end(), begin[node]);
      return hosts_.begin.end() - first > 2 && *(first + 2) <= begin[node + 1];
    };
    for (; l < tree_.levels(); ++l) {
      for (std::size_t node = 0; node < tree_.nodes(l); ++node) {
        if (several(node)) return l;
      }
    }
    return l;
  }

  std::string names(std::size_t l, std::size_t node) const {
    if (l == 0 || l != level_of_names_) return {};
    const auto place = [&](Slot slot) {
      const auto found = std::lower_bound(hosts_.begin.begin(), hosts_.begin.end(), slot);
      return static_cast<std::size_t>(found - hosts_.begin.begin());
    };
    const std::size_t first = place(tree_.level(l).begin[node]), last = place(tree_.level(l).begin[node + 1]);
    if (last <= first || last > hosts_.names.size()) return {};
    const auto names = std::span(hosts_.names).subspan(first, last - first);
    return "  " + hosts_for_people({names.begin(), names.end()}, kMostTextOfNode);
  }

  void line(std::size_t indent, std::size_t l, std::size_t node, std::size_t count) {
    text_ += std::string(indent, ' ');
    if (count > 1) text_ += fmt::format("{} x ", count);
    text_ += l == 0 && hosts_.begin.size() == tree_.slots() + 1 ? "host" : level_name(tree_, l);
    if (l > 0) {
      const Slot slots = tree_.begin(l, node + 1) - tree_.begin(l, node);
      text_ += fmt::format(" ({}{}{}{})", counted(slots, "slot"), count > 1 ? " each" : "",
                           slots > 1 ? fmt::format(", distance {}", tree_.level(l).distance) : "",
                           cable_words(tree_.level(l).cables));
    }
    text_ += names(l, node) + "\n";
  }

  void below(std::size_t indent, std::size_t l, std::size_t node) {
    const auto [first, last] = tree_.children(l, node);
    std::size_t lines = 0;
    for (std::size_t at = first; at < last; ++lines) {
      if (lines == kMostLines) {
        text_ += fmt::format("{}... and {} more\n", std::string(indent, ' '), last - at);
        return;
      }
      std::size_t end = at + 1;
      const bool named = l - 1 > 0 && l - 1 == level_of_names_;
      while (!named && end < last && same(l - 1, at, end)) ++end;
      line(indent, l - 1, at, end - at);
      const bool told = named && at > first && same(l - 1, at - 1, at);
      if (l > 1 && !told) below(indent + 2, l - 1, at);
      at = end;
    }
  }

  const TreeTopology& tree_;
  const HostTable& hosts_;
  std::vector<std::vector<std::size_t>> kinds_;  // by level, then node
  std::size_t level_of_names_ = 0;
  std::string text_;
};

}  // namespace

std::string hosts_for_people(std::vector<std::string> names, std::size_t most) {
  const auto key = [](const std::string& name) {
    const std::size_t letters = name.find_last_not_of("0123456789") + 1;
    return std::tuple(std::string_view(name).substr(0, letters), name.size(), std::string_view(name));
  };
  std::sort(names.begin(), names.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  std::string list = format_host_list(names);
  return list.size() <= most ? list : fmt::format("{} ... {}", names.front(), names.back());
}

std::string tree_text(const TreeTopology& tree, const HostTable& hosts) { return TreeText(tree, hosts).text(); }

namespace {

using Json = nlohmann::ordered_json;

void add_levels(const TreeTopology& tree, Json& json) {
  for (std::size_t l = tree.levels(); l >= 1; --l) {
    const TreeLevel& level = tree.level(l);
    Json of_level = {{"name", level_name(tree, l)}, {"nodes", tree.nodes(l)}, {"distance", level.distance}};
    if (level.cables.count > 0) of_level["cables"] = {{"count", level.cables.count}, {"speed", level.cables.speed}};
    json["levels"].push_back(std::move(of_level));
  }
}

void add_dimensions(const GridTopology& grid, Json& json) {
  for (const GridDimension& dimension : grid.dimensions()) {
    json["dimensions"].push_back({{"size", dimension.size}, {"wraps", dimension.wraps}, {"cost", dimension.cost}});
  }
}

Json shape_json(const Topology& topology) {
  Json json = {{"description", topology.describe()}, {"slots", topology.slots()}};
  json["levels"] = Json::array();
  visit_shape(
      topology, [&](const TreeTopology& tree) { add_levels(tree, json); },
      [&](const GridTopology& grid) { add_dimensions(grid, json); },
      [&](const ComposedTopology& composed) {
        json["network"] = shape_json(composed.network());
        json["scale"] = composed.scale();
      },
      [&](const RestrictedTopology& part) { json["whole"] = shape_json(part.whole()); }, [](const NetworkTopology&) {});
  return json;
}

void add_statistics(const Topology& topology, Json& json) {
  const DistanceStatistics statistics = distance_statistics(topology);
  json["diameter"] = statistics.diameter;
  json["average_distance"] = statistics.average;
  if (statistics.sampled > 0) json["sampled_pairs"] = statistics.sampled;
}

}  // namespace

nlohmann::ordered_json summary_json(const GivenTopology& given) {
  Json json = shape_json(*given.topology);
  add_statistics(*given.topology, json);
  const HostTable& hosts = given.hosts;
  for (std::size_t h = 0; h < hosts.names.size(); ++h) {
    json["hosts"].push_back(
        {{"name", hosts.names[h]}, {"first_slot", hosts.begin[h]}, {"slots", hosts.begin[h + 1] - hosts.begin[h]}});
  }
  if (!given.speeds.empty()) json["speeds"] = given.speeds;
  return json;
}

namespace {

constexpr std::uint64_t kMostToDraw = std::uint64_t{1} << 16;  // slots of a topology whose links are counted
constexpr std::size_t kMostText = 200;                         // characters of a list of hosts

std::string statistics_text(const Topology& topology) {
  const DistanceStatistics statistics = distance_statistics(topology);
  if (topology.slots() == 1) return {};
  if (statistics.sampled == 0)
    return fmt::format("diameter {}, average distance {:.2f}\n", statistics.diameter, statistics.average);
  return fmt::format("diameter at least {}, average distance about {:.2f} (of {} pairs)\n", statistics.diameter,
                     statistics.average, statistics.sampled);
}

/// Returns the number of links; nothing for trees, for large topologies (too slow), or if links are unknown.
std::string links_text(const Topology& topology) {
  if (as_tree(topology) != nullptr || topology.slots() > kMostToDraw || !has_picture(topology)) return {};
  const GivenTopology alone{borrowed(topology), {}, {}};
  const std::size_t links = picture_of(alone).links.size();
  return fmt::format("{}\n", counted(links, "link"));
}

std::string hosts_text(const HostTable& hosts) {
  if (hosts.names.empty()) return {};
  const std::string list = hosts_for_people(hosts.names, kMostText);
  return fmt::format("{}: {}\n", counted(hosts.names.size(), "host"), list);
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

std::string summary_text(const GivenTopology& given) {
  const Topology& topology = *given.topology;
  const std::uint64_t slots = topology.slots();
  return fmt::format("{}\n{}\n", topology.describe(), counted(slots, "slot")) + statistics_text(topology) +
         links_text(topology) + hosts_text(given.hosts) + speeds_text(given.speeds) + body_text(topology, given.hosts);
}

}  // namespace topomorph::topology
