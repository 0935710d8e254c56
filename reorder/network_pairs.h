// The pairs of processes that measure the network together, and the communicators between them.
#pragma once

#include <array>

#include "reorder/locate.h"
#include "reorder/network_sample.h"
#include "reorder/steps/own_comm.h"

namespace topomorph::reorder {

/// Reaches from here on are between hosts.
inline constexpr auto kOutside = static_cast<std::size_t>(wire::Reach::Switch);

/// The communicators of a measurement, and the parts of this process in it.
class NetworkPairs {
 public:
  /// `place` is that of this process. Collective; throws CollectiveError.
  NetworkPairs(const OwnComm& comm, const Place& place);

  const OwnComm& comm_of(std::size_t reach) const { return reach < kOutside ? host_ : leaders_; }
  /// Leaves the communicators as they are: a pair that has given up does not free its own, and to free one is
  /// collective.
  void abandon() const {
    host_.abandon();
    leaders_.abandon();
  }
  PairPart part(std::size_t reach) const { return parts_[reach]; }
  /// Returns, on the first process of all, a bit for each reach that is measured anywhere.
  std::uint64_t reaches() const { return reaches_; }

 private:
  using HostParts = std::vector<std::uint64_t>;

  void take(wire::Reach first, const OwnComm& comm, const HostParts& all);
  HostParts parts_inside(const Place& place) const;
  std::uint64_t kinds_here(std::uint64_t kinds);
  HostParts parts_outside(const Place& place) const;

  const OwnComm host_, leaders_;
  std::array<PairPart, wire::kReaches> parts_;  ///< by wire::Reach
  std::uint64_t reaches_ = 0;
};

}  // namespace topomorph::reorder
