// What messages cost in the network that jobs have measured, once or several times, and what that says of the levels
// of a tree.
#include "core/evaluation/network_costs.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/median.h"
#include "core/evaluation/network_doubt.h"
#include "core/formats/profile/reader.h"

namespace topomorph::evaluation {

namespace {

using formats::ProfiledPair;
using wire::Reach;

double median_of(std::span<const ProfiledPair* const> pairs, double ProfiledPair::*value) {
  std::vector<double> values;
  for (const ProfiledPair* pair : pairs) values.push_back(pair->*value);
  return median(std::move(values));
}

/// Copies inside a host are only slowed down, by processes that have the core just then: the fastest pair tells what a
/// copy takes. A link may be slow by itself.
double bandwidth_of(std::span<const ProfiledPair* const> pairs, Reach reach) {
  if (reach >= Reach::Switch) return median_of(pairs, &ProfiledPair::bandwidth);
  return (*std::ranges::max_element(pairs, {}, &ProfiledPair::bandwidth))->bandwidth;
}

ReachCosts costs_of_pairs(const std::vector<const ProfiledPair*>& pairs, Reach reach) {
  std::vector<const ProfiledPair*> bursts = pairs;  // a pair sees none if its link has just been busy
  std::erase_if(bursts, [](const ProfiledPair* pair) { return pair->burst_bytes == 0; });
  return {{median_of(pairs, &ProfiledPair::latency), bandwidth_of(pairs, reach)},
          median_of(pairs, &ProfiledPair::send),
          median_of(pairs, &ProfiledPair::receive),
          median_of(bursts, &ProfiledPair::burst_bytes),
          median_of(bursts, &ProfiledPair::burst_bandwidth),
          median_of(pairs, &ProfiledPair::waiting),
          pairs.size()};
}

/// Returns the level whose nodes are packages, which `host_level` is above; 0 if the tree has none.
std::size_t package_level(const TreeTopology& tree, std::size_t host_level) {
  for (std::size_t l = 1; l < host_level; ++l) {
    if (tree.level(l).name == "Package") return l;
  }
  return 0;
}

/// Returns the costs of two slots that meet on level `l`; null if they are not known.
const ReachCosts* costs_at(std::size_t l, const TreeTopology& tree, std::size_t host_level,
                           const NetworkCosts& network) {
  if (l > host_level) {
    const bool one_switch = l == host_level + 1 && l < tree.levels();
    const ReachCosts* behind = one_switch ? network.at(Reach::Switch) : nullptr;
    return behind != nullptr ? behind : network.between_hosts();
  }
  const ReachCosts* package = l <= package_level(tree, host_level) ? network.at(Reach::Package) : nullptr;
  const ReachCosts* inside = package != nullptr ? package : network.inside_host();
  return inside != nullptr ? inside : network.between_hosts();
}

}  // namespace

NetworkCosts::NetworkCosts(std::span<const ProfiledPair> pairs) {
  for (std::size_t reach = 0; reach < of_.size(); ++reach) {
    std::vector<const ProfiledPair*> of_reach;
    for (const ProfiledPair& pair : pairs) {
      if (pair.reach == static_cast<Reach>(reach)) of_reach.push_back(&pair);
    }
    if (!of_reach.empty()) of_[reach] = costs_of_pairs(of_reach, static_cast<Reach>(reach));
  }
}

const ReachCosts* NetworkCosts::at(Reach reach) const {
  const auto& costs = of_[static_cast<std::size_t>(reach)];
  return costs ? &*costs : nullptr;
}

const ReachCosts* NetworkCosts::inside_host() const {
  return at(Reach::Host) != nullptr ? at(Reach::Host) : at(Reach::Package);
}

const ReachCosts* NetworkCosts::between_hosts() const {
  return at(Reach::Network) != nullptr ? at(Reach::Network) : at(Reach::Switch);
}

std::optional<TreeCosts> costs_of(const TreeTopology& tree, std::size_t host_level, const NetworkCosts& network) {
  TreeCosts result{{}, false};
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    const ReachCosts* level = costs_at(l, tree, host_level, network);
    if (level == nullptr) return std::nullopt;
    const bool from_switch = l > host_level + 1;
    const double below = from_switch ? result.uplinks.back() * static_cast<double>(tree.most_children(l - 1)) : 0;
    append_level(result, level->cost, from_switch ? below : level->cost.bandwidth);
  }
  take_cables(result, tree);
  return result;
}

