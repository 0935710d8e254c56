// Improvement of a mapping that keeps local ranks, by exchanges of two roles between hosts.
#pragma once

#include <vector>

#include "core/base/deadline.h"
#include "core/evaluation/cost_terms.h"
#include "core/mapping/graph/graph.h"
#include "core/mapping/local_ranks/local_ranks.h"

namespace topomorph::mapping {

/// Exchanges two roles of different hosts, deals the roles of both hosts anew, and keeps the exchange if volume x
/// distance falls. So the cost is that of the dealt mapping, not that of a mapping whose local ranks are wrong. All
/// referenced objects must outlive it.
class HostExchanges {
 public:
  HostExchanges(const evaluation::CostTerms& terms, const LocalRanks& local_ranks, const MapOptions& options,
                const Deadline& deadline);

  /// `mapping` keeps local ranks, before and after. With few roles it ends where no exchange of two roles helps; with
  /// many it tries exchanges with the hosts of neighbours only. The same seed gives the same result, unless the
  /// deadline cuts the search short.
  void improve(Mapping& mapping) const;
  /// Does it again after some exchanges at random, several times, from an improved mapping of few roles: a descent ends
  /// in a local optimum. Keeps the best.
  void improve_by_restarts(Mapping& mapping) const;

 private:
  class State;
  struct Dealt;
  struct Distance;

  bool has_few_roles() const;
  bool improve_once(State& state, std::uint64_t most_work) const;
  void descend(State& state) const;
  bool improve_role(State& state, Role role, std::uint64_t most_work) const;

  const evaluation::CostTerms& terms_;
  const LocalRanks& local_ranks_;
  const MapOptions& options_;
  const Deadline& deadline_;
  Graph graph_;
  std::vector<std::uint64_t> entries_;  // by role: entries of the affinity in both directions, the unit of work
  std::vector<char> pinned_;            // by role
};

}  // namespace topomorph::mapping
