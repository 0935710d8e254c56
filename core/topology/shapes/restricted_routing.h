// The routes between some of the slots of a topology.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/model/routing.h"

namespace topomorph::topology {

/// The links are those of the whole: a job's messages also take links between slots of others.
class RestrictedRouting final : public Routing {
 public:
  /// Slot i is slot kept[i] of the topology that `whole` routes.
  RestrictedRouting(std::shared_ptr<const Routing> whole, std::span<const Slot> kept)
      : whole_(std::move(whole)), kept_(kept.begin(), kept.end()) {}

  std::uint64_t links() const override { return whole_->links(); }
  std::string name(Link link) const override { return whole_->name(link); }
  double bandwidth(Link link) const override { return whole_->bandwidth(link); }
  void route(Slot a, Slot b, std::vector<Link>& path) const override { whole_->route(kept_[a], kept_[b], path); }

 private:
  std::shared_ptr<const Routing> whole_;
  std::vector<Slot> kept_;
};

}  // namespace topomorph::topology
