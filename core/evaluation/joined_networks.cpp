// Joins the measurements of a network by medians.
#include "core/evaluation/joined_networks.h"

#include <algorithm>
#include <optional>

#include "core/base/median.h"
#include "core/evaluation/network_costs.h"

namespace topomorph::evaluation {
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
