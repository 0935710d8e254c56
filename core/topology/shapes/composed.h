// A network with a machine in each of its places: distances of both parts in one scale.
#pragma once

#include <memory>
#include <span>
#include <vector>

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

/// A ComposedTopology, or, where the network and all its parts are trees (and places are no nearer than the slots
/// inside one), one tree with the same distances. `scale` 0: the smallest whole number that makes the nearest places at
/// least 16 times farther apart than any two slots inside one (as in a job whose network nobody knows); 1 where they
/// are that already, so that distances that somebody has set stand. Throws InputError where a distance would exceed 64
/// bits.
std::shared_ptr<const Topology> compose(std::shared_ptr<const Topology> network,
                                        std::vector<std::shared_ptr<const Topology>> parts, std::uint64_t scale = 0);

}  // namespace topomorph::topology
