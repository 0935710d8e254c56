// The machine of a replay: routes, latencies, rates, cores, and the costs of messages.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/evaluation/cost_model.h"
#include "core/evaluation/level_costs.h"
#include "core/model/routing.h"
#include "core/model/topology.h"
#include "core/model/tree.h"
#include "core/replay/link_sharing.h"

namespace topomorph::replay {

/// Processor time of a message, in seconds.
struct MessageWork {
  double send = 0;
  double receive = 0;
};

/// How the MPI library carries out collectives; sizes in bytes.
struct CollectiveOptions {
  enum class Allreduce { RecursiveDoubling, Ring, Rabenseifner };
  std::uint64_t large_allreduce = 10000;  ///< from this size on `allreduce_of_large`, below recursive doubling
  Allreduce allreduce_of_large = Allreduce::Ring;
  std::uint64_t large_allgather = 80000;  ///< of all blocks: from this size on a ring, below Bruck's algorithm
};

struct Platform {
  /// Links between hosts are shared; those inside a host are ignored. Links of both directions are links of their own.
  std::shared_ptr<const Routing> routing;
  double link_bandwidth = 1;  ///< bytes per second of a link of bandwidth 1
  /// The latency between two slots, of one host or of two. The bandwidth is that of copies inside a host, which share
  /// nothing; between hosts it is not used.
  std::function<evaluation::LinkCost(Slot, Slot)> cost;
  std::vector<std::uint32_t> host_of;  ///< of each slot
  /// The pool of each host: hosts of one pool share cores, such as simulated ones on one machine. Empty: each its own.
  std::vector<std::uint32_t> pool_of_host;
  std::vector<double> cores;  ///< of each pool of hosts; empty or 0: one for each process
  double waiting = 0;         ///< part of a core that a process takes while it waits for messages: it polls
  MessageWork between_hosts, inside_host;
  /// Up to this size a send completes when it is handed over; larger ones wait for the receiver.
  std::uint64_t eager_limit = 65536;
  /// Bytes that go with each message between hosts: its sender, tag and communicator. Without them messages of equal
  /// sizes may stay in step as no job does.
  std::uint64_t envelope = 0;
  Burst burst;
  /// The first link of a route takes one message after the other, in pieces of so many bytes, and longer ones in more;
  /// 0: all messages at a time, in fair shares.
  std::uint64_t piece = 0;
  CollectiveOptions collectives;

  std::uint32_t pool_of(Slot slot) const { return pool_of_host.empty() ? host_of[slot] : pool_of_host[host_of[slot]]; }
};

/// Returns the host of each slot: the nodes of level `host_level` of the tree; 0: each slot is a host.
std::vector<std::uint32_t> hosts_of(const TreeTopology& tree, std::size_t host_level);

/// Returns a platform with a tree's links: those above a node let through what all its slots may send up, and two
/// slots have the latency of the level where they meet (as predict() in core/evaluation/prediction.h). The tree must
/// outlive it.
Platform tree_platform(const TreeTopology& tree, const evaluation::TreeCosts& costs, std::size_t host_level);

/// Returns the platform of any routing, which must outlive it: the latency between hosts is `base` and `per_link` for
/// each link of the route. Inside a host `inside` holds.
Platform network_platform(std::shared_ptr<const Routing> routing, std::vector<std::uint32_t> host_of, double base,
                          double per_link, evaluation::LinkCost inside);

/// Throws InputError for numbers that are no rates and times, and for a slot without a host.
void check(const Platform& platform);

/// Returns a platform whose links, latencies and rates are those that predict_by() assumes
/// (core/evaluation/cost_model.h). In a tree each level has a cost, and the nodes of `cost.host_level` are hosts;
/// elsewhere the latency grows with the distance and the bandwidth falls with it, and each place of the network is a
/// host. If `cost.network` is measured, messages take processor time and links have bursts, in trees.
/// `cost.routing` has the real routes, if the source knows them. The topology must outlive the result. Throws
/// InputError if no routes are known.
Platform platform_of(const Topology& topology, const evaluation::CostOptions& cost);

}  // namespace topomorph::replay
