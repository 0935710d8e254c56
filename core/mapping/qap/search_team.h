// Tabu searches side by side, with a common budget of work.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/workers.h"
#include "core/mapping/qap/tabu_search.h"

namespace topomorph::mapping {

/// How long to search, and where the random numbers begin.
struct DenseSearch {
  double seconds = 0;  ///< of work, at a fixed rate that a machine of today exceeds; the clock is not asked
  std::uint64_t seed = 1;
  std::int64_t least = 0;  ///< no layout costs less: one that costs no more ends the search
  Deadline deadline;
};

/// One tabu search for each thread. Which thread does what changes nothing.
class SearchTeam {
 public:
  /// All of them must outlive this.
  SearchTeam(const DenseProblem& problem, const DenseSearch& how, Workers& workers);
  ~SearchTeam();

  /// A tabu search of so many iterations on each layout, shorter where the budget ends.
  void improve(std::vector<DenseLayout>& layouts, std::uint64_t iterations);
  /// Of all searches together that are still to come.
  std::uint64_t iterations_left() const { return left_; }
  bool is_over(const DenseLayout& best) const {
    return left_ == 0 || best.cost <= how_.least || how_.deadline.passed();
  }
  /// Random numbers that nobody else gets.
  Random random() { return Random(how_.seed * 0x9e3779b97f4a7c15U + ++streams_ * 0x100000001b3U); }

 private:
  struct Searchers;
  template <typename Real>
  struct SearchersOf;

  const DenseSearch& how_;
  Workers& workers_;
  std::unique_ptr<Searchers> searchers_;
  std::uint64_t left_, streams_ = 0;
};

}  // namespace topomorph::mapping
