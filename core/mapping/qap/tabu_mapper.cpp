// The mapper for few roles on any topology: tabu search on the quadratic assignment problem.
#include "core/mapping/qap/tabu_mapper.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/mapping/presets.h"
#include "core/mapping/qap/dense_window.h"
#include "core/mapping/qap/population.h"

namespace topomorph::mapping {

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
