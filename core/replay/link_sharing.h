// Transfers that share links: max-min fair rates, recomputed for the connected part that changed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/routing.h"
#include "core/replay/shared_work.h"
#include "core/replay/timeline.h"
#include "core/replay/timers.h"

namespace topomorph::replay {

/// Bytes that pass a link at a higher rate before its own rate holds: a token bucket. Unused time fills it again.
struct Burst {
  double bytes = 0;    ///< 0: no burst
  double rate = 10e9;  ///< bytes per second while there is credit: what the sender can do
};

/// Rates are max-min fair [Bertsekas 1992, section 6.5.2]: the rate of a transfer can only grow at the cost of one that
/// is not faster. All transfers of one route have the same rate, so that the rates are computed for routes.
///
/// A change reaches other transfers only through links that limit some transfer. So the part that is computed begins
/// with the links whose transfers changed, and grows over the limiting links of the transfers in it. The others, its
/// rim, have their free capacity for it. If that does not suffice, the link limits from now on, and the part grows
/// there.
///
/// A change of the transfers takes effect at the next_share() after it: at once with a tolerance of 0, else after this
/// part of the time of its message. Changes in between share one computation.
class LinkSharing {
 public:
  using Route = std::uint32_t;

  LinkSharing(double tolerance, Burst burst, Timeline* timeline)
      : tolerance_(tolerance), burst_(burst), timeline_(timeline) {}

  /// Links are numbered by the caller from 0 without gaps; `capacity` is in bytes per second.
  void add_link(double capacity);
  Route add_route(std::vector<std::uint32_t> links);
  bool is_idle(Route route) const { return routes_[route].work.jobs() == 0; }
  /// Frees an idle route; its number is used again.
  void drop_route(Route route);
  std::span<const std::uint32_t> links_of(Route route) const { return routes_[route].links; }

  /// A transfer of `bytes` above 0 begins. `latency` is the rest of its message's time.
  void start(double now, Route route, double bytes, std::uint32_t transfer, double latency = 0);
  /// Counts bytes that pass one link, apart from the shares.
  void count(double now, std::uint32_t link, std::uint64_t bytes, double seconds);
  /// Counts a message that is too small to matter for the shares.
  void count_small(double now, Route route, std::uint64_t bytes, double seconds);

  double next_finish() const { return finishes_.next(); }
  /// Appends the transfers that are done at next_finish().
  void finish(std::vector<std::uint32_t>& done);
  double next_share() const { return due_ < credits_.next() ? due_ : credits_.next(); }
  /// Recomputes the rates where something changed.
  void share(double now);

  double rate(Route route) const { return routes_[route].work.rate(); }  ///< of each transfer
  std::uint64_t bytes_of(std::uint32_t link) const { return links_[link].bytes; }
  /// Returns the seconds in which the link had a transfer; small messages count with their bytes / rate.
  double busy_of(std::uint32_t link) const { return links_[link].busy; }
  void end(double now);  ///< accounts for what is under way

 private:
  struct Crossing {
    Route route;
    std::uint32_t hop;  // place of the link in the route
  };
  struct SharedLink {
    double capacity = 0;
    std::uint32_t transfers = 0;
    std::vector<Crossing> routes;  // with transfers
    std::uint64_t bytes = 0;
    double busy = 0, busy_since = 0;
    double used = 0, used_since = 0;  // bytes per second of all transfers
    // Token bucket: credit at `credit_at`, and the bytes that passed since.
    double credit = 0, credit_at = 0, passed = 0;
    bool open = false;
    bool limits = false;                // determines the rate of a transfer
    bool dirty = false;                 // its transfers changed
    std::uint64_t inside = 0, rim = 0;  // number of the last computation in which it was there
  };
  /// Of a link while rates are computed; apart from SharedLink, so that those of a large network fit a cache.
  struct Filling {
    double left = 0;              // for the transfers without a rate
    double used = 0;              // by all transfers of the part
    std::uint32_t waiting = 0;    // transfers without a rate
    std::uint32_t transfers = 0;  // of the part
    std::uint64_t seen = 0;       // number of the last computation in which the part had one
  };
  struct RouteState {
    std::vector<std::uint32_t> links;
    std::vector<std::uint32_t> place;  // among the routes of each link
    SharedWork work;
    double latency = 0;
    std::uint64_t seen = 0;
    double fair = 0;
    std::uint64_t filled = 0;  // number of the last fill() that computed `fair`
  };
  struct Share {
    double share;
    std::uint32_t link;
    /// Without branches, because nobody can predict them.
    bool operator<(const Share& o) const {
      return static_cast<bool>(static_cast<int>(share < o.share) |
                               (static_cast<int>(share == o.share) & static_cast<int>(link < o.link)));
    }
  };

  void change_used(SharedLink& link, std::uint32_t number, double now, double change);
  void join(Route route, double now);
  void leave(Route route, double now);
  void touch(Route route, double due);
  double first_rate(const RouteState& route) const;
  void add_to_part(std::uint32_t link);
  void add_route_to_part(Route route);
  void fill();
  void prepare(std::uint32_t link);
  void sift_down();
  void pop_share();
  void determine(std::uint32_t link, double share);
  bool rim_limits();
  void apply(double now);
  void update_credit(std::uint32_t link, double now);
  void watch_credit(std::uint32_t link, double now);
  double capacity_now(const SharedLink& link) const;

  double tolerance_;
  Burst burst_;
  Timeline* timeline_;
  std::vector<SharedLink> links_;
  std::vector<Filling> fillings_;  // of each link
  std::vector<RouteState> routes_;
  std::vector<Route> free_routes_;
  Timers finishes_;  // of routes
  Timers credits_;   // of links: when the credit ends
  double due_ = kNever;
  std::vector<std::uint32_t> dirty_;
  std::uint64_t computation_ = 0, fill_ = 0;  // their numbers
  // The part of the network that is computed: links with all their routes, these routes, and the other links of these.
  std::vector<std::uint32_t> inside_;
  std::vector<Route> part_;
  std::size_t without_rate_ = 0;  // of these
  std::vector<std::uint32_t> rim_;
  std::vector<Share> heap_;  // the least on top
};

}  // namespace topomorph::replay
