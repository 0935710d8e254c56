// The way between two processes under a mapping: latency, rate and shared links, remembered for pairs in use.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/model/mapping.h"
#include "core/replay/link_sharing.h"
#include "core/replay/platform.h"

namespace topomorph::replay {

struct Path {
  static constexpr std::uint32_t kLocal = ~std::uint32_t{0}, kNone = ~std::uint32_t{0};
  double latency = 0;
  double seconds_per_byte = 0;  ///< of the slowest link, or of a copy inside the host
  std::uint32_t route = kLocal;
  std::uint32_t out = kNone;  ///< the link that takes messages one after the other, which is not in `route`
};

/// Both memories are bounded: paths and routes that are forgotten are made again.
class Paths {
 public:
  /// The arguments must outlive this. Links appear in `sharing` when a route first has them. Beyond `most_routes`,
  /// those without transfers are forgotten.
  Paths(const Platform& platform, const Mapping& mapping, LinkSharing& sharing,
        std::size_t most_routes = std::size_t{1} << 19);

  /// Valid until the next call.
  const Path& find(std::uint32_t sender, std::uint32_t receiver);
  bool is_local(std::uint32_t a, std::uint32_t b) const {
    return platform_.host_of[mapping_[a]] == platform_.host_of[mapping_[b]];
  }
  double capacity(std::uint32_t link) const { return capacities_[link]; }  ///< bytes per second
  const std::vector<Link>& links() const { return links_; }                ///< by their numbers in `sharing`

 private:
  static constexpr std::uint64_t kNoPair = ~std::uint64_t{0};
  struct Entry {
    std::uint64_t pair = kNoPair;
    Path path;
  };

  Entry* places_of(std::uint64_t pair);
  Entry& add(const Entry& entry);
  void grow();
  Path make(std::uint32_t sender, std::uint32_t receiver);
  std::vector<std::uint32_t> links_between(Slot a, Slot b);
  std::uint32_t route_of(std::vector<std::uint32_t> links);
  std::uint32_t number_of(Link link);
  void find_inside_links();
  void forget_idle_routes();

  const Platform& platform_;
  const Mapping& mapping_;
  LinkSharing& sharing_;
  std::size_t most_routes_;
  std::vector<Entry> entries_;  // a power of two
  std::size_t lost_ = 0;        // entries whose place others took since it last grew
  std::vector<Link> links_;
  std::unordered_map<Link, std::uint32_t> numbers_;               // kInside: a link inside a host
  std::unordered_multimap<std::uint64_t, std::uint32_t> routes_;  // by the hash of their links
  std::vector<double> capacities_;
  std::vector<Link> path_;  // while a route is made
};

}  // namespace topomorph::replay
