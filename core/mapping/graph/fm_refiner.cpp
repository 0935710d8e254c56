// Refinement of a bisection by [Fiduccia 1982].
#include <algorithm>
#include <cstdlib>

#include "core/mapping/graph/bisection.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

namespace {

/// Returns the number of moves without a new best after which a pass stops.
std::size_t patience_for(const Graph& graph) {
  return std::min<std::size_t>(kBisection.most_patience,
                               kBisection.least_patience + graph.vertices() / kBisection.patience_divisor);
}

/// Tells when the moves since the best state are unlikely to lead below it again: the rule of [Osipov 2010] for a
/// random walk with the observed mean and variance.
class Outlook {
 public:
  void add(EdgeWeight loss) {
    const auto value = static_cast<double>(loss);
    ++count_, sum_ += value, squares_ += value * value;
  }
  bool should_stop() const {
    const double mean = sum_ / count_, variance = squares_ / count_ - mean * mean;
    return count_ > kBisection.outlook_moves && sum_ > 0 && sum_ * mean > kBisection.outlook_alpha * variance;
  }

 private:
  double count_ = 0, sum_ = 0, squares_ = 0;
};

}  // namespace

/// The best state of a pass: balance counts first, then the cut.
struct FmRefiner::Best {
  std::int64_t excess = 0;  // by how much the sizes miss the tolerance
  EdgeWeight cut = 0;
  std::int64_t deviation = 0;

  bool operator<(const Best& other) const {
    if (excess != other.excess) return excess < other.excess;
    if (cut != other.cut) return cut < other.cut;
    return deviation < other.deviation;
  }
};

void FmRefiner::refine(const Graph& graph, Bisection& bisection, std::int64_t target0, std::int64_t tolerance,
                       int passes) {
  target0_ = target0;
  tolerance_ = tolerance;
  const std::int64_t largest = *std::max_element(graph.size.begin(), graph.size.end());
  slack_ = std::max<std::int64_t>(tolerance, largest);
  weigh(graph, bisection);
  while (passes-- > 0 && pass(graph, bisection)) {
  }
}

void FmRefiner::weigh(const Graph& graph, const Bisection& bisection) {
  const auto& side = bisection.side;
  pull_.resize(graph.vertices());
  listed_.assign(graph.vertices(), 0);
  locked_.assign(graph.vertices(), 0);
  boundary_.clear();
  moved_.clear();
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    Pull pull;
    for (const Edge& edge : graph.row(v)) (side[edge.to] != side[v] ? pull.out : pull.in) += edge.weight;
    if (!graph.pull.empty() && graph.pull[v] != 0) {
      ((graph.pull[v] > 0) == (side[v] == 0) ? pull.in : pull.out) += std::abs(graph.pull[v]);
    }
    pull_[v] = pull;
    if (pull.out > 0) list(v);
  }
}

void FmRefiner::list(Vertex v) {
  if (listed_[v]) return;
  listed_[v] = 1;
  boundary_.push_back(v);
}

void FmRefiner::wait(Vertex v, std::uint8_t side) { heap_[side].push(v, pull_[v].gain()); }

void FmRefiner::start(const Graph& graph, const Bisection& bisection) {
  for (GainHeap& heap : heap_) heap.reset(graph.vertices());
  std::erase_if(boundary_, [&](Vertex v) {
    listed_[v] = pull_[v].out > 0;
    if (listed_[v]) wait(v, bisection.side[v]);
    return !listed_[v];
  });
  for (const Vertex v : moved_) locked_[v] = 0;
  moved_.clear();
}

/// Makes all vertices of a side wait, for sizes that the boundary alone cannot repair.
void FmRefiner::let_all_wait(const Bisection& bisection, std::uint8_t side) {
  for (Vertex v = 0; v < bisection.side.size(); ++v) {
    if (bisection.side[v] == side && !locked_[v] && !heap_[side].contains(v)) wait(v, side);
  }
}

/// Returns the side to move from: the side that is too large by the slack (by more than the tolerance, while no
/// balanced state was seen), else the side with the larger gain.
int FmRefiner::choose_side(std::int64_t deviation, bool balanced_before) const {
  const std::int64_t limit = balanced_before ? slack_ - 1 : tolerance_;
  int side = 0;
  if (deviation > limit) {
    side = 0;
  } else if (deviation < -limit) {
    side = 1;
  } else if (heap_[0].empty() || heap_[1].empty()) {
    side = heap_[0].empty() ? 1 : 0;
  } else if (heap_[0].top_gain() != heap_[1].top_gain()) {
    side = heap_[0].top_gain() > heap_[1].top_gain() ? 0 : 1;
  } else {
    side = deviation > 0 ? 0 : 1;
  }
  return side;
}

/// Returns the side to move from if it has movable vertices; else -1.
int FmRefiner::next_side(const Bisection& bisection, bool balanced_before) {
  const int side = choose_side(bisection.size0 - target0_, balanced_before);
  if (heap_[side].empty() && !balanced_before) let_all_wait(bisection, static_cast<std::uint8_t>(side));
  return heap_[side].empty() ? -1 : side;
}

/// Moves v to the other side. In a pass, its neighbours wait to be moved from now on.
void FmRefiner::change_side(const Graph& graph, Bisection& bisection, Vertex v, bool in_pass) {
  auto& side = bisection.side;
  const std::uint8_t from = side[v];
  bisection.cut -= pull_[v].gain();
  bisection.size0 += from == 0 ? -graph.size[v] : graph.size[v];
  side[v] = static_cast<std::uint8_t>(1 - from);
  std::swap(pull_[v].in, pull_[v].out);
  list(v);
  for (const Edge& edge : graph.row(v)) {
    Pull& pull = pull_[edge.to];
    const EdgeWeight change = side[edge.to] == from ? edge.weight : -edge.weight;
    pull.out += change;
    pull.in -= change;
    if (change > 0) list(edge.to);
    if (!in_pass || locked_[edge.to]) continue;
    GainHeap& heap = heap_[side[edge.to]];
    if (heap.contains(edge.to)) {
      heap.add(edge.to, 2 * change);
    } else {
      wait(edge.to, side[edge.to]);
    }
  }
}

bool FmRefiner::pass(const Graph& graph, Bisection& bisection) {
  start(graph, bisection);
  const auto state = [&] {
    const std::int64_t deviation = std::abs(bisection.size0 - target0_);
    return Best{std::max<std::int64_t>(deviation - tolerance_, 0), bisection.cut, deviation};
  };
  const Best first = state();
  Best best = first;
  std::size_t kept = 0;
  const std::size_t patience = patience_for(graph);
  Outlook outlook;
  while (best.excess > 0 || (moved_.size() - kept < patience && !outlook.should_stop())) {
    const EdgeWeight before = bisection.cut;
    const int side = next_side(bisection, best.excess == 0);
    if (side < 0) break;
    const Vertex v = heap_[side].top();
    heap_[side].remove(v);
    locked_[v] = 1;
    moved_.push_back(v);
    change_side(graph, bisection, v, true);
    outlook.add(bisection.cut - before);
    if (const Best now = state(); now < best) {
      outlook = {};
      best = now;
      kept = moved_.size();
    }
  }
  for (std::size_t i = moved_.size(); i-- > kept;) change_side(graph, bisection, moved_[i], false);
  return best < first;
}

}  // namespace topomorph::mapping
