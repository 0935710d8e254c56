// PaCMap's expansion [Tuncer 2015, section 3.3]: places group after group, each on the host where it costs least.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/mapping/baselines/free_hosts.h"
#include "core/mapping/graph/graph.h"

namespace topomorph::mapping {

/// Kinds of hosts and groups: a group goes to a host of its kind.
struct HostKinds {
  std::vector<std::uint64_t> of_host;   ///< by slot of the network; empty: all of one kind
  std::vector<std::uint64_t> of_group;  ///< by group; empty: all of one kind
};

/// Assigns groups to free hosts, one a step. The frame holds the candidate hosts: for each taken host, the free hosts
/// that were nearest to it when it was taken. A step costs O(free hosts); on meshes and tori with equal costs of hops,
/// O(frame x degree of the group) while there are free hosts nearby.
class Expansion {
 public:
  /// The network and the graph must outlive this object. Each kind has at least as many free hosts as groups.
  Expansion(const FreeHosts& free, const Graph& groups, HostKinds kinds = {});

  /// Assigns the host to the group. Both must be free.
  void place(Vertex group, Slot host);
  /// Returns the unplaced group that exchanges most with the placed groups, on a tie the first; kNoVertex if all are
  /// placed.
  Vertex heaviest() const;
  /// Returns the host of the frame with the least overhead for the group (equation 3). On a tie the host nearest to the
  /// first host taken wins, then the first. If no host of the frame is of the group's kind, chooses among the hosts of
  /// that kind nearest to the first host taken.
  Slot best_host(Vertex group) const;
  /// Places all remaining groups, heaviest first.
  void finish();

  /// Returns the host of each group; kNoHost for a group that is not placed.
  const std::vector<Slot>& host_of() const { return host_of_; }
  static constexpr Slot kNoHost = ~Slot{0};

 private:
  /// A group that waits, with its volume when it was queued. The one to place next is the largest.
  struct Waiting {
    EdgeWeight pull = 0;
    Vertex group = 0;
    bool operator<(const Waiting& other) const { return pull != other.pull ? pull < other.pull : group > other.group; }
  };

  bool fits(Vertex group, Slot host) const;
  std::vector<Slot> nearest(Slot from, Vertex group) const;
  void take(Slot host);
  void widen(Slot taken);
  bool waits(const Waiting& entry) const;
  unsigned __int128 overhead(Vertex group, Slot host) const;

  const Topology& network_;
  const Graph& groups_;
  HostKinds kinds_;
  std::vector<Slot> free_;              // ascending; taken ones leave it later
  std::vector<char> is_free_;           // by slot of the network
  std::size_t gone_ = 0;                // hosts of free_ that are taken
  std::unique_ptr<GridWindow> window_;  // null: all free hosts are asked
  std::vector<Slot> frame_;             // free hosts, ascending
  std::vector<Slot> host_of_;           // by group
  std::vector<Slot> taken_;             // in order of placement
  std::vector<EdgeWeight> pull_;        // by group: volume with the placed groups
  std::vector<Waiting> queue_;          // a heap, whose first entry still waits; others may be outdated
};

/// Runs all of PaCMap: places the central group on the central host, then expands. Returns the host of each group. With
/// several kinds of hosts, the central host is of the central group's kind. Throws InputError as check_free() does.
std::vector<Slot> pacmap(const FreeHosts& free, const Graph& groups, HostKinds kinds = {});
/// Does the same with a known central_group() and hosts of one kind.
std::vector<Slot> pacmap(const FreeHosts& free, const Graph& groups, Vertex centre);

}  // namespace topomorph::mapping
