// Improves assignments on networks: a descent by exchanges and moves to free slots, and simulated annealing.
#include "core/mapping/search/network_refiner.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "core/mapping/problem/slot_selection.h"
#include "core/mapping/search/axis_layout.h"
#include "core/mapping/search/candidate.h"
#include "core/mapping/search/local_search.h"

namespace topomorph::mapping {
namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

/// Calls work(layout) with a layout that makes moves quickly: a search that cools down makes many of those it judges.
template <class Work>
void with_layout(const Instance& instance, Candidate& now, Work work) {
  const Metric& metric = instance.metric();
  metric.with_distance([&](const auto& between) {
    using Between = std::decay_t<decltype(between)>;
    work(Layout<Assignment, Between>(instance.graph(), now.assignment, between, metric.shortest()));
  });
}

/// Returns after how much work a descent ends though more would gain: no limit for few roles, or few edges for each.
template <class Layout>
std::uint64_t work_of_descent(const Instance& instance) {
  const bool is_dense = instance.graph().edges.size() > kDescent.dense_degree * instance.vertices();
  if (instance.problem().has_few_roles() || !is_dense) return kNoLimit;
  const std::uint64_t looks_up = std::is_same_v<Layout, AxisLayout> ? kAxisTables.looks_per_edge : 1;
  const std::uint64_t thorough = instance.options().preset == Preset::Best ? kDescent.work_of_best : 1;
  return kDescent.work_per_role * looks_up * thorough * instance.vertices();
}

/// The moves of a Descent.
template <class Layout>
class NetworkMoves : public WithoutHomes {
 public:
  static std::size_t edges_per_change() { return kDescent.edges_per_change; }
  static constexpr bool kPartnerFirst = false;

  NetworkMoves(const Instance& instance, Candidate& now, Layout layout)
      : instance_(instance), now_(now), layout_(std::move(layout)), most_work_(work_of_descent<Layout>(instance)) {}

  auto& layout() { return layout_; }
  bool may_move(Vertex v) const { return !instance_.fixed()[v] && !instance_.graph().row(v).empty(); }

  template <class Look>
  void for_each_slot(Vertex v, Look look) {
    if (work_ > most_work_) return;
    const Reach reach = instance_.reach(v);
    const std::size_t edges = instance_.graph().row(v).size();
    work_ += edges * std::min(edges, kDescent.followed);
    if (reach.size() > kDescent.few_slots) return for_each_slot_near(layout_, instance_.metric(), v, edges_, look);
    for (Vertex slot = reach.begin; slot < reach.end; ++slot) look(slot);
  }

  template <class Take>
  [[gnu::always_inline]] void for_each_partner(Vertex v, Vertex slot, Take take) const {
    if (may_come(v, slot)) take(now_.assignment.vertex_on[slot]);
  }

  /// Improves until nothing gains.
  [[gnu::noinline]] void descend() {  // apart from cool(): both loops need all registers
    Descent descent(*this, instance_.slots());
    descent.wake_all();
    now_.cost -= descent.run(instance_.deadline());
  }

 protected:
  bool may_come(Vertex v, Vertex slot) const {
    const Vertex there = now_.assignment.vertex_on[slot];
    return (there == kNoVertex || !instance_.fixed()[there]) && instance_.may_exchange(now_.assignment, v, slot);
  }

  const Instance& instance_;
  Candidate& now_;

 private:
  Layout layout_;
  std::vector<Edge> edges_;
  std::uint64_t work_ = 0, most_work_;  // edges x neighbours of the roles searched for
};

/// Returns the logarithms of chances between 0 and 1, which all annealings of a process share.
const std::vector<double>& logarithms_of_chances() {
  static const std::vector<double> table = [] {
    std::vector<double> logarithms;
    for (int i = 0; i < kAnnealing.chances; ++i) logarithms.push_back(std::log((i + 0.5) / kAnnealing.chances));
    return logarithms;
  }();
  return table;
}

/// Draws roles, and slots near their heavy neighbours.
class Draw {
 public:
  Draw(const Instance& instance, Random& random) : instance_(instance), random_(random) {
    const Graph& graph = instance.graph();
    for (Vertex v = 0; v < instance.vertices(); ++v) {
      if (!instance.fixed()[v] && !graph.row(v).empty()) roles_.push_back(v);
      EdgeWeight heaviest = 0;
      for (const Edge& edge : graph.row(v)) heaviest = std::max(heaviest, edge.weight);
      for (const Edge& edge : graph.row(v)) {
        if (edge.weight >= heaviest / kAnnealing.light) heavy_.push_back(edge.to);
      }
      heavy_begin_.push_back(heavy_.size());
    }
  }

