// Finds what contradicts itself, or what no machine has, in a measured network.
#include "core/evaluation/network_doubt.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "core/base/network_value.h"
#include "core/base/text.h"
#include "core/evaluation/network_costs.h"

namespace topomorph::evaluation {
namespace {

using wire::Reach;

/// Noise makes a message inside a host look slower than it is, so only clearly more counts.
constexpr double kSlowerInside = 2;
/// One process copies 5 to 10 GB/s inside a host, and several adapters of 50 GB/s may serve it between hosts.
constexpr double kLessInside = 16;

/// What machines have, with room on both sides.
struct Bounds {
  double least, most;
  bool hold(double value) const { return value >= least && value <= most; }
};
constexpr Bounds kLatencies{1e-8, 1};  // seconds; a cache line takes some 50 ns
constexpr Bounds kRates{1e3, 1e13};    // bytes a second
constexpr Bounds kBursts{0, 1e9};      // bytes; a measurement sends less
constexpr Bounds kWorkTimes{0, 1};     // seconds
constexpr Bounds kWaitings{0, 1.5};    // of a core; clocks of different grain exceed 1

constexpr std::array kNamesOfValues = {
    "latency", "rate", "burst", "work to send", "work to receive", "part of a core that waits"};
constexpr std::array kPlacesOfReaches = {"inside packages", "inside hosts", "behind switches", "between hosts"};

const char* reach_words(std::size_t reach) { return kPlacesOfReaches.at(reach); }

std::string microseconds(double seconds) { return fmt::format("{:.3g} us", seconds * 1e6); }

std::string rate_of(double bandwidth) { return volume_text(static_cast<std::uint64_t>(bandwidth)) + "/s"; }

/// Compares messages inside hosts with those between them.
std::string contradiction_in(const NetworkCosts& network) {
  const ReachCosts *inside = network.inside_host(), *between = network.between_hosts();
  if (inside == nullptr || between == nullptr) return "";
  const LinkCost &near = inside->cost, &far = between->cost;
  if (near.latency > kSlowerInside * far.latency)
    return fmt::format("{} inside hosts against {} between them", microseconds(near.latency),
                       microseconds(far.latency));
  if (near.bandwidth * kLessInside < far.bandwidth)
    return fmt::format("{} inside hosts against {} between them", rate_of(near.bandwidth), rate_of(far.bandwidth));
  return "";
}

std::string impossible_in(const ReachCosts& costs, std::size_t reach) {
  if (!kLatencies.hold(costs.cost.latency))
    return fmt::format("a latency of {} {}", microseconds(costs.cost.latency), reach_words(reach));
  if (!kRates.hold(costs.cost.bandwidth))
    return fmt::format("a rate of {:.3g} bytes/s {}", costs.cost.bandwidth, reach_words(reach));
  if (!kBursts.hold(costs.burst_bytes) || (costs.burst_bytes > 0 && !kRates.hold(costs.burst_bandwidth)))
    return fmt::format("a burst of {:.3g} bytes at {:.3g} bytes/s {}", costs.burst_bytes, costs.burst_bandwidth,
                       reach_words(reach));
  if (!kWorkTimes.hold(costs.send) || !kWorkTimes.hold(costs.receive))
    return fmt::format("work of {} for a message {}", microseconds(std::max(costs.send, costs.receive)),
                       reach_words(reach));
  if (!kWaitings.hold(costs.waiting)) return fmt::format("waiting that takes {:.3g} cores", costs.waiting);
  return "";
}

std::string impossible_in(const NetworkCosts& network) {
  for (std::size_t reach = 0; reach < wire::kReaches; ++reach) {
    const ReachCosts* costs = network.at(static_cast<Reach>(reach));
    if (costs == nullptr) continue;
    if (std::string why = impossible_in(*costs, reach); !why.empty()) return why;
  }
  return "";
}

/// Names the values that no pair of their reach has found twice.
std::string disagreement_in(std::span<const formats::ProfiledPair> pairs) {
  std::array<std::optional<std::uint32_t>, wire::kReaches> doubts;
  for (const formats::ProfiledPair& pair : pairs) {
    auto& of_reach = doubts.at(static_cast<std::size_t>(pair.reach));
    of_reach = of_reach.value_or(pair.doubts) & pair.doubts;
  }
  std::string values;
  for (std::size_t reach = 0; reach < doubts.size(); ++reach) {
    for (std::size_t value = 0; value < kNetworkValues; ++value) {
      if ((doubts[reach].value_or(0) & bit_of(static_cast<NetworkValue>(value))) == 0) continue;
      values += fmt::format("{}{} {}", values.empty() ? "" : ", ", kNamesOfValues.at(value), reach_words(reach));
    }
  }
  return values.empty() ? "" : "repetitions differ in " + values;
}

}  // namespace

std::string doubt_about(std::span<const formats::ProfiledPair> pairs, const std::string& marked) {
  const NetworkCosts network(pairs);
  std::string doubt = contradiction_in(network);
  if (doubt.empty()) doubt = impossible_in(network);
  if (doubt.empty()) doubt = disagreement_in(pairs);
  return doubt.empty() ? marked : doubt;
}

std::string clause_of_doubt(const std::string& doubt) {
  return doubt.empty() ? "" : "the network could not be measured reliably: " + doubt;
}

}  // namespace topomorph::evaluation
