// Grows lattices like crystals: vertex after vertex, each where it fits the neighbours that have their points.
#include "core/mapping/grids/crystals.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

namespace {

Point sum(const Point& a, const Point& b, int sign = 1) {
  Point result{};
  for (std::size_t i = 0; i < kMostAxes; ++i) result[i] = a[i] + sign * b[i];
  return result;
}

}  // namespace

bool Crystals::grow_from(Vertex seed) {
  vertex_at_.clear();
  known_around_.clear();
  waiting_ = {};
  doubtful_.clear();
  if (!place_around(seed)) return false;
  do {
    place_certain();
  } while (guesses_++ < kLattice.guesses && place_likely());
  return true;
}

bool Crystals::place_around(Vertex seed) {
  const std::vector<Ends> axes = axes_around(seed);
  if (axes.size() != stencil_.axes) return false;
  crystals_.emplace_back();
  place(seed, {});
  for (std::size_t a = 0; a < axes.size(); ++a) {
    Point unit{};
    unit[a] = 1;
    place(axes[a].first, unit);
    unit[a] = -1;
    if (axes[a].second != axes[a].first) place(axes[a].second, unit);
  }
  return true;
}

/// Returns the ends of each axis; fewer if they cannot be told apart.
std::vector<Crystals::Ends> Crystals::axes_around(Vertex seed) const {
  std::vector<Vertex> units;
  Vertex across = kNoVertex;
  for (const Vertex v : graph_.row(seed)) {
    if (has_point(v)) continue;
    const std::size_t common = graph_.common(seed, v);
    if (common == stencil_.common_with_unit) units.push_back(v);
    if (common == stencil_.common_with_flat) across = v;
  }
  std::vector<Ends> axes = paired(units);
  if (!stencil_.is_flat) return axes;
  if (units.size() == 1) across = units.front();
  if (across != kNoVertex && units.size() <= 1) axes.emplace_back(across, across);
  return axes;
}

/// Takes pairs of opposite neighbours from the list. If one or several rings of four are left, any pairs will do: they
/// are the same graph. Takes none if a neighbour has several opposites, because edges are missing.
std::vector<Crystals::Ends> Crystals::paired(std::vector<Vertex>& units) const {
  std::vector<Ends> axes;
  std::vector<Vertex> left;
  for (const Vertex one : units) {
    Vertex opposite = kNoVertex;
    std::size_t opposites = 0;
    for (const Vertex other : units) {
      if (other == one || !are_opposite(one, other)) continue;
      opposite = other;
      ++opposites;
    }
    if (opposites > 1) return {};
    if (opposites == 0) left.push_back(one);
    if (opposites == 1 && one < opposite) axes.emplace_back(one, opposite);
  }
  units = std::move(left);
  for (; units.size() > 1; units.resize(units.size() - 2)) axes.emplace_back(units.back(), units[units.size() - 2]);
  return axes;
}

bool Crystals::are_opposite(Vertex one, Vertex other) const {
  return graph_.common(one, other) == stencil_.common_of_opposites &&
         graph_.are_joined(one, other) == stencil_.joins_two;
}

void Crystals::place(Vertex v, const Point& point) {
  vertex_at_[point] = v;
  point_of_[v] = point;
  crystal_of_[v] = static_cast<std::uint32_t>(crystals_.size() - 1);
  crystals_.back().push_back(v);
  for (const Point& step : stencil_.steps) {
    const Point there = stencil_.folded(sum(point, step));
    if (!vertex_at_.contains(there)) waiting_.push({++known_around_[there], there});
  }
}

/// Places vertices while the points with most known neighbours leave no doubt.
void Crystals::place_certain() {
  while (!waiting_.empty()) {
    const auto [known, point] = waiting_.top();
    waiting_.pop();
    if (vertex_at_.contains(point) || known != known_around_[point]) continue;
    const Choice choice = best_for(point);
    if (choice.vertex == kNoVertex) continue;
    const bool is_certain = choice.score > choice.second && 2 * static_cast<std::size_t>(choice.score) >= known &&
                            !fits_elsewhere(choice, point);
    if (is_certain) {
      place(choice.vertex, point);
    } else {
      doubtful_.push_back(point);
    }
  }
}

