// Topologies made of others: networks with machines in their places, and some slots of a topology.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "core/model/routing.h"
#include "core/model/topology.h"

namespace topomorph::topology {

/// A network in which every slot (a host, or a router with several hosts) holds the slots of a topology of its own.
/// Slots of place 0 come first. The parts may differ in kind and size, as in a torus of trees or a tree of unequal
/// machines.
class ComposedTopology final : public Topology {
 public:
  /// Puts part p on slot p of the network, one for each; places may share a part. Distances between places are the
  /// network's times `scale`. Throws InputError.
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
  bool has_equal_sizes() const { return slots_of_each_ > 0; }  ///< whether all places have equally many slots
  bool has_one_part() const;                                   ///< whether all places share one part
  /// First slot of every place, then slots().
  const std::vector<Slot>& begin() const { return begin_; }
  std::size_t place_of(Slot slot) const;

 private:
  std::shared_ptr<const Topology> network_;
  std::vector<std::shared_ptr<const Topology>> parts_;
  std::vector<Slot> begin_ = {0};
  std::uint64_t scale_;
  std::uint64_t slots_of_each_ = 0;  // 0: they differ, and place_of() searches
};

/// Returns the topology if it is composed, else null.
inline const ComposedTopology* as_composed(const Topology& topology) { return as_kind<ComposedTopology>(topology); }

/// Returns a ComposedTopology, or one tree with the same distances if the network and all parts are trees and places
/// are no nearer than the slots inside one. `scale` 0 selects the smallest integer that makes the nearest places at
/// least 16 times as far apart as any two slots inside one, as in a job with an unknown network. It is 1 if they are
/// already, which keeps distances set by a user. Throws InputError if a distance may exceed 64 bits.
std::shared_ptr<const Topology> compose(std::shared_ptr<const Topology> network,
                                        std::vector<std::shared_ptr<const Topology>> parts, std::uint64_t scale = 0);

/// Between places a route leads out of the machine, over the network and into the other machine. In a tree it leads
/// over the links up to the root; slots of other machines are directly at the network.
class ComposedRouting final : public Routing {
 public:
  /// Routing of each part. Places may share one, but each place has its own links.
  using Parts = std::map<const Topology*, std::shared_ptr<const Routing>>;

  /// `composed` must outlive this; `network` routes between its places, `parts` inside each of them.
  ComposedRouting(const ComposedTopology& composed, std::shared_ptr<const Routing> network, Parts parts);

  std::uint64_t links() const override { return begin_.back(); }
  /// Returns the network's name of its links, "place 3: slot 1 up" for others.
  std::string name(Link link) const override;
  std::optional<LinkEnds> ends(Link link) const override {
    return link < begin_.front() ? network_->ends(link) : std::nullopt;
  }
  double bandwidth(Link link) const override;
  void route(Slot a, Slot b, std::vector<Link>& path) const override;

 private:
  std::size_t place_of_link(Link link) const;
  const Routing& part(std::size_t place) const { return *parts_.at(&composed_.part(place)); }
  /// Appends links of the part, with the numbers that they have here.
  template <typename Walk>
  void walk_in(std::size_t place, std::vector<Link>& path, Walk walk) const;

  const ComposedTopology& composed_;
  std::shared_ptr<const Routing> network_;
  Parts parts_;
  std::vector<Link> begin_;  // first link of each place; the network's links come first
};

/// Slot i is slot `kept[i]` of the whole, with the distances of the whole ([Jeannot 2022, alg. 4]; Scotch's "sub").
class RestrictedTopology final : public Topology {
 public:
  /// `kept` has any order, each slot once. Throws InputError.
  RestrictedTopology(std::shared_ptr<const Topology> whole, std::vector<Slot> kept);

  std::uint64_t slots() const override { return kept_.size(); }
  std::uint64_t distance(Slot a, Slot b) const override { return whole_->distance(kept_[a], kept_[b]); }
  std::string describe() const override;
  Shape as_shape() const override { return this; }

  const Topology& whole() const { return *whole_; }
  std::span<const Slot> kept() const { return kept_; }

 private:
  std::shared_ptr<const Topology> whole_;
  std::vector<Slot> kept_;
};

/// Returns a tree if `whole` is a tree and `kept` ascends, else a RestrictedTopology.
std::shared_ptr<const Topology> restrict_to(std::shared_ptr<const Topology> whole, std::vector<Slot> kept);

/// The links are those of the whole: a job's messages also take links between slots of others.
class RestrictedRouting final : public Routing {
 public:
  /// Slot i is slot kept[i] of the topology that `whole` routes.
  RestrictedRouting(std::shared_ptr<const Routing> whole, std::span<const Slot> kept)
      : whole_(std::move(whole)), kept_(kept.begin(), kept.end()) {}

  std::uint64_t links() const override { return whole_->links(); }
  std::string name(Link link) const override { return whole_->name(link); }
  std::optional<LinkEnds> ends(Link link) const override { return whole_->ends(link); }
  double bandwidth(Link link) const override { return whole_->bandwidth(link); }
  void route(Slot a, Slot b, std::vector<Link>& path) const override { whole_->route(kept_[a], kept_[b], path); }

 private:
  std::shared_ptr<const Routing> whole_;
  std::vector<Slot> kept_;
};

}  // namespace topomorph::topology
