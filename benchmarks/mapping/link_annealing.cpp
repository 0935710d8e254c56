// Annealing of the busiest link's time, a simple method beside the mapper.
#include "benchmarks/mapping/link_annealing.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "benchmarks/mapping/random.h"
#include "core/base/error.h"
#include "core/model/routing.h"
#include "core/topology/shapes/routing_of.h"

namespace topomorph::benchmarks {

namespace {

class LinkAnnealing {
 public:
  /// Starts from the order of the roles.
  LinkAnnealing(const Affinity& affinity, const Topology& topology)
      : routing_(topology::routing_of(topology)), traffic_(affinity.roles()), mapping_(affinity.roles()) {
    if (routing_ == nullptr) throw InputError("annealing: expected a topology with links");
    if (topology.slots() != affinity.roles()) throw InputError("annealing: expected as many roles as slots");
    std::iota(mapping_.begin(), mapping_.end(), Slot{0});
    time_.assign(routing_->links(), 0);
    for (Role source = 0; source < affinity.roles(); ++source) {
      for (const AffinityEntry& entry : affinity.row(source)) {
        if (entry.destination == source) continue;
        traffic_[source].push_back({source, entry.destination, static_cast<double>(entry.bytes)});
        traffic_[entry.destination].push_back(traffic_[source].back());
        add(traffic_[source].back(), 1);
      }
    }
  }

  /// Cools from a thousandth of the badness to a millionth of that.
  Mapping run(std::uint64_t swaps, std::uint64_t seed) {
    Random random(seed);
    Mapping best = mapping_;
    double least = busiest();
    const double start = badness_ * 1e-3, factor = std::pow(1e-6, 1 / static_cast<double>(swaps));
    double temperature = start;
    for (std::uint64_t i = 0; i < swaps; ++i, temperature *= factor) {
      const Role a = random.below(mapping_.size()), b = random.below(mapping_.size());
      if (a == b) continue;
      const double before = badness_;
      exchange(a, b);
      const bool is_kept = badness_ <= before || random.unit() < std::exp((before - badness_) / temperature);
      if (!is_kept) exchange(a, b);
      if (is_kept && badness_ < before && busiest() < least) least = busiest(), best = mapping_;
    }
    return best;
  }

 private:
  struct Flow {
    Role source, destination;
    double bytes;
  };

  /// The fourth power: the largest times count almost alone, and there is a slope where several are equal.
  static double badness(double time) { return time * time * time * time; }

  double busiest() const { return *std::max_element(time_.begin(), time_.end()); }

  void add(const Flow& flow, double sign) {
    path_.clear();
    routing_->route(mapping_[flow.source], mapping_[flow.destination], path_);
    for (const Link link : path_) {
      badness_ -= badness(time_[link]);
      time_[link] += sign * flow.bytes / routing_->bandwidth(link);
      badness_ += badness(time_[link]);
    }
  }

  void exchange(Role a, Role b) {
    const auto is_of_a = [a](const Flow& flow) { return flow.source == a || flow.destination == a; };
    const auto add_all = [&](double sign) {
      for (const Flow& flow : traffic_[a]) add(flow, sign);
      for (const Flow& flow : traffic_[b]) {
        if (!is_of_a(flow)) add(flow, sign);
      }
    };
    add_all(-1);
    std::swap(mapping_[a], mapping_[b]);
    add_all(1);
  }

  std::shared_ptr<const Routing> routing_;
  std::vector<std::vector<Flow>> traffic_;  // of each role, to and from it
  Mapping mapping_;
  std::vector<double> time_;  // of each link
  double badness_ = 0;
  std::vector<Link> path_;
};

}  // namespace

Mapping anneal_links(const Affinity& affinity, const Topology& topology, std::uint64_t swaps, std::uint64_t seed) {
  return LinkAnnealing(affinity, topology).run(swaps, seed);
}

}  // namespace topomorph::benchmarks
