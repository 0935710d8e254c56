// Turns a mapping onto a tree into the equally good one that is nearest to another mapping.
#include "core/mapping/remapping/relabelling.h"

#include <algorithm>
#include <tuple>

#include "core/mapping/remapping/matching.h"

namespace topomorph::mapping {

namespace {

/// What is saved if the content of `node` comes to the place of the node `to`.
struct NodeMove {
  Vertex node = 0, to = 0;
  EdgeWeight saved = 0;
  bool operator<(const NodeMove& other) const { return std::tie(node, to) < std::tie(other.node, other.to); }
};

class Relabelling {
 public:
  Relabelling(const SlotTree& tree, const std::vector<Vertex>& slot_of, const std::vector<Vertex>& home)
      : tree_(tree), levels_(tree.tree().levels()), placings_(levels_ + 1) {
    for (std::size_t level = 0; level <= levels_; ++level) {
      placings_[level] = in_common(level, slot_of, home);
      if (level > 0) add_children(level);
    }
  }

  /// Returns the new number of each slot.
  std::vector<Vertex> run() {
    std::vector<Vertex> node_to(1, 0);  // the root stays
    for (std::size_t level = levels_; level > 0; --level) {
      std::vector<Vertex> child_to(tree_.tree().nodes(level - 1));
      for (Vertex node = 0; node < node_to.size(); ++node) place_children(level, node, node_to[node], child_to);
      node_to = std::move(child_to);
    }
    return node_to;
  }

 private:
  /// Returns the pairs of nodes of the same shape that a role is in, by its new slot and by its home. Each such role
  /// saves the difference to the distance on the next level.
  std::vector<NodeMove> in_common(std::size_t level, const std::vector<Vertex>& slot_of,
                                  const std::vector<Vertex>& home) const {
    std::vector<NodeMove> all, merged;
    const EdgeWeight saved =
        level == levels_ ? 0 : tree_.distance(level + 1) - (level == 0 ? 0 : tree_.distance(level));
    for (std::size_t role = 0; role < home.size(); ++role) {
      if (home[role] == kNoVertex) continue;
      const auto node = static_cast<Vertex>(tree_.tree().node_of(level, slot_of[role]));
      const auto to = static_cast<Vertex>(tree_.tree().node_of(level, home[role]));
      if (tree_.shapes(level)[node] == tree_.shapes(level)[to]) all.push_back({node, to, saved});
    }
    std::sort(all.begin(), all.end());
    for (const NodeMove& placing : all) {
      const bool again = !merged.empty() && merged.back().node == placing.node && merged.back().to == placing.to;
      again ? void(merged.back().saved += placing.saved) : merged.push_back(placing);
    }
    return merged;
  }

  void add_children(std::size_t level) {
    for (NodeMove& placing : placings_[level]) {
      const std::vector<MatchingEdge> edges = edges_below(level, placing.node, placing.to);
      const std::vector<Vertex> columns = matched(level, placing.node, placing.to, edges);
      for (const MatchingEdge& edge : edges) placing.saved += columns[edge.row] == edge.column ? edge.weight : 0;
    }
  }

  /// Returns what children of `node` save in the places of children of `to`, numbered from the first child.
  std::vector<MatchingEdge> edges_below(std::size_t level, Vertex node, Vertex to) const {
    const auto [first, last] = tree_.tree().children(level, node);
    const auto [first_to, last_to] = tree_.tree().children(level, to);
    const std::vector<NodeMove>& below = placings_[level - 1];
    std::vector<MatchingEdge> edges;
    for (std::size_t child = first; child < last; ++child) {
      const NodeMove begin{static_cast<Vertex>(child), static_cast<Vertex>(first_to), 0};
      for (auto at = std::lower_bound(below.begin(), below.end(), begin);
           at != below.end() && at->node == child && at->to < last_to; ++at) {
        if (at->saved == 0) continue;
        edges.push_back({static_cast<Vertex>(child - first), static_cast<Vertex>(at->to - first_to), at->saved});
      }
    }
    return edges;
  }

  std::vector<Vertex> matched(std::size_t level, Vertex node, Vertex to, const std::vector<MatchingEdge>& edges) const {
    const auto [first, last] = tree_.tree().children(level, node);
    const auto [first_to, last_to] = tree_.tree().children(level, to);
    return heaviest_matching(last - first, last_to - first_to, edges);
  }

  /// Places the children of `node`, whose own place is `to`: as matched, the others in order of their numbers.
  void place_children(std::size_t level, Vertex node, Vertex to, std::vector<Vertex>& child_to) const {
    const auto [first, last] = tree_.tree().children(level, node);
    const std::size_t first_to = tree_.tree().children(level, to).first;
    const std::vector<Vertex>& shape = tree_.shapes(level - 1);
    const std::vector<Vertex> columns = matched(level, node, to, edges_below(level, node, to));
    std::vector<char> taken(last - first, 0);
    for (const Vertex column : columns) {
      if (column != kNoVertex) taken[column] = 1;
    }
    std::vector<std::pair<Vertex, Vertex>> free;  // shape, place
    for (std::size_t place = 0; place < taken.size(); ++place) {
      if (!taken[place]) free.emplace_back(shape[first_to + place], static_cast<Vertex>(first_to + place));
    }
    std::stable_sort(free.begin(), free.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Vertex> waiting;
    for (std::size_t child = first; child < last; ++child) {
      const Vertex column = columns[child - first];
      column == kNoVertex ? waiting.push_back(static_cast<Vertex>(child))
                          : void(child_to[child] = static_cast<Vertex>(first_to + column));
    }
    std::stable_sort(waiting.begin(), waiting.end(), [&](Vertex a, Vertex b) { return shape[a] < shape[b]; });
    for (std::size_t i = 0; i < waiting.size(); ++i) child_to[waiting[i]] = free[i].second;
  }

  const SlotTree& tree_;
  const std::size_t levels_;
  std::vector<std::vector<NodeMove>> placings_;  // per level, 0: slots; sorted
};

}  // namespace

std::vector<Vertex> relabelled(const SlotTree& tree, const std::vector<Vertex>& slot_of,
                               const std::vector<Vertex>& home) {
  const std::vector<Vertex> place = Relabelling(tree, slot_of, home).run();
  std::vector<Vertex> result;
  for (const Vertex slot : slot_of) result.push_back(place[slot]);
  return result;
}

}  // namespace topomorph::mapping