/// Places the likeliest vertex of the doubtful points. Where edges are missing two neighbours may change places.
bool Crystals::place_likely() {
  Choice best;
  Point at{};
  std::vector<Point> still;
  const std::size_t most = std::min(doubtful_.size(), kLattice.doubts);
  for (std::size_t i = doubtful_.size() - most; i < doubtful_.size(); ++i) {
    const Point& point = doubtful_[i];
    if (vertex_at_.contains(point)) continue;
    const Choice choice = best_for(point);
    if (choice.vertex == kNoVertex) continue;
    still.push_back(point);
    if (best.vertex == kNoVertex || choice.score > best.score) best = choice, at = point;
  }
  doubtful_ = std::move(still);
  if (best.vertex == kNoVertex) return false;
  place(best.vertex, at);
  return true;
}

/// Returns the free vertex that is joined to most of the known neighbours of the point.
Crystals::Choice Crystals::best_for(const Point& point) {
  candidates_.clear();
  for (const Point& step : stencil_.steps) {
    const auto there = vertex_at_.find(stencil_.folded(sum(point, step)));
    if (there == vertex_at_.end()) continue;
    for (const Vertex v : graph_.row(there->second)) {
      if (!has_point(v) && votes_[v]++ == 0) candidates_.push_back(v);
    }
  }
  Choice best;
  for (const Vertex v : candidates_) {
    const int votes = std::exchange(votes_[v], 0);
    if (votes <= best.second) continue;  // strangers only lower the score
    const int score = votes - strangers(v, point);
    if (score > best.score) {
      best = {v, score, best.score};
    } else {
      best.second = std::max(best.second, score);
    }
  }
  return best;
}

/// Returns whether the vertex fits another free point nearby as well; farther ones are across a periodic axis. Takes
/// long, so it trusts high scores.
bool Crystals::fits_elsewhere(const Choice& choice, const Point& point) const {
  if (2 * static_cast<std::size_t>(choice.score) > stencil_.steps.size()) return false;
  std::vector<std::pair<Point, int>> votes;
  for (const Vertex neighbour : graph_.row(choice.vertex)) {
    if (!is_growing(neighbour)) continue;
    for (const Point& step : stencil_.steps) {
      const Point there = stencil_.folded(sum(point_of_[neighbour], step));
      if (there == point || !near(sum(there, point, -1)) || vertex_at_.contains(there)) continue;
      const auto vote = std::find_if(votes.begin(), votes.end(), [&](const auto& each) { return each.first == there; });
      vote == votes.end() ? votes.emplace_back(there, 1), void() : void(++vote->second);
    }
  }
  return std::any_of(votes.begin(), votes.end(), [&](const auto& vote) {
    return vote.second >= choice.score && vote.second - strangers(choice.vertex, vote.first) >= choice.score;
  });
}

/// Returns whether a step leads no farther than two neighbours do.
bool Crystals::near(const Point& step) const {
  return std::all_of(step.begin(), step.end(), [this](auto along) { return std::abs(along) <= 2 * stencil_.reach; });
}

/// Returns how many neighbours of the vertex are near the point, but are none of its neighbours. Those far away do not
/// count: they are across a periodic axis, or joined by other traffic.
int Crystals::strangers(Vertex v, const Point& point) const {
  int count = 0;
  for (const Vertex neighbour : graph_.row(v)) {
    if (!is_growing(neighbour)) continue;
    const Point step = stencil_.folded(sum(point_of_[neighbour], point, -1));
    count += near(step) && !stencil_.has(step) ? 1 : 0;
  }
  return count;
}

}  // namespace topomorph::mapping
