// Some of the slots of a topology, such as those of a job, and the routes between them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/model/routing.h"
#include "core/model/topology.h"

namespace topomorph::topology {

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
