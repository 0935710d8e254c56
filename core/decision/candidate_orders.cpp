// Makes the orders among which a job chooses.
#include "core/decision/candidate_orders.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/bounds/least_crossing.h"
#include "core/decision/order_times.h"
#include "core/evaluation/cost_model.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/portfolio/map_by_cost.h"
#include "core/mapping/problem/problem.h"
#include "core/planning/standard_orders.h"
#include "core/store/judgement.h"

namespace topomorph::decision {

namespace {

using evaluation::CostModel;

/// The first is the default. Their orders differ most where the network is a tree of hosts; "bytes" is close to
/// hop-bytes there.
constexpr CostModel kModels[] = {CostModel::HopBytes, CostModel::Bottleneck, CostModel::AlphaBeta, CostModel::Messages};
constexpr const char* kRandom = "random";  // the name of an order, and of the algorithm that makes it

/// Whether something tells times: a replay, or runs to come.
bool is_replayed_or_tried(const OrderProblem& problem) { return problem.trace != nullptr || problem.wish.explore; }

/// Whether orders that send the same over each border may load links in different ways. There the less busy link tells
/// the faster order more often than hop-bytes do (docs/cost-models.md).
bool has_shared_routes(const OrderProblem& problem) {
  const TreeTopology* tree = problem.job.tree();
  return tree == nullptr || !evaluation::has_level_links(*tree, problem.aim.cost);
}

/// Returns the models whose orders are candidates, the wanted one first, so that no order like it hides it.
std::vector<CostModel> models_for(const OrderProblem& problem) {
  const Wish& wish = problem.wish;
  const CostModel asked = problem.aim.cost.model;
  const bool is_default = asked == kModels[0] && problem.aim.weight == Weight::Bytes;
  if (!is_default || !wish.call.empty()) return {asked};
  std::vector<CostModel> models(std::begin(kModels), std::end(kModels));
  const auto wanted = std::ranges::find(models, wish.order, evaluation::name_of);
  if (!wish.explore && wanted != models.end()) return {*wanted};
  if (!is_replayed_or_tried(problem)) {
    return has_shared_routes(problem) ? std::vector<CostModel>{asked, CostModel::Bottleneck} : std::vector{asked};
  }
  if (wanted != models.end()) std::rotate(models.begin(), wanted, wanted + 1);
  return models;
}

CandidateOrder candidate(const std::string& name, const Mapping& mapping, const std::string& algorithm,
                         const planning::Aim& aim, const OrderProblem& problem) {
  CandidateOrder order{name, mapping, algorithm,
                       planning::gain_of(problem.affinity, problem.job, problem.present, mapping, aim)};
  set_static_times(problem, order);
  return order;
}

CandidateOrder launcher_order(const OrderProblem& problem) {
  return candidate(store::kLauncher, problem.present, store::kLauncher, problem.aim, problem);
}

planning::Aim aim_of_model(CostModel model, const OrderProblem& problem) {
  planning::Aim aim = problem.aim;
  aim.cost.model = model;
  if (model != problem.aim.cost.model) aim.weight = evaluation::weight_of(model);
  return aim;
}

CandidateOrder order_for(CostModel model, const OrderProblem& problem, double part_of_time) {
  const planning::Aim aim = aim_of_model(model, problem);
  mapping::MapOptions options = problem.options;
  options.weight = aim.weight;
  if (options.time_limit) *options.time_limit *= part_of_time;
  const Topology& topology = *problem.job.topology;
  const mapping::MapResult best =
      problem.local_ranks == nullptr
          ? mapping::map_by_cost(problem.affinity, topology, options, aim.cost)
          : mapping::map_with_local_ranks(problem.affinity, topology, options, aim.cost, *problem.local_ranks);
  CandidateOrder order = candidate(evaluation::name_of(model), best.mapping, best.algorithm, aim, problem);
  order.model = model;
  return order;
}

/// Whether at least half of all pairs of ranks talk to each other.
bool is_dense(const Affinity& affinity) {
  std::uint64_t pairs = affinity.entries();
  for (const GroupTraffic& group : affinity.groups()) pairs += group.members.size() * (group.members.size() - 1);
  return affinity.roles() > 1 && pairs >= affinity.roles() * (affinity.roles() - 1) / 2;
}

/// Whether no prediction tells the two from each other. In a tree these are orders that send the same over every border
/// and the busiest link, unless a replay tells which messages meet there.
bool are_alike(const CandidateOrder& a, const CandidateOrder& b, const OrderProblem& problem) {
  const auto same = [](const planning::Border& x, const planning::Border& y) {
    return x.after.bytes == y.after.bytes && x.after.messages == y.after.messages;
  };
  const bool meet = problem.trace != nullptr && is_dense(problem.affinity);
  const bool tells_all = problem.job.tree() != nullptr && a.seconds == b.seconds && !meet;
  return a.mapping == b.mapping || (tells_all && std::ranges::equal(a.gain.borders, b.gain.borders, same));
}

void add_unless_alike(CandidateOrder order, const OrderProblem& problem, std::vector<CandidateOrder>& candidates) {
  const auto is_like_it = [&](const CandidateOrder& earlier) { return are_alike(earlier, order, problem); };
  if (std::ranges::none_of(candidates, is_like_it)) candidates.push_back(std::move(order));
}

/// Some models say nothing of some topologies: bottleneck without routes, messages without hosts.
std::optional<CandidateOrder> order_if_possible(CostModel model, const OrderProblem& problem, std::size_t models) {
  const double searching = problem.trace == nullptr ? 1 : 1 - kReplayPart;
  try {
    return order_for(model, problem, searching / static_cast<double>(models));
  } catch (const InputError&) {
    if (models == 1) throw;
    return std::nullopt;
  }
}

/// Adds the orders that launchers offer, unless they move ranks that must stay; where one is like another order, that
/// one has its name.
void add_standard_orders(const OrderProblem& problem, std::vector<CandidateOrder>& candidates) {
  if (problem.local_ranks != nullptr) return;
  for (planning::StandardOrder& standard : planning::standard_orders(problem.job, problem.affinity.roles())) {
    mapping::put_pinned(problem.options.pinned, standard.mapping);
    CandidateOrder order = candidate(standard.name, standard.mapping, "standard", problem.aim, problem);
    order.standard = standard.name;
    const auto is_like_it = [&](const CandidateOrder& earlier) { return are_alike(earlier, order, problem); };
    const auto like = std::ranges::find_if(candidates, is_like_it);
    if (like == candidates.end()) {
      candidates.push_back(std::move(order));
    } else if (like->standard.empty()) {
      like->standard = standard.name;
    }
  }
}

/// In steps of an exchange of all with all, ranks in a regular order all send over the same links at a time while
/// others are idle, as soon as they are not exactly in step. In a random order each step uses all links
/// (benchmarks/EXECUTED.md). Only a replay sees this.
void add_random_order(const OrderProblem& problem, std::vector<CandidateOrder>& candidates) {
  if (problem.trace == nullptr || problem.aim.cost.costs.assumed || problem.local_ranks != nullptr) return;
  if (problem.job.hosts() < 2 || !is_dense(problem.affinity)) return;
  mapping::MapOptions options = problem.options;
  options.algorithm = kRandom;
  const Mapping mapping = mapping::map(problem.affinity, *problem.job.topology, options).mapping;
  add_unless_alike(candidate(kRandom, mapping, kRandom, problem.aim, problem), problem, candidates);
}

/// Sets what crosses each border in every order, in the volume that the candidates save.
void set_least(const OrderProblem& problem, std::vector<CandidateOrder>& candidates) {
  for (const auto& [weight, least] : {std::pair{Weight::Bytes, &evaluation::LevelTraffic::bytes},
                                      std::pair{Weight::Messages, &evaluation::LevelTraffic::messages}}) {
    const auto saves_it = [&problem, saved = weight](const CandidateOrder& order) {
      return aim_for(order, problem).weight == saved;
    };
    if (weight != problem.aim.weight && std::none_of(candidates.begin() + 1, candidates.end(), saves_it)) continue;
    const bounds::LeastCrossing crossing(problem.affinity, weight);
    for (std::size_t b = 0; b < candidates.front().gain.borders.size(); ++b) {
      const std::uint64_t volume = crossing.between_parts_of(candidates.front().gain.borders[b].roles);
      for (CandidateOrder& order : candidates) order.gain.borders[b].least.*least = volume;
    }
  }
}

}  // namespace

planning::Aim aim_for(const CandidateOrder& order, const OrderProblem& problem) {
  return order.model ? aim_of_model(*order.model, problem) : problem.aim;
}

std::vector<CandidateOrder> candidate_orders(const OrderProblem& problem) {
  const std::vector<CostModel> models = models_for(problem);
  std::vector<CandidateOrder> candidates = {launcher_order(problem)};
  for (const CostModel model : models) {
    auto order = order_if_possible(model, problem, models.size());
    if (order) add_unless_alike(std::move(*order), problem, candidates);
  }
  if (models.size() > 1 && is_replayed_or_tried(problem)) {
    add_standard_orders(problem, candidates);
    add_random_order(problem, candidates);
  }
  replay_all(problem, candidates);
  if (problem.wish.call.empty()) set_least(problem, candidates);
  return candidates;
}

mapping::Preset preset_for(double mpi_seconds) {
  constexpr double kShort = 300;  // such a search is a thousandth of it
  return mpi_seconds < kShort ? mapping::Preset::Fast : mapping::Preset::Default;
}

mapping::Preset preset_for(std::span<const formats::ProfiledRank> ranks) {
  double longest = 0;
  for (const formats::ProfiledRank& rank : ranks) longest = std::max(longest, rank.mpi_seconds);
  return preset_for(longest);
}

}  // namespace topomorph::decision
