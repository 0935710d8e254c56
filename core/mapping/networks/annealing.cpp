// Simulated annealing of an assignment: what single exchanges that must save something do not find.
#include "core/mapping/networks/annealing.h"

#include <algorithm>
#include <cmath>

#include "core/mapping/networks/descent.h"

namespace topomorph {

namespace {

constexpr EdgeWeight kHeavy = 32;               // edges lighter than the heaviest of their role by more lead nowhere
constexpr std::uint64_t kStrayed = 8;           // every so many moves go anywhere
constexpr std::uint64_t kPerCooling = 1 << 14;  // edges looked at between two changes of the temperature

class Annealing {
 public:
  Annealing(const NetworkProblem& problem, Placed& placed, Random& random)
      : problem_(problem), graph_(problem.graph()), best_(placed), now_(placed), random_(random) {
    for (Vertex v = 0; v < problem.roles(); ++v) {
      if (!problem.fixed()[v] && !graph_.row(v).empty()) roles_.push_back(v);
      EdgeWeight heaviest = 0;
      for (const Edge& edge : graph_.row(v)) heaviest = std::max(heaviest, edge.weight);
      for (const Edge& edge : graph_.row(v)) {
        if (edge.weight >= heaviest / kHeavy) heavy_.push_back(edge.to);
      }
      heavy_begin_.push_back(heavy_.size());
    }
  }

  void run(const Cooling& cooling) {
    if (roles_.empty() || problem_.slots() < 2) return;
    problem_.metric().with_distance([&](const auto& between) { cool(cooling, between); });
    descend(problem_, now_);
    keep_best();
  }

 private:
  template <class Between>
  void cool(const Cooling& cooling, const Between& between) {
    for (Vertex v = 0; v < problem_.roles(); ++v) cost_.push_back(cost_at(v, now_.assignment.slot_of[v], v, between));
    const double mean = 2 * static_cast<double>(now_.cost) / static_cast<double>(roles_.size());
    const double steps = static_cast<double>(cooling.work) / static_cast<double>(kPerCooling);
    const double factor = std::pow(cooling.end / cooling.start, 1 / std::max(steps, 1.0));
    double temperature = mean * cooling.start;
    for (double step = 0; step < steps && !problem_.deadline().passed(); ++step, temperature *= factor) {
      for (work_ = 0; work_ < kPerCooling;) try_once(temperature, between);
    }
  }

  Vertex choose_slot(Vertex v) {
    if (problem_.is_confined(v)) {
      return problem_.reach(v).begin + static_cast<Vertex>(random_.below(problem_.reach(v).size()));
    }
    const std::uint64_t first = heavy_begin_[v], count = heavy_begin_[v + 1] - first;
    const bool strays = random_.below(kStrayed) == 0;
    const Vertex beside = strays ? roles_[random_.below(roles_.size())] : heavy_[first + random_.below(count)];
    const Vertex centre = now_.assignment.slot_of[beside];
    const auto near = problem_.metric().near(centre);
    return strays ? centre : near[random_.below(near.size())];
  }

  /// What v's edges would cost if it were on `slot`, and `other`, which is there, where v is.
  template <class Between>
  EdgeWeight cost_at(Vertex v, Vertex slot, Vertex other, const Between& between) const {
    const auto& slot_of = now_.assignment.slot_of;
    EdgeWeight cost = 0;
    for (const Edge& edge : graph_.row(v)) {
      cost += edge.weight * between(slot, edge.to == other ? slot_of[v] : slot_of[edge.to]);
    }
    return cost;
  }

  template <class Between>
  void try_once(double temperature, const Between& between) {
    const Vertex v = roles_[random_.below(roles_.size())];
    const Vertex from = now_.assignment.slot_of[v], to = choose_slot(v), other = now_.assignment.role_on[to];
    work_ += 1 + graph_.row(v).size();
    if (other == v || (other != kNoVertex && problem_.fixed()[other])) return;
    if (!problem_.may_exchange(now_.assignment, v, to)) return;
    EdgeWeight gain = cost_[v] - cost_at(v, to, other, between);
    if (other != kNoVertex) {
      work_ += graph_.row(other).size();
      gain += cost_[other] - cost_at(other, from, v, between);
    }
    if (gain < 0 && !accepts(gain, temperature)) return;
    if (gain < 0 && now_.cost < best_.cost) keep_best();
    now_.assignment.put(v, to);
    now_.cost -= gain;
    update_costs(v, from, to, other, between);
    if (other != kNoVertex) update_costs(other, to, from, v, between);
  }

  /// Of a role that has moved, and its neighbours, but for the one that it has changed places with.
  template <class Between>
  void update_costs(Vertex moved, Vertex from, Vertex to, Vertex partner, const Between& between) {
    EdgeWeight cost = 0;
    for (const Edge& edge : graph_.row(moved)) {
      const Vertex there = now_.assignment.slot_of[edge.to];
      const EdgeWeight now = between(to, there);
      cost += edge.weight * now;
      if (edge.to != partner) cost_[edge.to] += edge.weight * (now - between(from, there));
    }
    cost_[moved] = cost;
  }

  bool accepts(EdgeWeight gain, double temperature) {
    const double share = static_cast<double>(random_.next() >> 11) * 0x1p-53;
    return share < std::exp(static_cast<double>(gain) / temperature);
  }

  /// Copying costs as much as a thousand steps: only at low temperatures, where all is done, does it matter.
  void keep_best() {
    if (now_.cost < best_.cost) best_ = now_;
  }

  const NetworkProblem& problem_;
  const Graph& graph_;
  Placed& best_;
  Placed now_;
  Random& random_;
  std::vector<EdgeWeight> cost_;                  // of each role's edges
  std::vector<Vertex> roles_;                     // that may move and have reason to
  std::vector<Vertex> heavy_;                     // neighbours, role after role
  std::vector<std::uint64_t> heavy_begin_ = {0};  // of each role's
  std::uint64_t work_ = 0;                        // edges since the last change of the temperature
};

}  // namespace

void anneal(const NetworkProblem& problem, Placed& placed, const Cooling& cooling, Random& random) {
  Annealing(problem, placed, random).run(cooling);
}

}  // namespace topomorph
