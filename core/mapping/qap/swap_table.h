// What every exchange of two vertices would change, kept up to date from one exchange to the next.
#pragma once

#include <vector>

#include "core/mapping/qap/dense_problem.h"

namespace topomorph::mapping {

/// A layout of a dense problem with the change of cost of each exchange. After an exchange most changes are updated in
/// constant time (Taillard, Robust taboo search for the quadratic assignment problem, 1991). Those of the two vertices
/// that moved are made anew from what every vertex would cost on every slot, which is kept as well; rows of vertices
/// that talk to neither of the two stay as they are, so sparse weights are cheaper.
/// Real is float or double: numbers are whole and exact, if the problem's largest_sum() is so in Real.
template <typename Real>
class SwapTable {
 public:
  /// The problem must outlive this.
  explicit SwapTable(const DenseProblem& problem);

  /// Begins with this layout: vertex -> slot.
  void set(const std::vector<Vertex>& slot_of);
  const std::vector<Vertex>& slot_of() const { return slot_of_; }

  /// What the cost changes when u and v change places, for v in (u, columns); u below movable.
  const Real* changes(Vertex u) const { return change_.data() + u * stride_; }
  /// The least of a row.
  Real least_change(Vertex u) const { return least_[u]; }

  void exchange(Vertex r, Vertex s);

 private:
  Real weight(Vertex a, Vertex b) const { return weight_[a * stride_ + b]; }
  Real distance(Vertex a, Vertex b) const { return distance_[a * stride_ + b]; }
  void fill_costs();
  void find_shifts(Vertex r, Vertex s);
  void update_costs(Vertex from, Vertex to);
  void hide_column(Vertex v);
  void update_row(Vertex u);
  void make_changes_of(Vertex v);
  Real own_cost(Vertex v) const { return v < problem_.movable ? cost_[v * stride_ + slot_of_[v]] : Real{0}; }
  Real change_of(Vertex u, Vertex v) const;

  const DenseProblem& problem_;
  std::size_t stride_;                   // of all rows: the size, and up to whole blocks of lanes
  std::vector<Real> weight_, distance_;  // size rows: copies
  std::vector<Real> cost_;               // movable rows: of a vertex on every slot
  std::vector<Real> change_;             // movable rows; infinite outside (u, columns)
  std::vector<Real> least_;              // of each row of changes
  std::vector<Real> pull_, shift_;       // of the exchange that is being made, for each vertex
  std::vector<Vertex> slot_of_;
};

extern template class SwapTable<float>;
extern template class SwapTable<double>;

}  // namespace topomorph::mapping
