// Robust tabu search: always the best exchange, even if it is a bad one, but none that undoes what was just done.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/random.h"
#include "core/mapping/qap/swap_table.h"

namespace topomorph::mapping {

/// A layout of a dense problem (vertex -> slot) and its cost, each pair counted once.
struct DenseLayout {
  std::vector<Vertex> slot_of;
  std::int64_t cost = 0;
};

/// Taillard, Robust taboo search for the quadratic assignment problem, 1991: an exchange that puts both vertices back
/// on slots they have left is forbidden for a random number of iterations around their number, unless it gives the best
/// layout so far. The aspiration after long absence is left out: those who call begin anew elsewhere instead.
template <typename Real>
class TabuSearch {
 public:
  /// The problem must outlive this.
  explicit TabuSearch(const DenseProblem& problem);

  /// Leaves the best layout of so many exchanges in `layout`; goes on from wherever they lead. Ends early when the cost
  /// is `least` or the deadline has passed.
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

}  // namespace topomorph::mapping
