// Refinement of a bisection after Fiduccia and Mattheyses.
#include <algorithm>
#include <cstdlib>

#include "core/mapping/bisection.h"

namespace topomorph {

namespace {

/// Moves without a new best after which a pass gives up: deep enough to climb a hill, far from the whole graph.
constexpr std::size_t kPatience = 150;

EdgeWeight gain_of_moving(const Graph& graph, const std::vector<std::uint8_t>& side, Vertex v) {
  EdgeWeight gain = 0;
  for (const Edge& edge : graph.row(v)) gain += side[edge.to] != side[v] ? edge.weight : -edge.weight;
  return gain;
}

}  // namespace

/// The best state of a pass: balance first, then the cut.
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
  while (passes-- > 0 && pass(graph, bisection)) {
  }
}

void FmRefiner::start(const Graph& graph, const Bisection& bisection) {
  for (GainHeap& heap : heap_) heap.reset(graph.vertices());
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    heap_[bisection.side[v]].push(v, gain_of_moving(graph, bisection.side, v));
  }
  moved_.clear();
}

/// From which side to move next: the one that is too large beyond the slack (or at all, while no balanced state was
/// seen), else the one with the larger gain.
int FmRefiner::choose_side(std::int64_t deviation, bool balanced_before) const {
  const std::int64_t limit = balanced_before ? slack_ : tolerance_;
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
  return heap_[side].empty() ? -1 : side;
}

/// `v` is on top of its heap; it stays where it goes for the rest of the pass.
void FmRefiner::move(const Graph& graph, Bisection& bisection, Vertex v) {
  auto& side = bisection.side;
  const int from = side[v];
  bisection.cut -= heap_[from].top_gain();
  heap_[from].remove(v);
  side[v] = static_cast<std::uint8_t>(1 - from);
  bisection.size0 += from == 0 ? -graph.size[v] : graph.size[v];
  for (const Edge& edge : graph.row(v)) {
    GainHeap& heap = heap_[side[edge.to]];
    if (heap.contains(edge.to)) heap.add(edge.to, side[edge.to] == from ? 2 * edge.weight : -2 * edge.weight);
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
  while (moved_.size() - kept < kPatience || best.excess > 0) {
    const int side = choose_side(bisection.size0 - target0_, best.excess == 0);
    if (side < 0) break;
    const Vertex v = heap_[side].top();
    move(graph, bisection, v);
    moved_.push_back(v);
    if (const Best now = state(); now < best) {
      best = now;
      kept = moved_.size();
    }
  }
  for (std::size_t i = moved_.size(); i-- > kept;) {
    const Vertex v = moved_[i];
    bisection.size0 += bisection.side[v] == 0 ? -graph.size[v] : graph.size[v];
    bisection.side[v] ^= 1;
  }
  bisection.cut = best.cut;
  return best < first;
}

}  // namespace topomorph
