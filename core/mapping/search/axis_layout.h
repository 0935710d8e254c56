// A layout on a mesh or torus that keeps what each vertex would pay at every coordinate: a move is judged by lookups.
#pragma once

#include <algorithm>
#include <vector>

#include "core/mapping/slots/assignment.h"
#include "core/mapping/slots/metric.h"

namespace topomorph::mapping {

/// Does what Layout does, with the same results, on slots whose distance is a sum over the axes of a grid. Then the
/// cost of a vertex's edges, on any slot, is a sum of one number for each coordinate. A move is judged in O(axes); to
/// make it takes a step for each neighbour and coordinate. This pays for vertices with many edges: rows and columns
/// that exchange all with all.
class AxisLayout {
 public:
  using Cost = EdgeWeight;

  /// Everything given must outlive this; nothing else may change the assignment meanwhile.
  AxisLayout(const Graph& graph, Assignment& places, const Metric& metric)
      : graph_(graph), places_(places), metric_(metric), axes_(metric.axes().size()) {
    for (std::size_t a = 0; a < axes_; ++a) add_axis(a);
    price_.assign(graph.vertices() * width_, 0);
    for (Vertex v = 0; v < graph.vertices(); ++v) {
      for (const Edge& edge : graph.row(v)) add(v, edge.weight, slot_of(edge.to));
    }
  }

  /// Returns whether the tables pay: for so many edges, and whether they fit.
  static bool suits(const Graph& graph, const Metric& metric) {
    if (!metric.sums_axes()) return false;
    std::size_t width = 0;
    for (const Metric::Axis& axis : metric.axes()) width += axis.extent;
    return edges_beside_an_edge(graph) >= kAxisTables.least_edges &&
           width * graph.vertices() <= kAxisTables.most_prices;
  }

  const Graph& graph() const { return graph_; }
  const Assignment& places() const { return places_; }
  Vertex slot_of(Vertex v) const { return places_.slot_of[v]; }
  Cost cost_of(Vertex v) const { return price(v, slot_of(v)); }  ///< of its edges

  /// Returns what the move saves. If that is at most `worthless`, returns any number up to `worthless`.
  Cost saved_by(const Move& move, Cost worthless) const {
    const auto [v, to, partner] = move;
    const Vertex from = slot_of(v);
    const Cost own = price(v, from) - price(v, to);
    if (partner == kNoVertex) return own;
    const Cost both = own + price(partner, to) - price(partner, from);  // without the edge between the two
    return both <= worthless ? both : both - 2 * weight_between(v, partner) * metric_.distance(from, to);
  }

  void make(const Move& move) {
    const Vertex from = slot_of(move.vertex);
    places_.make(move);
    move_prices(move.vertex, from, move.to);
    if (move.partner != kNoVertex) move_prices(move.partner, move.to, from);
  }

 private:
  /// Returns the mean number of edges of the vertex at the end of an edge: a few vertices with thousands of edges,
  /// which each change of a neighbour wakes, take most of a search's time.
  static std::size_t edges_beside_an_edge(const Graph& graph) {
    std::size_t sum = 0;
    for (Vertex v = 0; v < graph.vertices(); ++v) sum += graph.row(v).size() * graph.row(v).size();
    return sum / std::max<std::size_t>(graph.edges.size(), 1);
  }

  struct Table {
    std::size_t begin = 0, extent = 0;  // of the axis in a vertex's prices
    std::vector<Cost> distance;         // [from * extent + to]
  };

  void add_axis(std::size_t axis) {
    const Metric::Axis& of = metric_.axes()[axis];
    Table table{width_, of.extent, {}};
    for (std::int32_t a = 0; a < static_cast<std::int32_t>(table.extent); ++a) {
      for (std::int32_t b = 0; b < static_cast<std::int32_t>(table.extent); ++b) {
        table.distance.push_back(of.cost * std::min(std::abs(a - b), of.size - std::abs(a - b)));
      }
    }
    width_ += table.extent;
    tables_.push_back(std::move(table));
  }

  std::size_t at(Vertex slot, std::size_t axis) const {
    return static_cast<std::size_t>(metric_.coordinate(slot, axis));
  }

  Cost price(Vertex v, Vertex slot) const {
    const Cost* prices = price_.data() + v * width_;
    Cost sum = 0;
    for (std::size_t a = 0; a < axes_; ++a) sum += prices[tables_[a].begin + at(slot, a)];
    return sum;
  }

  /// Adds an edge to a neighbour on the slot to the vertex's prices.
  void add(Vertex v, EdgeWeight weight, Vertex there) {
    for (std::size_t a = 0; a < axes_; ++a) {
      const Table& table = tables_[a];
      const Cost* row = table.distance.data() + at(there, a) * table.extent;
      Cost* prices = price_.data() + v * width_ + table.begin;
      for (std::size_t c = 0; c < table.extent; ++c) prices[c] += weight * row[c];
    }
  }

  void move_prices(Vertex moved, Vertex from, Vertex to) {
    for (std::size_t a = 0; a < axes_; ++a) {
      const Table& table = tables_[a];
      const Cost *before = table.distance.data() + at(from, a) * table.extent,
                 *after = table.distance.data() + at(to, a) * table.extent;
      if (before == after) continue;
      for (const Edge& edge : graph_.row(moved)) {
        Cost* prices = price_.data() + edge.to * width_ + table.begin;
        for (std::size_t c = 0; c < table.extent; ++c) prices[c] += edge.weight * (after[c] - before[c]);
      }
    }
  }

  EdgeWeight weight_between(Vertex v, Vertex other) const {
    const auto row = graph_.row(v);
    const auto found = std::ranges::lower_bound(row, other, {}, &Edge::to);
    return found != row.end() && found->to == other ? found->weight : 0;
  }

  const Graph& graph_;
  Assignment& places_;
  const Metric& metric_;
  std::size_t axes_, width_ = 0;
  std::vector<Table> tables_;
  std::vector<Cost> price_;  // vertex after vertex: by axis and coordinate
};

}  // namespace topomorph::mapping
