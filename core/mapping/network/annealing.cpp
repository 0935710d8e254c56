// Simulated annealing of an assignment: what single exchanges that must save something do not find.
#include "core/mapping/network/annealing.h"

#include <algorithm>
#include <cmath>

#include "core/mapping/network/descent.h"
#include "core/mapping/network/role_costs.h"

namespace topomorph::mapping {

namespace {

class Annealing {
 public:
  Annealing(const NetworkProblem& problem, Placed& placed, Random& random)
      : problem_(problem), graph_(problem.graph()), best_(placed), now_(placed), random_(random) {
    for (int i = 0; i < kAnnealing.chances; ++i) logarithms_.push_back(std::log((i + 0.5) / kAnnealing.chances));
    for (Vertex v = 0; v < problem.roles(); ++v) {
      if (!problem.fixed()[v] && !graph_.row(v).empty()) roles_.push_back(v);
      EdgeWeight heaviest = 0;
      for (const Edge& edge : graph_.row(v)) heaviest = std::max(heaviest, edge.weight);
      for (const Edge& edge : graph_.row(v)) {
        if (edge.weight >= heaviest / kAnnealing.light) heavy_.push_back(edge.to);
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
    RoleCosts<Between> costs(problem_, now_.assignment, between);
    const double mean = 2 * static_cast<double>(now_.cost) / static_cast<double>(roles_.size());
    const double steps = static_cast<double>(cooling.work) / static_cast<double>(kAnnealing.work_of_step);
    const double factor = std::pow(cooling.end / cooling.start, 1 / std::max(steps, 1.0));
    double temperature = mean * cooling.start;
    for (double step = 0; step < steps && !problem_.deadline().passed(); ++step, temperature *= factor) {
      for (work_ = 0; work_ < kAnnealing.work_of_step;) try_once(temperature, costs);
    }
  }

  Vertex choose_slot(Vertex v) {
    if (problem_.is_confined(v)) {
      return problem_.reach(v).begin + static_cast<Vertex>(random_.below(problem_.reach(v).size()));
    }
    const std::uint64_t first = heavy_begin_[v], count = heavy_begin_[v + 1] - first;
    const bool strays = random_.below(kAnnealing.stray) == 0;
    const Vertex beside = strays ? roles_[random_.below(roles_.size())] : heavy_[first + random_.below(count)];
    const Vertex centre = now_.assignment.slot_of[beside];
    const auto near = problem_.metric().near(centre);
    return strays ? centre : near[random_.below(near.size())];
  }

  template <class Between>
  void try_once(double temperature, RoleCosts<Between>& costs) {
    const Vertex v = roles_[random_.below(roles_.size())];
    const Vertex to = choose_slot(v), other = now_.assignment.role_on[to];
    work_ += 1 + graph_.row(v).size();
    if (other == v || (other != kNoVertex && problem_.fixed()[other])) return;
    if (!problem_.may_exchange(now_.assignment, v, to)) return;
    if (other != kNoVertex) work_ += graph_.row(other).size();
    const EdgeWeight worthless = too_little(temperature), gain = costs.gain(v, to, worthless);
    if (gain <= worthless) return;
    if (gain < 0 && now_.cost < best_.cost) keep_best();
    costs.move(v, to);
    now_.cost -= gain;
  }

  /// Drawn before the gain is known, most of which need then not be computed.
  EdgeWeight too_little(double temperature) {
    return static_cast<EdgeWeight>(temperature * logarithms_[random_.below(logarithms_.size())]) - 1;
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
  std::vector<double> logarithms_;                // of shares between 0 and 1
  std::vector<Vertex> roles_;                     // that may move and have reason to
  std::vector<Vertex> heavy_;                     // neighbours, role after role
  std::vector<std::uint64_t> heavy_begin_ = {0};  // of each role's
  std::uint64_t work_ = 0;                        // edges since the last change of the temperature
};

}  // namespace

void anneal(const NetworkProblem& problem, Placed& placed, const Cooling& cooling, Random& random) {
  Annealing(problem, placed, random).run(cooling);
}

}  // namespace topomorph::mapping
