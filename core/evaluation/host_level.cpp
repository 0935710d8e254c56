// The level of a tree whose nodes are hosts, for callers whose result would be wrong with another one.
#include "core/evaluation/host_level.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/evaluation/cost_model.h"
#include "core/topology/shapes/short_forms.h"

namespace topomorph::evaluation {

bool has_unknown_hosts(const TreeTopology& tree) {
  return tree.level(tree.levels()).name == topology::kUnnamedLevels && tree.level(host_level_of(tree)).name != "host";
}

std::size_t known_host_level_of(const TreeTopology& tree) {
  if (!has_unknown_hosts(tree)) return host_level_of(tree);
  throw InputError(
      fmt::format("found a {} that does not say which nodes are the hosts, expected the word host before the levels "
                  "inside a host, as in tleaf:4,180,24,90,host,2,9,6,1, or NETWORK+MACHINE (+tree:1: every slot is a "
                  "host)",
                  tree.describe()));
}

}  // namespace topomorph::evaluation
