// The heaviest matching of a sparse bipartite graph.
#include "core/mapping/remapping/matching.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace topomorph::mapping {

namespace {

constexpr EdgeWeight kFar = std::numeric_limits<EdgeWeight>::max();

/// Costs are negative weights. Each row also has a column of its own at no cost, which stands for no column.
class BipartiteMatching {
 public:
  BipartiteMatching(std::size_t rows, std::size_t columns, std::span<const MatchingEdge> edges)
      : columns_(columns),
        edges_(edges),
        begin_(rows + 1, 0),
        column_of_(rows, kNoVertex),
        row_of_(columns + rows, kNoVertex),
        price_(columns + rows, 0),
        price_of_row_(rows, 0),
        distance_(columns + rows, kFar),
        before_(columns + rows, kNoVertex) {
    for (const MatchingEdge& edge : edges) ++begin_[edge.row + 1];
    for (std::size_t row = 0; row < rows; ++row) begin_[row + 1] += begin_[row];
  }

  std::vector<Vertex> run(std::uint64_t most_work) {
    for (Vertex row = 0; row < column_of_.size(); ++row) work_ < most_work ? insert(row) : insert_greedily(row);
    for (Vertex& column : column_of_) column = column < columns_ ? column : kNoVertex;
    return std::move(column_of_);
  }

 private:
  using Reached = std::pair<EdgeWeight, Vertex>;  // distance, column

  template <class Visit>
  void for_each_column(Vertex row, Visit visit) const {
    for (std::uint64_t i = begin_[row]; i < begin_[row + 1]; ++i) visit(edges_[i].column, -edges_[i].weight);
    visit(static_cast<Vertex>(columns_ + row), EdgeWeight{0});
  }

  void look_from(Vertex row, EdgeWeight so_far) {
    work_ += begin_[row + 1] - begin_[row] + 1;
    for_each_column(row, [&](Vertex column, EdgeWeight cost) {
      const EdgeWeight distance = so_far + cost - price_of_row_[row] - price_[column];
      if (distance >= distance_[column]) return;
      if (distance_[column] == kFar) touched_.push_back(column);
      distance_[column] = distance;
      before_[column] = row;
      queue_.emplace(distance, column);
    });
  }

  /// Finds the nearest column without a row, and exchanges columns along the path to it.
  void insert(Vertex row) {
    EdgeWeight least = kFar;
    for_each_column(row, [&](Vertex column, EdgeWeight cost) { least = std::min(least, cost - price_[column]); });
    price_of_row_[row] = least;
    look_from(row, 0);
    Reached end;
    for (;;) {
      end = queue_.top();
      queue_.pop();
      if (end.first > distance_[end.second]) continue;
      if (row_of_[end.second] == kNoVertex) break;
      look_from(row_of_[end.second], end.first);
    }
    raise_prices(row, end.first);
    exchange(row, end.second);
    for (const Vertex column : touched_) distance_[column] = kFar;
    touched_.clear();
    queue_ = {};
  }

  void insert_greedily(Vertex row) {
    EdgeWeight least = kFar;
    for_each_column(row, [&](Vertex column, EdgeWeight cost) {
      if (row_of_[column] != kNoVertex || cost >= least) return;
      least = cost;
      column_of_[row] = column;
    });
    row_of_[column_of_[row]] = row;
  }

  void raise_prices(Vertex row, EdgeWeight reached) {
    price_of_row_[row] += reached;
    for (const Vertex column : touched_) {
      const EdgeWeight nearer = reached - distance_[column];
      if (nearer <= 0) continue;
      price_[column] -= nearer;
      if (row_of_[column] != kNoVertex) price_of_row_[row_of_[column]] += nearer;
    }
  }

  void exchange(Vertex row, Vertex column) {
    for (;;) {
      const Vertex taker = before_[column], left = column_of_[taker];
      column_of_[taker] = column;
      row_of_[column] = taker;
      if (taker == row) return;
      column = left;
    }
  }

  const std::size_t columns_;
  const std::span<const MatchingEdge> edges_;
  std::vector<std::uint64_t> begin_;  // of each row's edges
  std::vector<Vertex> column_of_, row_of_;
  std::vector<EdgeWeight> price_, price_of_row_;
  std::vector<EdgeWeight> distance_;  // of columns, in the present search
  std::vector<Vertex> before_;        // the row from which the column was reached
  std::vector<Vertex> touched_;
  std::uint64_t work_ = 0;  // edges looked at
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> queue_;
};

}  // namespace

std::vector<Vertex> heaviest_matching(std::size_t rows, std::size_t columns, std::span<const MatchingEdge> edges,
                                      std::uint64_t most_work) {
  return BipartiteMatching(rows, columns, edges).run(most_work);
}

}  // namespace topomorph::mapping
