// A network with a machine in each of its places: distances of both parts in one scale, and the routes.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "core/model/routing.h"
#include "core/model/topology.h"

namespace topomorph::topology {

/// Every slot of the network (a host, or a router with several hosts) holds the slots of a topology of its own, in
/// order: the slots of place 0 come first. The parts may be of different kinds and sizes: a torus of trees, a tree of
/// unequal machines.
class ComposedTopology final : public Topology {
 public:
  /// Part p is on slot p of the network; one for each. Parts may be shared among places. Distances between places are
  /// the network's times `scale`. Throws InputError.
  ComposedTopology(std::shared_ptr<const Topology> network, std::vector<std::shared_ptr<const Topology>> parts,
                   std::uint64_t scale = 1);

  std::uint64_t slots() const override { return begin_.back(); }
  std::uint64_t distance(Slot a, Slot b) const override;
  std::string describe() const override;
  Shape as_shape() const override { return this; }

  const Topology& network() const { return *network_; }
  std::span<const std::shared_ptr<const Topology>> parts() const { return parts_; }
  const Topology& part(std::size_t place) const { return *parts_[place]; }
  std::uint64_t scale() const { return scale_; }
  /// First slot of every place, then slots().
  const std::vector<Slot>& begin() const { return begin_; }
  std::size_t place_of(Slot slot) const;

 private:
  std::shared_ptr<const Topology> network_;
  std::vector<std::shared_ptr<const Topology>> parts_;
  std::vector<Slot> begin_ = {0};
  std::uint64_t scale_;
  std::uint64_t slots_of_each_ = 0;  // 0: they differ, and a place is searched for
};

/// The topology where it is composed, null otherwise.
const ComposedTopology* as_composed(const Topology& topology);

/// A ComposedTopology, or, where the network and all its parts are trees (and places are no nearer than the slots
/// inside one), one tree with the same distances. `scale` 0: the smallest whole number that makes the nearest places at
/// least 16 times farther apart than any two slots inside one (as in a job whose network nobody knows); 1 where they
/// are that already, so that distances that somebody has set stand. Throws InputError where a distance would exceed 64
/// bits.
std::shared_ptr<const Topology> compose(std::shared_ptr<const Topology> network,
                                        std::vector<std::shared_ptr<const Topology>> parts, std::uint64_t scale = 0);

/// Between places: out of the machine, over the network, into the other. The way out of a machine that is a tree leads
/// over its links up to the root; other machines' slots are all at the door.
class ComposedRouting final : public Routing {
 public:
  /// Places may share a part, and so its routing; each has links of its own.
  using Parts = std::map<const Topology*, std::shared_ptr<const Routing>>;

  /// `composed` outlives this; `network` routes between its places, `parts` inside each of them.
  ComposedRouting(const ComposedTopology& composed, std::shared_ptr<const Routing> network, Parts parts);

  std::uint64_t links() const override { return begin_.back(); }
  /// Those of the network as it calls them, others as "place 3: slot 1 up".
  std::string name(Link link) const override;
  double bandwidth(Link link) const override;
  void route(Slot a, Slot b, std::vector<Link>& path) const override;

 private:
  std::size_t place_of_link(Link link) const;
  const Routing& part(std::size_t place) const { return *parts_.at(&composed_.part(place)); }
  /// Appends links of the part, numbered as this numbers them.
  template <typename Walk>
  void walk_in(std::size_t place, std::vector<Link>& path, Walk walk) const;

  const ComposedTopology& composed_;
  std::shared_ptr<const Routing> network_;
  Parts parts_;
  std::vector<Link> begin_;  // of each place; the network's links come first
};

}  // namespace topomorph::topology
