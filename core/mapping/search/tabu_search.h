// Robust tabu search: always makes the best exchange, even a bad one, but none that undoes a recent one.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/random.h"
#include "core/base/workers.h"
#include "core/mapping/search/swap_table.h"

namespace topomorph::mapping {

/// Robust tabu search [Taillard 1991]: forbids exchanges that put both vertices back on slots that they have left, for
/// a random number of iterations around the number of vertices, unless the exchange gives the best layout so far. Omits
/// the paper's aspiration after long absence: callers start again elsewhere instead.
template <typename Real>
class TabuSearch {
 public:
  /// The problem must outlive this.
  explicit TabuSearch(const DenseProblem& problem);

  /// Makes this many exchanges and leaves the best layout in `layout`. Ends early if the cost is `least` or the
  /// deadline has passed.
  void run(DenseLayout& layout, std::uint64_t iterations, std::int64_t least, Random& random, const Deadline& deadline);

 private:
  struct Exchange {
    Vertex u = 0, v = 0;
    Real change = 0;
  };
  bool choose(std::int64_t cost, std::int64_t best, Exchange& exchange) const;
  void choose_in_row(Vertex u, Real record, Exchange& exchange) const;
  void carry_out(const Exchange& exchange, Random& random);
  bool is_forbidden(Vertex v, Vertex slot) const { return forbidden_until_[v * problem_.size + slot] > now_; }

  const DenseProblem& problem_;
  SwapTable<Real> table_;
  std::vector<std::uint32_t> forbidden_until_;  // vertex x slot: iteration
  std::uint32_t now_ = 0;
};

extern template class TabuSearch<float>;
extern template class TabuSearch<double>;

/// Bounds of a search, and its random numbers.
struct DenseSearch {
  double seconds = 0;  ///< of work, at a fixed rate that machines of 2024 exceed
  std::uint64_t seed = 1;
  std::int64_t least = 0;  ///< a layout of this cost ends the search
  Deadline deadline;
};

/// Tabu searches side by side, with one budget of work. The result does not depend on which thread does what.
class SearchTeam {
 public:
  /// The arguments must outlive this.
  SearchTeam(const DenseProblem& problem, const DenseSearch& how, Workers& workers);
  ~SearchTeam();

  /// Runs a tabu search of this many iterations on each layout, fewer if the budget ends.
  void improve(std::vector<DenseLayout>& layouts, std::uint64_t iterations);
  /// Returns the budget that is left, for all searches together.
  std::uint64_t iterations_left() const { return left_; }
  bool is_over(const DenseLayout& best) const {
    return left_ == 0 || best.cost <= how_.least || how_.deadline.passed();
  }
  /// Returns a new stream of random numbers.
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
