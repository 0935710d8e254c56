// The simulated machines: a network, the hosts of it that a job got, and the costs of messages.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/mapping.h"
#include "core/model/routing.h"
#include "core/replay/platform.h"

namespace topomorph::scale {

inline constexpr std::uint64_t kCores = 16;  ///< of a host, a process each

/// The hosts of a job in a network that has three times as many, and is shared with others. Slot s is core s % kCores
/// of host s / kCores; hosts are numbered by their places in the network.
struct Machine {
  std::string description;
  std::shared_ptr<const Topology> network;   ///< its slots are all hosts
  std::shared_ptr<const Topology> topology;  ///< of the job's slots, by which processes are mapped
  std::shared_ptr<const Routing> routing;    ///< between the job's slots, over the links of the network
  std::vector<std::uint32_t> by_name;        ///< the job's hosts in the order of their names
  std::vector<std::uint32_t> by_network;     ///< the same along linear_order() of the network

  std::uint64_t hosts() const { return by_name.size(); }
};

/// Names that make_machine() knows, in the order of the tables.
std::span<const std::string_view> machine_names();

/// Returns a machine with a job of `ranks` processes. Names of hosts count up in chassis of four, whose places in the
/// network are random (by a fixed seed). Others use 60 % of the pairs of hosts; best_fit() gives the job the first free
/// ones along the network. Throws InputError for another name, and for ranks that are no 64, 256, 1024 or 4096.
Machine make_machine(std::string_view name, std::uint64_t ranks);

/// Costs of messages, in seconds.
struct NetworkCosts {
  double gigabits = 0;                   ///< of a link of bandwidth 1, a second
  double latency = 0, link_latency = 0;  ///< between hosts: base, and for each link
  double message = 0;                    ///< processor time of a send, and of a receive
};

/// Returns the costs at 10 Gbit/s (Ethernet with TCP) or 100 Gbit/s (an HPC network). Throws InputError for others.
NetworkCosts costs_at(double gigabits);

/// Costs inside a host.
inline constexpr evaluation::LinkCost kInsideHost = {0.4e-6, 8e9};
inline constexpr double kInsideMessage = 0.2e-6;

replay::Platform platform_of(const Machine& machine, const NetworkCosts& costs);

}  // namespace topomorph::scale
