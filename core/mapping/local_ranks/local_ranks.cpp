// Maps with local ranks kept: several starts, each dealt anew and improved by exchanges between hosts.
#include "core/mapping/local_ranks/local_ranks.h"

#include <algorithm>

#include "core/base/deadline.h"
#include "core/base/error.h"
#include "core/evaluation/cost_model.h"
#include "core/evaluation/cost_terms.h"
#include "core/evaluation/evaluate.h"
#include "core/mapping/local_ranks/host_exchanges.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/portfolio/map_by_cost.h"
#include "core/model/groups.h"

namespace topomorph::mapping {

namespace {

/// The part of the time limit that maps without regard to local ranks; the exchanges have the rest.
constexpr double kPartOfMapper = 0.5;

/// The search for one mapping: its starts, and the best that was found.
class LocalRankSearch {
 public:
  LocalRankSearch(const Affinity& affinity, const Topology& topology, const MapOptions& options,
                  const evaluation::CostOptions& cost, const LocalRanks& local_ranks)
      : affinity_(affinity),
        topology_(topology),
        options_(options),
        cost_(cost),
        local_ranks_(local_ranks),
        deadline_(options.time_limit),
        terms_(evaluation::terms_of(affinity, topology, options.weight, cost)),
        exchanges_(terms_, local_ranks, options, deadline_) {}

  MapResult run() {
    if (options_.launcher_order) start({*options_.launcher_order, "launcher", 0});
    start(map_by_cost(affinity_, topology_, mapper_options(options_.weight), cost_));
    if (const auto far = evaluation::with_far_hosts(topology_, cost_.host_level); far && !deadline_.passed()) {
      MapOptions options = mapper_options(terms_.weight);
      options.preset = Preset::Fast;  // the order within hosts, on which other presets spend their time, is dealt anew
      start(map(affinity_, *far, options));
    }
    MapResult restarted = best_;
    if (restarted.algorithm == "launcher") restarted.algorithm = "exchanges";
    exchanges_.improve_by_restarts(restarted.mapping);
    consider(restarted);
    best_.cost = evaluation::evaluate(affinity_, topology_, best_.mapping).cost(options_.weight);
    return std::move(best_);
  }

 private:
  MapOptions mapper_options(Weight weight) const {
    MapOptions options = options_;
    options.weight = weight;
    if (options.time_limit) options.time_limit = *deadline_.left() * kPartOfMapper;
    return options;
  }

  /// Exchanges follow the terms, which express some models only about: the model judges before and after.
  void start(MapResult from) {
    local_ranks_.keep(from.mapping);
    consider(from);
    exchanges_.improve(from.mapping);
    if (from.algorithm == "launcher") from.algorithm = "exchanges";
    consider(from);
  }

  void consider(const MapResult& found) {
    const double judged = evaluation::model_cost(affinity_, topology_, found.mapping, options_.weight, cost_);
    if (!best_.algorithm.empty() && judged >= least_) return;
    best_ = found;
    least_ = judged;
  }

  const Affinity& affinity_;
  const Topology& topology_;
  const MapOptions& options_;
  const evaluation::CostOptions& cost_;
  const LocalRanks& local_ranks_;
  Deadline deadline_;
  evaluation::CostTerms terms_;
  HostExchanges exchanges_;
  MapResult best_;
  double least_ = 0;
};

}  // namespace

LocalRanks::LocalRanks(std::vector<std::vector<Slot>> slots_of_hosts, std::uint64_t slots)
    : slots_(std::move(slots_of_hosts)), host_of_(slots, slots) {
  for (std::size_t host = 0; host < slots_.size(); ++host) {
    for (const Slot slot : slots_[host]) host_of_.at(slot) = host;
  }
  for (Slot slot = 0; slot < slots; ++slot) {
    if (host_of_[slot] != slots) continue;
    host_of_[slot] = slots_.size();
    slots_.push_back({slot});
  }
}

std::vector<std::vector<Role>> LocalRanks::roles_of(const Mapping& mapping) const {
  std::vector<std::vector<Role>> roles(hosts());
  for (Role role = 0; role < mapping.size(); ++role) roles[host_of(mapping[role])].push_back(role);
  return roles;
}

void LocalRanks::keep(Mapping& mapping) const {
  const std::vector<std::vector<Role>> roles = roles_of(mapping);
  for (std::size_t host = 0; host < hosts(); ++host) {
    for (std::size_t i = 0; i < roles[host].size(); ++i) mapping[roles[host][i]] = slots_[host][i];
  }
}

MapResult map_with_local_ranks(const Affinity& affinity, const Topology& topology, const MapOptions& options,
                               const evaluation::CostOptions& cost, const LocalRanks& local_ranks) {
  if (!affinity.groups().empty()) {
    return map_with_local_ranks(mapping_pairs(affinity), topology, options, cost, local_ranks);
  }
  return LocalRankSearch(affinity, topology, options, cost, local_ranks).run();
}

}  // namespace topomorph::mapping
