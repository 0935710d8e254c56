// The change of cost of every exchange of two vertices, kept up to date.
#pragma once

#include <vector>

#include "core/mapping/search/dense_problem.h"

namespace topomorph::mapping {

/// A layout of a dense problem with the change of cost of each exchange. After an exchange most changes are updated in
/// constant time [Taillard 1991]. The changes of the two vertices that moved are computed anew, from a table of what
/// every vertex costs on every slot. Rows of vertices without an edge to the two stay as they are, so sparse weights
/// take less time. Real is float or double: all numbers are whole, and exact if the problem's largest_sum() is exact in
/// Real.
template <typename Real>
class SwapTable {
 public:
  /// The problem must outlive this.
  explicit SwapTable(const DenseProblem& problem);

  /// Starts with this layout: vertex -> slot.
  void set(const std::vector<Vertex>& slot_of);
  const std::vector<Vertex>& slot_of() const { return slot_of_; }

  /// Returns the change of cost when u and v exchange places, for u < movable and v in (u, columns).
  const Real* changes(Vertex u) const { return change_.data() + u * stride_; }
  /// Returns the least change of a row.
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
  std::size_t stride_;                   // length of a row: the size, rounded up to whole blocks
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
