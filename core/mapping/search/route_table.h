// The routes between the slots of a small network, asked for once each.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/model/routing.h"

namespace topomorph::mapping {

/// Routes that a search walks again and again. A table has no virtual call and no arithmetic of coordinates: on a torus
/// of 250 slots it saves half of the search for the busiest link. Of large networks nothing is kept.
class RouteTable {
 public:
  /// The routing must outlive this.
  RouteTable(const Routing& routing, std::uint64_t slots)
      : routing_(routing),
        slots_(slots),
        known_(slots <= kMostSlots && routing.links() <= kMostLinks ? slots * slots : 0),
        cost_(slots <= kMostCosts ? slots * slots : 0, kUnknown) {}

  /// Returns whether costs_from() has an answer.
  bool keeps_costs() const { return !cost_.empty(); }

  /// Returns how long a byte takes on all links of the way to each slot together: the sum of their inverse bandwidths.
  const float* costs_from(Slot from) {
    float* costs = cost_.data() + from * slots_;
    if (costs[from] == kUnknown) {
      for (Slot to = 0; to < slots_; ++to) {
        double sum = 0;
        walk(from, to, [&](Link link) { sum += 1 / routing_.bandwidth(link); });
        costs[to] = static_cast<float>(sum);
      }
    }
    return costs;
  }

  /// Calls visit(link) for the links on the way, none between a slot and itself. Returns their number.
  template <typename Visit>
  std::size_t walk(Slot from, Slot to, Visit visit) {
    if (from == to) return 0;
    if (known_.empty()) {
      ask(from, to);
      for (const Link link : path_) visit(link);
      return path_.size();
    }
    Piece& piece = known_[from * slots_ + to];
    if (piece.length == 0) piece = kept(from, to);
    const std::span<const ShortLink> way(links_.data() + piece.begin, piece.length);
    for (const ShortLink link : way) visit(link);
    return way.size();
  }

 private:
  using ShortLink = std::uint32_t;  // half a Link: the table stays in the cache
  static constexpr Link kMostLinks = std::numeric_limits<ShortLink>::max();
  static constexpr std::uint64_t kMostSlots = 512;   // some 8 MB of links
  static constexpr std::uint64_t kMostCosts = 1024;  // a quarter of a second
  static constexpr float kUnknown = -1;

  struct Piece {
    std::uint32_t begin = 0, length = 0;
  };

  void ask(Slot from, Slot to) {
    path_.clear();
    routing_.route(from, to, path_);
  }

  Piece kept(Slot from, Slot to) {
    ask(from, to);
    const Piece piece{static_cast<std::uint32_t>(links_.size()), static_cast<std::uint32_t>(path_.size())};
    for (const Link link : path_) links_.push_back(static_cast<ShortLink>(link));
    return piece;
  }

  const Routing& routing_;
  std::uint64_t slots_;
  std::vector<Piece> known_;  // by pair of slots; nothing has a length of 0
  std::vector<float> cost_;   // by pair of slots
  std::vector<ShortLink> links_;
  std::vector<Link> path_;
};

}  // namespace topomorph::mapping
