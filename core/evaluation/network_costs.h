// What messages cost in the network that jobs have measured, once or several times, and what that says of the levels
// of a tree.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/evaluation/level_costs.h"
#include "core/formats/profile/network_rows.h"

namespace topomorph::evaluation {

/// The costs between processes of one reach: medians of the measured pairs, and the greatest rate inside hosts.
struct ReachCosts {
  LinkCost cost;    ///< its latency is half a round trip: the processor time of both sides is in it
  double send = 0;  ///< processor time of a message, in seconds
  double receive = 0;
  double burst_bytes = 0;      ///< bytes that pass at a higher rate first; 0: none was seen
  double burst_bandwidth = 0;  ///< that rate, in bytes per second
  double waiting = 0;          ///< part of a core that a process takes while it waits
  std::size_t pairs = 0;       ///< that were measured
};

/// The network of a profile.
class NetworkCosts {
 public:
  NetworkCosts() = default;
  explicit NetworkCosts(std::span<const formats::ProfiledPair> pairs);

  /// Returns null if no pair of this reach was measured.
  const ReachCosts* at(wire::Reach reach) const;
  /// Returns the costs of two packages of a host, else those inside a package; null if neither was measured.
  const ReachCosts* inside_host() const;
  /// Returns the costs across the network, else those behind one switch; null if neither was measured.
  const ReachCosts* between_hosts() const;
  bool empty() const { return inside_host() == nullptr && between_hosts() == nullptr; }

 private:
  std::array<std::optional<ReachCosts>, wire::kReaches> of_;
};

/// Returns the costs of a tree whose nodes of level `host_level` are hosts. Inside a host, what was not measured costs
/// as much as what was, or as the network if nothing was. Behind a switch the network counts if no pair of one switch
/// was measured. Nothing if the tree has several hosts and only the inside of one was measured. A level whose latency
/// or bandwidth is better than below gets the value of the level below. What switches send up is not measured: as much
/// as all their hosts together, unless the tree knows their cables.
std::optional<TreeCosts> costs_of(const TreeTopology& tree, std::size_t host_level, const NetworkCosts& network);

/// The costs that a user gives, and the network that they come from, if they do.
struct GivenCosts {
  TreeCosts levels;
  NetworkCosts network;  ///< empty: of no profile
};

/// Returns the costs of a tree's levels from a profile (.tmprof) whose job has measured its network, or from what
/// read_level_costs() reads. Throws InputError, also for a profile whose measured network is missing or doubtful.
GivenCosts given_costs(const std::string& given, const TreeTopology& tree, std::size_t host_level);

/// Returns one pair for each reach, whose values are the medians of the measurements that have the reach. Of three and
/// more measurements, those whose latency or rate is several times above or below the median are left out. Its ranks
/// are 0. A single measurement is returned as it is.
std::vector<formats::ProfiledPair> joined(std::span<const std::vector<formats::ProfiledPair>> measurements);

}  // namespace topomorph::evaluation