  std::size_t roles() const { return roles_.size(); }
  Vertex role() { return roles_[random_.below(roles_.size())]; }
  double log_of_chance() { return logarithms_[random_.below(logarithms_.size())]; }

  Vertex slot_for(Vertex v, const Assignment& assignment) {
    if (instance_.is_confined(v)) {
      return instance_.reach(v).begin + static_cast<Vertex>(random_.below(instance_.reach(v).size()));
    }
    const std::uint64_t first = heavy_begin_[v], count = heavy_begin_[v + 1] - first;
    const bool strays = random_.below(kAnnealing.stray) == 0;
    const Vertex centre = assignment.slot_of[strays ? role() : heavy_[first + random_.below(count)]];
    const auto near = instance_.metric().near(centre);
    return strays ? centre : near[random_.below(near.size())];
  }

 private:
  const Instance& instance_;
  Random& random_;
  const std::vector<double>& logarithms_ = logarithms_of_chances();
  std::vector<Vertex> roles_;                     // that may move and have edges
  std::vector<Vertex> heavy_;                     // neighbours by heavy edges, role after role
  std::vector<std::uint64_t> heavy_begin_ = {0};  // where each role begins in heavy_
};

/// The moves of cool(), which keeps the best in another candidate.
template <class Layout>
class DrawnMoves : public NetworkMoves<Layout> {
 public:
  DrawnMoves(const Instance& instance, Draw& draw, Candidate& now, Candidate& best, Layout layout)
      : NetworkMoves<Layout>(instance, now, std::move(layout)), draw_(draw), best_(best) {}

  std::optional<Move> propose(std::uint64_t& work) {
    const Graph& graph = this->instance_.graph();
    const Assignment& assignment = this->now_.assignment;
    const Vertex v = draw_.role(), to = draw_.slot_for(v, assignment), other = assignment.vertex_on[to];
    work += 1 + graph.row(v).size();
    if (other == v || !this->may_come(v, to)) return std::nullopt;
    if (other != kNoVertex) work += graph.row(other).size();
    return Move{v, to, other};
  }

  double log_of_chance() { return draw_.log_of_chance(); }
  void note_saved(EdgeWeight saved) { this->now_.cost -= saved; }
  /// Copies as long as a thousand steps take; at low temperatures, where this is called, it matters little.
  void keep_best(std::uint64_t&) { keep_best(); }
  void keep_best() {
    if (this->now_ < best_) best_ = this->now_;
  }

 private:
  Draw& draw_;
  Candidate& best_;
};

}  // namespace

void descend(const Instance& instance, Candidate& candidate) {
  const auto run = [&](auto layout) { NetworkMoves(instance, candidate, std::move(layout)).descend(); };
  const Graph& graph = instance.graph();
  const Metric& metric = instance.metric();
  AxisLayout::suits(graph, metric) ? run(AxisLayout(graph, candidate.assignment, metric))
                                   : with_layout(instance, candidate, run);
}

void anneal(const Instance& instance, Candidate& candidate, const Cooling& cooling, Random& random) {
  Draw draw(instance, random);
  if (draw.roles() == 0 || instance.slots() < 2) return;
  Candidate now = candidate;
  const double mean = 2 * static_cast<double>(now.cost) / static_cast<double>(draw.roles());
  const double steps = static_cast<double>(cooling.work) / static_cast<double>(kAnnealing.work_of_step);
  with_layout(instance, now, [&](auto layout) {
    DrawnMoves moves(instance, draw, now, candidate, std::move(layout));
    cool(moves, cooling, mean, steps, instance.deadline());
  });
  descend(instance, now);
  if (now < candidate) candidate = std::move(now);
}

