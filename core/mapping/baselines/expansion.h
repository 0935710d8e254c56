// How PaCMap (paper 001, section 3.3) grows: group after group, each on the host where it costs least.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/mapping/baselines/free_hosts.h"
#include "core/mapping/multilevel/graph.h"

namespace topomorph::mapping {

/// Hosts and groups may be of several kinds: a group goes to a host of its kind.
struct HostKinds {
  std::vector<std::uint64_t> of_host;   ///< by slot of the network; empty: all the same
  std::vector<std::uint64_t> of_group;  ///< as long as there are groups; empty: all the same
};

/// A part of the groups on a part of the free hosts. The frame of hosts is what is nearest to one of them: of each host
/// taken those free ones at the least distance at which there are any. O(free) a step.
class Expansion {
 public:
  /// Network and graph must outlive this. For each kind there are as many free hosts as groups.
  Expansion(const FreeHosts& free, const Graph& groups, HostKinds kinds = {});

  /// Takes the host for the group; both are free.
  void place(Vertex group, Slot host);
  /// The group without host that exchanges most with those placed, the first of equals; kNoVertex where all are placed.
  Vertex heaviest() const;
  /// The host of the frame with the least overhead for the group by equation 3; of equals the nearest to the first host
  /// taken, then the first.
  Slot best_host(Vertex group) const;
  /// Places what is left, heaviest first.
  void finish();

  /// By group; kNoHost as long as it is not placed.
  const std::vector<Slot>& host_of() const { return host_of_; }
  static constexpr Slot kNoHost = ~Slot{0};

 private:
  bool fits(Vertex group, Slot host) const;
  std::vector<Slot> nearest(Slot from, Vertex group) const;
  void widen(Slot taken);
  unsigned __int128 overhead(Vertex group, Slot host) const;

  const Topology& network_;
  const Graph& groups_;
  HostKinds kinds_;
  std::vector<Slot> free_;        // ascending
  std::vector<Slot> frame_;       // free hosts, ascending
  std::vector<Slot> host_of_;     // by group
  std::vector<Slot> taken_;       // in the order of the steps
  std::vector<EdgeWeight> pull_;  // of each group: volume with those placed
};

/// PaCMap as a whole: the central group on the central host, then the expansion. The host of each group. Of hosts of
/// several kinds the central one is of the central group's kind. Throws InputError as check_free().
std::vector<Slot> pacmap(const FreeHosts& free, const Graph& groups, HostKinds kinds = {});
/// The same where central_group() is known, and hosts are of one kind.
std::vector<Slot> pacmap(const FreeHosts& free, const Graph& groups, Vertex centre);

}  // namespace topomorph::mapping