GivenCosts given_costs(const std::string& given, const TreeTopology& tree, std::size_t host_level) {
  if (are_level_costs(given) || !is_profile(given)) return {costs_of(tree, read_level_costs(given)), {}};
  const formats::ProfiledNetwork measured = formats::read_profile_network(given);
  const NetworkCosts network(measured.pairs);
  if (network.empty()) throw InputError(given, 0, "holds no measured network");
  if (const std::string doubt = doubt_about(measured.pairs, measured.doubt); !doubt.empty())
    throw InputError(given, 0, "holds a measured network that is doubtful: " + doubt);
  auto levels = costs_of(tree, host_level, network);
  if (!levels) throw InputError(given, 0, "holds the costs of messages inside a host alone: none were between hosts");
  return {std::move(*levels), network};
}

namespace {

using formats::ProfiledPair;

constexpr double kFarFromMedian =
    3;  // times the median: measurements that agree with themselves differ less on a busy machine
constexpr std::size_t kLeastToJudge = 3;

double joined_value(const std::vector<ProfiledPair>& pairs, double ProfiledPair::*value) {
  std::vector<double> values;
  for (const ProfiledPair& pair : pairs) values.push_back(pair.*value);
  return median(std::move(values));
}

bool is_far(double value, double middle) { return value > kFarFromMedian * middle || value * kFarFromMedian < middle; }

void leave_out_far_ones(std::vector<ProfiledPair>& pairs) {
  if (pairs.size() < kLeastToJudge) return;
  const double latency = joined_value(pairs, &ProfiledPair::latency),
               rate = joined_value(pairs, &ProfiledPair::bandwidth);
  const auto far = [&](const ProfiledPair& pair) {
    return is_far(pair.latency, latency) || is_far(pair.bandwidth, rate);
  };
  if (!std::ranges::all_of(pairs, far)) std::erase_if(pairs, far);
}

/// Returns what one measurement says of a reach, as one pair.
std::optional<ProfiledPair> pair_of(const std::vector<ProfiledPair>& measurement, wire::Reach reach) {
  const NetworkCosts network(measurement);
  const ReachCosts* costs = network.at(reach);
  if (costs == nullptr) return std::nullopt;
  return ProfiledPair{reach,
                      0,
                      0,
                      costs->cost.latency,
                      costs->cost.bandwidth,
                      costs->burst_bytes,
                      costs->burst_bandwidth,
                      costs->send,
                      costs->receive,
                      costs->waiting};
}

ProfiledPair middle_of(std::vector<ProfiledPair> pairs, wire::Reach reach) {
  leave_out_far_ones(pairs);
  // The rules for the pairs of one measurement, but for the rate inside hosts: a measurement has its greatest already.
  ProfiledPair middle = *pair_of(pairs, reach);
  middle.bandwidth = joined_value(pairs, &ProfiledPair::bandwidth);
  return middle;
}

}  // namespace

std::vector<ProfiledPair> joined(std::span<const std::vector<ProfiledPair>> measurements) {
  if (measurements.size() == 1) return measurements.front();
  std::vector<ProfiledPair> result;
  for (std::uint32_t reach = 0; reach < wire::kReaches; ++reach) {
    std::vector<ProfiledPair> of_reach;
    for (const std::vector<ProfiledPair>& measurement : measurements) {
      if (const auto pair = pair_of(measurement, wire::Reach{reach})) of_reach.push_back(*pair);
    }
    if (!of_reach.empty()) result.push_back(middle_of(std::move(of_reach), wire::Reach{reach}));
  }
  return result;
}

}  // namespace topomorph::evaluation
