// A mapping problem on any topology, cut down to the slots that are looked at, in the terms of the algorithms here.
#pragma once

#include <optional>
#include <vector>

#include "core/mapping/networks/assignment.h"
#include "core/mapping/networks/metric.h"
#include "core/mapping/registry.h"

namespace topomorph {

/// An assignment and what it costs, scaled.
struct Placed {
  Assignment assignment;
  EdgeWeight cost = 0;
  bool operator<(const Placed& other) const { return cost < other.cost; }
};

/// Vertices are the roles; slots are all slots, or, where there are many more than roles, those of a compact region.
class NetworkProblem {
 public:
  explicit NetworkProblem(const MapProblem& problem);

  const MapProblem& problem() const { return problem_; }
  const MapOptions& options() const { return problem_.options; }
  const Deadline& deadline() const { return problem_.deadline; }
  const Metric& metric() const { return metric_; }
  const Graph& graph() const { return graph_; }
  const std::vector<char>& fixed() const { return fixed_; }  ///< per role: whether it is pinned
  std::size_t roles() const { return graph_.vertices(); }
  std::size_t slots() const { return metric_.slots(); }

  /// Role i on the i-th of the slots that are looked at.
  std::vector<Vertex> identity() const;
  /// Nothing where the mapping uses slots that are not looked at.
  std::optional<std::vector<Vertex>> slots_of(const Mapping& mapping) const;
  Mapping to_mapping(const Assignment& assignment) const;
  /// Puts the pinned roles to their slots first.
  Placed placed(std::vector<Vertex> slots_of_roles) const;
  EdgeWeight cost_of(const std::vector<Vertex>& slot_of) const;

 private:
  std::optional<Vertex> number_of(Slot slot) const;

  const MapProblem& problem_;
  Metric metric_;
  Graph graph_;
  std::vector<char> fixed_;
  std::vector<std::pair<Vertex, Vertex>> pins_;  // role, slot
};

}  // namespace topomorph
