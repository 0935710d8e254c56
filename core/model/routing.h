// The links that messages take, from which congestion is computed, and a table with a number for every link.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/model/topology.h"

namespace topomorph::inline model {

/// Number of a directed link of a network: 0 .. links()-1.
using Link = std::uint64_t;

/// Where no bandwidth is given, a link's bandwidth is the inverse of its cost. Lower costs count as this one.
inline constexpr double kMinLinkCost = 1e-3;

/// A switch, router or host where links meet.
struct LinkNode {
  std::uint64_t number = 0;                     ///< among the nodes of its network
  std::string name;                             ///< for people: "(0,1)", "router 3", "leaf3"
  std::vector<std::uint64_t> coordinates = {};  ///< of a grid's node
};

struct LinkEnds {
  LinkNode from, to;
};

/// The links of a topology and the routes over them. Slots of one host share their links to the network.
class Routing {
 public:
  virtual ~Routing() = default;

  virtual std::uint64_t links() const = 0;
  /// Returns a name for people: "(0,1)->(0,2)", "switch s1 up", "node17 -> leaf3 port 5".
  virtual std::string name(Link link) const = 0;
  /// Returns the nodes at the ends of a link; nothing for links inside machines and from slots to their router.
  virtual std::optional<LinkEnds> ends(Link /*link*/) const { return std::nullopt; }
  /// Returns the capacity relative to other links, above 0. Parallel cables and faster ports have more.
  virtual double bandwidth(Link link) const = 0;
  /// Appends the links of the route from a to b, in order; nothing if a == b. Routing is static: the route never
  /// changes.
  virtual void route(Slot a, Slot b, std::vector<Link>& path) const = 0;

  /// Appends the links from the slot to the outside of the machine that this routes in, or from there to the slot.
  /// Appends none if every slot is directly at the network.
  virtual void leave(Slot /*slot*/, std::vector<Link>& /*path*/) const {}
  virtual void enter(Slot /*slot*/, std::vector<Link>& /*path*/) const {}
};

/// Every number starts as Number{}. Small networks use an array. Networks with many links, most of which are never
/// accessed, use a hash table of the accessed ones.
template <typename Number>
class LinkTable {
 public:
  explicit LinkTable(std::uint64_t links) : all_(links <= kMostInArray ? links : 0, Number{}) {}

  Number& operator[](Link link) { return all_.empty() ? some_[link] : all_[link]; }

  /// Calls visit(link, number) for all links of an array, or for the accessed links of a hash table, in no defined
  /// order.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (Link link = 0; link < all_.size(); ++link) visit(link, all_[link]);
    for (const auto& [link, number] : some_) visit(link, number);
  }

 private:
  static constexpr std::uint64_t kMostInArray = (std::uint64_t{1} << 27) / sizeof(Number);

  std::vector<Number> all_;
  std::unordered_map<Link, Number> some_;
};

}  // namespace topomorph::inline model
