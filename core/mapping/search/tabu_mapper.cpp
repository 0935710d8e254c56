// The mapper for few roles on any topology: memetic and tabu search on the quadratic assignment problem.
#include "core/mapping/search/tabu_mapper.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/mapping/problem/presets.h"
#include "core/mapping/search/dense_problem.h"

namespace topomorph::mapping {
namespace {

/// A layout of which some slots are decided.
class Offspring {
 public:
  explicit Offspring(const DenseProblem& problem)
      : problem_(problem), slot_of_(problem.size, kNoVertex), taken_(problem.size, 0) {}

  bool has(Vertex v) const { return slot_of_[v] != kNoVertex; }
  bool put(Vertex v, Vertex slot) {
    if (taken_[slot]) return false;
    taken_[slot] = 1;
    slot_of_[v] = slot;
    return true;
  }
  /// Gives the vertices without a slot the remaining slots, in this order.
  void fill(const std::vector<Vertex>& slots) {
    Vertex v = 0;
    for (const Vertex slot : slots) {
      while (v < problem_.size && has(v)) ++v;
      if (v < problem_.size) put(v, slot);
    }
  }
  DenseLayout layout() const { return {slot_of_, problem_.cost_of(slot_of_)}; }

 private:
  const DenseProblem& problem_;
  std::vector<Vertex> slot_of_;
  std::vector<char> taken_;
};

class Population {
 public:
  Population(const DenseProblem& problem, const DenseSearch& how, Workers& workers)
      : problem_(problem), team_(problem, how, workers), run_length_(kQap.iterations_per_vertex * problem.movable) {}

  DenseLayout run(std::vector<DenseLayout> starts) {
    std::stable_sort(starts.begin(), starts.end());
    members_ = std::move(starts);
    const std::uint64_t room = std::min<std::uint64_t>(team_.iterations_left() / (2 * run_length_), kQap.members);
    members_.resize(std::clamp<std::size_t>(room, 1, members_.size()));
    if (room < 2) {
      team_.improve(members_, team_.iterations_left());
      return members_.front();
    }
    begin_age(members_.size(), room);
    for (std::size_t vain = 0; !is_over() && vain < kQap.ages_without_gain;) {
      const std::int64_t before = best().cost;
      live();
      if (problem_.columns <= kQap.few_vertices) vain = best().cost < before ? 0 : vain + 1;
      std::iter_swap(members_.begin(), std::min_element(members_.begin(), members_.end()));
      if (!is_over()) begin_age(1, members_.size());
    }
    return best();
  }

 private:
  const DenseLayout& best() const { return *std::min_element(members_.begin(), members_.end()); }
  bool is_over() const { return team_.is_over(best()); }

  /// Keeps the first `kept` members, shuffles new ones, and improves all.
  void begin_age(std::size_t kept, std::size_t members) {
    members_.resize(kept);
    while (members_.size() < members) members_.push_back(shuffled(members_.front()));
    team_.improve(members_, run_length_);
  }

  /// Makes generations until kQap.generations_without_gain bring no better layout.
  void live() {
    for (std::size_t vain = 0; vain < kQap.generations_without_gain && !is_over(); ++vain) {
      const std::int64_t before = best().cost;
      std::vector<DenseLayout> children;
      for (std::size_t i = 0; i < kQap.children; ++i) children.push_back(child());
      team_.improve(children, run_length_);
      for (DenseLayout& next : children) adopt(std::move(next));
      if (best().cost < before) vain = 0;
    }
  }

  /// Replaces the worst member, unless a member equals the child.
  void adopt(DenseLayout child) {
    const auto same = [&](const DenseLayout& member) {
      return member.cost == child.cost && member.slot_of == child.slot_of;
    };
    const auto worst = std::max_element(members_.begin(), members_.end());
    if (child.cost <= worst->cost && std::none_of(members_.begin(), members_.end(), same)) *worst = std::move(child);
  }

  DenseLayout shuffled(const DenseLayout& layout) {
    DenseLayout result = layout;
    Random random = team_.random();
    const auto order = random.permutation<Vertex>(problem_.movable);
    for (Vertex v = 0; v < problem_.movable; ++v) result.slot_of[v] = layout.slot_of[order[v]];
    result.cost = problem_.cost_of(result.slot_of);
    return result;
  }

  DenseLayout child() {
    Random random = team_.random();
    const std::size_t first = random.below(members_.size()), step = 1 + random.below(members_.size() - 1);
    const auto& one = members_[first].slot_of;
    const auto& other = members_[(first + step) % members_.size()].slot_of;
    Offspring child(problem_);
    for (Vertex v = 0; v < problem_.size; ++v) {
      if (v >= problem_.columns || (v < problem_.movable && one[v] == other[v])) child.put(v, one[v]);
    }
    for (const Vertex v : random.permutation<Vertex>(problem_.movable)) {
      if (child.has(v)) continue;
      const bool swapped = random.below(2) != 0;
      if (!child.put(v, (swapped ? other : one)[v])) child.put(v, (swapped ? one : other)[v]);
    }
    child.fill(one);  // its first slots are those of vertices with edges
    return child.layout();
  }

  const DenseProblem& problem_;
  SearchTeam team_;
  std::uint64_t run_length_;
  std::vector<DenseLayout> members_;
};

}  // namespace

DenseLayout search(const DenseProblem& problem, std::vector<DenseLayout> starts, const DenseSearch& how,
                   Workers& workers) {
  return Population(problem, how, workers).run(std::move(starts));
}

Mapping improve_by_tabu_search(const Problem& problem, std::span<const Mapping> starts) {
  const int windows = problem.topology.slots() <= kQap.most_roles ? 1 : kQap.windows;
  Mapping best = starts.front();
  for (int i = 0; i < windows && !problem.deadline.passed(); ++i) {
    const DenseWindow window(problem, best);
    if (window.dense().movable == 0) break;
    std::vector<DenseLayout> layouts = {*window.layout_of(best)};
    for (const Mapping& start : starts) {
      auto layout = start == best ? std::nullopt : window.layout_of(start);
      if (layout) layouts.push_back(std::move(*layout));
    }
    const DenseSearch how{seconds_of_tabu_search(problem.options) / windows,
                          problem.options.seed + static_cast<unsigned>(i), window.lower_bound(), problem.deadline};
    best = window.to_mapping(search(window.dense(), std::move(layouts), how, problem.workers));
  }
  return best;
}

Mapping map_by_tabu_search(const Problem& problem) {
  if (!problem.has_few_roles()) {
    throw InputError(fmt::format("the algorithm \"tabu\" takes {} roles at most, found {}", kQap.most_roles,
                                 problem.affinity.roles()));
  }
  Mapping identity = identity_mapping(problem.roles());
  put_pinned(problem.options.pinned, identity);
  return improve_by_tabu_search(problem, {&identity, 1});
}

}  // namespace topomorph::mapping
