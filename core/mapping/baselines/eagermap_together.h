// EagerMap by several processes at once: the distributed version that [Cruz 2019, section 6] leaves as future work.
#pragma once

#include <functional>
#include <vector>

#include "core/mapping/baselines/next_member.h"
#include "core/model/mapping.h"
#include "core/model/tree.h"

namespace topomorph::mapping {

/// What two groups exchange.
struct GroupEdge {
  Vertex from = 0, to = 0;
  EdgeWeight weight = 0;
};

/// The processes that compute a mapping together, as one of them sees them. All of them call these functions in the
/// same order; each call waits for all.
struct Partners {
  ElementRange own;  ///< the roles whose edges this process has; each role belongs to one process
  std::function<NextMember(const NextMember&)> best;                            ///< returns the better() one of all
  std::function<std::vector<GroupEdge>(const std::vector<GroupEdge>&)> gather;  ///< returns the lists of all, joined
};

/// Returns the edges that lead to roles of this range, in the rows of their other ends. A process that has the rows of
/// its own roles has these edges, because each edge is in the rows of both ends.
Graph edges_toward(const Graph& graph, ElementRange own);

/// Returns the mapping of map_by_eagermap() on a regular tree without loads, on every process. Each step chooses among
/// the own roles (by algorithm 8's scan, or by the heap) and takes the best choice of all processes; so there is one
/// reduction a role. The groups' graph is gathered, and the levels above are cheap: every process computes them.
/// `toward_own` is edges_toward() of this process's roles.
Mapping map_by_eagermap_together(const Graph& toward_own, const TreeTopology& tree, const Partners& partners,
                                 bool scan);

}  // namespace topomorph::mapping