namespace {

/// Adds one round of annealings to a sorted pool of at least this many candidates, and sorts it again.
void add_annealings(const Search& search, std::uint64_t work, std::size_t round, std::size_t count, Pool& pool) {
  auto& candidates = pool.candidates;
  const Instance& instance = search.instance;
  const std::size_t annealings = search.plan.annealings, first = candidates.size();
  const bool has_choice = instance.problem().has_few_roles() && instance.vertices() < instance.slots();
  const auto& runs = has_choice ? kNetworkRunsWithChoice : kNetworkRuns;
  for (std::size_t i = 0; i < annealings; ++i) {
    candidates.push_back(Candidate(candidates[std::min(runs[i % runs.size()].start, count - 1)]));
  }
  search.workers.for_each(annealings, [&](std::size_t i, std::size_t) {
    Random random(search.options().seed * kPortfolio.seed_stride + round * annealings + i);
    Cooling cooling = runs[i % runs.size()].cooling;
    cooling.work = work;
    anneal(instance, candidates[first + i], cooling, random);
  });
  std::stable_sort(candidates.begin(), candidates.end());
}

}  // namespace

void anneal_best(const Search& search, Pool& pool) {
  const std::size_t count = pool.candidates.size();
  auto work = static_cast<double>(search.plan.work);
  std::size_t vain = 0;
  for (std::size_t round = 0; round < search.plan.rounds; ++round, work *= kNetwork.growth) {
    if (pool.best().cost <= pool.lower_bound || (round > 0 && search.is_over())) return;
    if (vain >= search.plan.rounds_without_gain) return;
    const EdgeWeight before = pool.best().cost;
    add_annealings(search, static_cast<std::uint64_t>(work), round, count, pool);
    vain = pool.best().cost < before ? 0 : vain + 1;
    if (round + 1 < search.plan.rounds) pool.candidates.resize(count);
  }
}

namespace {

/// Anneals from each candidate, from the first ones several times; keeps the cheaper half, sorted.
void anneal_round(const Instance& instance, std::vector<Candidate>& found, std::size_t round) {
  const std::size_t count = found.size();
  for (std::size_t i = count; i < std::max(count, kWindow.least_runs); ++i) found.push_back(found[i % count]);
  instance.problem().workers.for_each(found.size(), [&](std::size_t i, std::size_t) {
    Random random(instance.options().seed * kPortfolio.seed_stride + 1009 * round + i);
    Cooling cooling = kWindow.runs[(i + i / kWindow.runs.size()) % kWindow.runs.size()];
    const std::uint64_t edges = std::min(instance.graph().edges.size(), kWindow.edges_of_full_work);
    const std::uint64_t share = instance.vertices() <= kWindow.few_roles ? kWindow.share_of_few : 1;
    cooling.work = kWindow.work[round] * edges / kWindow.edges_of_full_work / share;
    anneal(instance, found[i], cooling, random);
  });
  std::stable_sort(found.begin(), found.end());
  found.resize((found.size() + 1) / 2);
}

}  // namespace

Mapping improve_by_annealing(const Problem& problem, std::span<const Mapping> starts) {
  const PartialProblem window(problem, window_slots(problem.topology, starts.front(), kWindow.slots),
                              PartialProblem::Shape::AnyTopology, PartialProblem::Pins::Keep);
  const Instance instance = Instance::on_network(window.problem());
  std::vector<Candidate> found;
  for (const Mapping& start : starts) {
    const auto inside = window.to_part(start);
    if (inside) found.push_back(candidate_of(instance, *instance.slots_of(*inside)));
  }
  std::stable_sort(found.begin(), found.end());
  const EdgeWeight before = found.front().cost;
  for (std::size_t round = 0; round < kWindow.work.size(); ++round) {
    if (round == kWindow.probes && found.front().cost == before) break;  // a well filled tree ends here
    anneal_round(instance, found, round);
    const bool do_agree = found.back().cost == found.front().cost;  // the cheaper half: others are dropped
    if (do_agree && instance.vertices() <= kWindow.few_roles) break;
  }
  return window.to_whole(instance.to_mapping(found.front()));
}

}  // namespace topomorph::mapping
