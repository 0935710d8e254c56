// Tabu searches side by side, with a common budget of work.
#include "core/mapping/qap/search_team.h"

#include <algorithm>

#include "core/mapping/presets.h"

namespace topomorph::mapping {

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
