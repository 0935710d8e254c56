// Assigns applications to the jobs of a log by size, as PaCMap's evaluation does [Tuncer 2015].
#include "core/workload/applications.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/workers.h"
#include "core/formats/affinity_file.h"
#include "core/formats/formats.h"
#include "core/mapping/baselines/pacmap.h"
#include "core/workload/patterns.h"
#include "core/workload/variates.h"

namespace topomorph::workload {
namespace {

/// Returns the bytes that one byte of the affinity means if communicating ranks exchange `bytes_of_pair` on average.
double unit_for(const Affinity& affinity, double bytes_of_pair) {
  if (bytes_of_pair == 0 || affinity.total_bytes() == 0) return 1;
  const Affinity both = formats::both_directions(affinity);
  double pairs = 0, bytes = 0;
  for (Role role = 0; role < both.roles(); ++role) {
    for (const AffinityEntry& entry : both.row(role)) {
      if (entry.destination < role) continue;
      ++pairs;
      bytes += static_cast<double>(entry.bytes);
    }
  }
  return pairs == 0 ? 1 : bytes_of_pair * pairs / bytes;
}

}  // namespace

Applications::Applications(ApplicationOptions options) : options_(std::move(options)) {
  for (const std::string& source : options_.affinities) {
    const auto affinity = std::make_shared<const Affinity>(formats::read_affinity(source));
    add(source, affinity->roles(), [affinity] { return *affinity; });
  }
  for (const std::string& name : options_.patterns) add_patterns(name);
  if (entries_.empty() && options_.hosts > 1) {
    throw InputError(fmt::format("found no application of more than {} ranks (a host) and at most {} (the machine)",
                                 options_.slots_per_host, options_.slots_per_host * options_.hosts));
  }
  std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.ranks < b.ranks; });
  entries_.insert(entries_.begin(), Entry{"one host", options_.slots_per_host, nullptr, nullptr});
}

void Applications::add(std::string name, std::uint64_t ranks, std::function<Affinity()> read) {
  if (ranks <= options_.slots_per_host || (ranks - 1) / options_.slots_per_host >= options_.hosts) return;
  entries_.push_back({std::move(name), ranks, std::move(read), nullptr});
}

void Applications::add_patterns(const std::string& name) {
  make_pattern(name, 1, 0);  // throws for an unknown name
  for (std::uint64_t power = 1; power <= kMaxRoles / 2; power *= 2) {
    for (const std::uint64_t ranks : {power, power + power / 2}) {
      add(fmt::format("{}-{}", name, ranks), ranks,
          [name, ranks, seed = options_.seed] { return make_pattern(name, ranks, seed); });
    }
  }
}

std::size_t Applications::index_for(std::uint64_t ranks, std::uint64_t job) const {
  if (ranks <= options_.slots_per_host) return 0;
  const auto apart = [&](const Entry& entry) {
    return entry.ranks < ranks ? ranks - entry.ranks : entry.ranks - ranks;
  };
  const auto nearest = std::min_element(entries_.begin() + 1, entries_.end(),
                                        [&](const Entry& a, const Entry& b) { return apart(a) < apart(b); });
  const auto end = std::find_if(nearest, entries_.end(), [&](const Entry& e) { return e.ranks != nearest->ranks; });
  Random seeds(options_.seed);
  Random random(seeds.next() ^ job);
  const auto equals = static_cast<std::uint64_t>(end - nearest);
  return static_cast<std::size_t>(nearest - entries_.begin()) + random.below(equals);
}

std::uint64_t Applications::hosts_of(std::size_t index) const {
  return (entries_[index].ranks - 1) / options_.slots_per_host + 1;
}

Application Applications::make(const Entry& entry) const {
  if (!entry.read) return {entry.name, entry.ranks, Affinity::from_traffic(1, {}), 1};
  const Affinity affinity = entry.read();
  mapping::MapOptions map;
  map.seed = options_.seed;
  const mapping::TaskGroups groups = mapping::task_groups(affinity, options_.slots_per_host, map);
  return {entry.name, entry.ranks, mapping::traffic_between(groups, affinity),
          unit_for(affinity, options_.bytes_of_pair)};
}

void Applications::prepare(std::span<const std::size_t> indices, unsigned threads) {
  std::vector<Entry*> missing;
  for (const std::size_t index : indices) {
    if (!entries_[index].made) missing.push_back(&entries_[index]);
  }
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  Workers workers(threads);
  workers.for_each(missing.size(), [&](std::size_t i, std::size_t) {
    missing[i]->made = std::make_shared<const Application>(make(*missing[i]));
  });
}

double RunTimeModel::seconds(double base, double hop_bytes, double tau) const {
  if (hop_bytes <= 0) return base;
  return (1 + factor * std::pow(hop_bytes, exponent + tau)) * base;
}

double RunTimeModel::tau(std::uint64_t seed, std::uint64_t job) const {
  Random mixed(seed);
  Random random(mixed.next() + job);
  return uniform(random, -spread, spread);
}

}  // namespace topomorph::workload
