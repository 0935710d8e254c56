// Writes trees for people: indented objects, repetition collapsed.
#include "core/topology/export/tree_text.h"

#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "core/model/levels.h"
#include "core/topology/sources/slurm/host_list.h"

namespace topomorph::topology {

namespace {

constexpr std::size_t kMostLines = 24;  // of objects under one node; more are counted
constexpr std::size_t kMostText = 100;  // characters of a list of hosts

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
  /// As an interval of nodes of the level below.
  std::pair<std::size_t, std::size_t> children(std::size_t l, std::size_t node) const {
    const Slot begin = tree_.level(l).begin[node], end = tree_.level(l).begin[node + 1];
    if (l == 1) return {begin, end};
    const auto& lower = tree_.level(l - 1).begin;
    const auto first = std::lower_bound(lower.begin(), lower.end(), begin);
    return {static_cast<std::size_t>(first - lower.begin()),
            static_cast<std::size_t>(std::lower_bound(first, lower.end(), end) - lower.begin())};
  }

  /// Numbers the kinds of nodes of level l: nodes are of one kind if their children are, in the same order.
  void find_kinds(std::size_t l) {
    std::map<std::vector<std::size_t>, std::size_t> kinds;
    std::vector<std::size_t> kind_of_node;
    for (std::size_t node = 0; node < tree_.nodes(l); ++node) {
      const auto [first, last] = children(l, node);
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
    return "  " + hosts_for_people({names.begin(), names.end()}, kMostText);
  }

  void line(std::size_t indent, std::size_t l, std::size_t node, std::size_t count) {
    text_ += std::string(indent, ' ');
    if (count > 1) text_ += fmt::format("{} x ", count);
    text_ += l == 0 && hosts_.begin.size() == tree_.slots() + 1 ? "host" : level_name(tree_, l);
    if (l > 0) {
      const Slot slots = tree_.level(l).begin[node + 1] - tree_.level(l).begin[node];
      text_ += fmt::format(" ({} slot{}{}{})", slots, slots == 1 ? "" : "s", count > 1 ? " each" : "",
                           slots > 1 ? fmt::format(", distance {}", tree_.level(l).distance) : "");
    }
    text_ += names(l, node) + "\n";
  }

  void below(std::size_t indent, std::size_t l, std::size_t node) {
    const auto [first, last] = children(l, node);
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

}  // namespace topomorph::topology
