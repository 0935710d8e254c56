// Robust tabu search: always makes the best exchange, even a bad one, but none that undoes a recent one.
#include "core/mapping/search/tabu_search.h"

#include <algorithm>
#include <limits>

#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

template <typename Real>
TabuSearch<Real>::TabuSearch(const DenseProblem& problem)
    : problem_(problem), table_(problem), forbidden_until_(problem.size * problem.size) {}

template <typename Real>
void TabuSearch<Real>::run(DenseLayout& layout, std::uint64_t iterations, std::int64_t least, Random& random,
                           const Deadline& deadline) {
  std::fill(forbidden_until_.begin(), forbidden_until_.end(), 0);
  table_.set(layout.slot_of);
  std::int64_t cost = layout.cost;
  const auto last = static_cast<std::uint32_t>(std::min<std::uint64_t>(iterations, 1U << 31));
  for (now_ = 0; now_ < last && layout.cost > least; ++now_) {
    if (now_ % kQap.clock_every == kQap.clock_every - 1 && deadline.passed()) break;
    Exchange exchange;
    if (!choose(cost, layout.cost, exchange)) continue;
    carry_out(exchange, random);
    cost += static_cast<std::int64_t>(exchange.change);
    if (cost < layout.cost) layout = {table_.slot_of(), cost};
  }
}

/// Returns whether any exchange is not forbidden.
template <typename Real>
bool TabuSearch<Real>::choose(std::int64_t cost, std::int64_t best, Exchange& exchange) const {
  exchange.change = std::numeric_limits<Real>::infinity();
  for (Vertex u = 0; u < problem_.movable; ++u) {
    if (table_.least_change(u) < exchange.change) choose_in_row(u, static_cast<Real>(best - cost), exchange);
  }
  return exchange.change < std::numeric_limits<Real>::infinity();
}

/// Chooses in one row. Never forbids exchanges that change the cost by less than `record`.
template <typename Real>
void TabuSearch<Real>::choose_in_row(Vertex u, Real record, Exchange& exchange) const {
  const Real* changes = table_.changes(u);
  const std::vector<Vertex>& slot_of = table_.slot_of();
  for (Vertex v = u + 1; v < problem_.columns; ++v) {
    if (!(changes[v] < exchange.change)) continue;
    const bool undone = is_forbidden(u, slot_of[v]) && (v >= problem_.movable || is_forbidden(v, slot_of[u]));
    if (!undone || changes[v] < record) exchange = {u, v, changes[v]};
  }
}

template <typename Real>
void TabuSearch<Real>::carry_out(const Exchange& exchange, Random& random) {
  const auto around = static_cast<std::uint32_t>(problem_.columns);
  for (const Vertex v : {exchange.u, exchange.v}) {
    const auto span = static_cast<std::uint32_t>(random.below(around / 5 + 2));
    forbidden_until_[v * problem_.size + table_.slot_of()[v]] = now_ + around * 9 / 10 + 2 + span;
  }
  table_.exchange(exchange.u, exchange.v);
}

template class TabuSearch<float>;
template class TabuSearch<double>;

namespace {

constexpr double kExactInFloat = 1 << 24;

std::uint64_t affordable(const DenseProblem& problem, double seconds) {
  const auto changes = static_cast<double>(problem.movable * problem.columns);
  return static_cast<std::uint64_t>(
      std::clamp(seconds / (kQap.seconds_per_iteration + kQap.seconds_per_change * changes), 1.0, 1e12));
}

}  // namespace

struct SearchTeam::Searchers {
  virtual ~Searchers() = default;
  virtual void run(std::size_t worker, DenseLayout& layout, std::uint64_t iterations, Random random) = 0;
};

template <typename Real>
struct SearchTeam::SearchersOf final : Searchers {
  SearchersOf(const DenseProblem& its_problem, const DenseSearch& its_how, std::size_t workers)
      : problem(its_problem), how(its_how), of_worker(workers) {}

  void run(std::size_t worker, DenseLayout& layout, std::uint64_t iterations, Random random) override {
    auto& search = of_worker[worker];
    if (!search) search = std::make_unique<TabuSearch<Real>>(problem);
    search->run(layout, iterations, how.least, random, how.deadline);
  }

  const DenseProblem& problem;
  const DenseSearch& how;
  std::vector<std::unique_ptr<TabuSearch<Real>>> of_worker;
};

SearchTeam::SearchTeam(const DenseProblem& problem, const DenseSearch& how, Workers& workers)
    : how_(how), workers_(workers), left_(affordable(problem, how.seconds)) {
  if (problem.largest_sum() < kExactInFloat) {  // twice the lanes, half the memory
    searchers_ = std::make_unique<SearchersOf<float>>(problem, how, workers.count());
  } else {
    searchers_ = std::make_unique<SearchersOf<double>>(problem, how, workers.count());
  }
}

SearchTeam::~SearchTeam() = default;

void SearchTeam::improve(std::vector<DenseLayout>& layouts, std::uint64_t iterations) {
  const std::uint64_t each = std::min(iterations, left_ / std::max<std::size_t>(layouts.size(), 1));
  left_ = each < iterations ? 0 : left_ - each * layouts.size();
  std::vector<Random> randoms;
  for (std::size_t i = 0; i < layouts.size(); ++i) randoms.push_back(random());
  workers_.for_each(layouts.size(),
                    [&](std::size_t i, std::size_t worker) { searchers_->run(worker, layouts[i], each, randoms[i]); });
}

}  // namespace topomorph::mapping
