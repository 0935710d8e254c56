// The mapper for topologies that are no trees: several constructions, refined, and the best of them.
#include "core/mapping/networks/network_mapper.h"

#include <algorithm>

#include "core/mapping/networks/descent.h"

namespace topomorph {

namespace {

class NetworkMapper {
 public:
  explicit NetworkMapper(const MapProblem& problem) : problem_(problem) {}

  Mapping run() {
    std::vector<Placed> candidates = constructions();
    for (Placed& placed : candidates) descend(problem_, placed);
    return problem_.to_mapping(std::min_element(candidates.begin(), candidates.end())->assignment);
  }

 private:
  std::vector<Placed> constructions() const {
    std::vector<Placed> candidates = {problem_.placed(problem_.identity())};
    if (const auto& order = problem_.options().launcher_order) {
      if (auto slots = problem_.slots_of(*order)) candidates.push_back(problem_.placed(std::move(*slots)));
    }
    return candidates;
  }

  NetworkProblem problem_;
};

}  // namespace

Mapping map_to_network(const MapProblem& problem) { return NetworkMapper(problem).run(); }

}  // namespace topomorph
