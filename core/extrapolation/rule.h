// Rules that say which ranks of a grid communicate: steps, groups, trees, hypercubes and others.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/extrapolation/rank_grid.h"

namespace topomorph::extrapolation {

enum class RuleKind {
  Step,           ///< with the rank so many cells further along the axes: stencils, wavefronts, multipartitions
  Mirror,         ///< with the mirror image across the diagonal of a square, or of 1:2, where neighbours move together
  AllPairs,       ///< each of a group with each other: alltoall
  Root,           ///< each of a group with its first: gatherv, scatterv, a master
  Doubling,       ///< numbers in the group that differ in one bit: recursive doubling and halving, hypercubes
  LowTree,        ///< binomial tree, parent without the lowest bit (MPICH)
  HighTree,       ///< binomial tree, parent without the highest bit (Open MPI)
  Dissemination,  ///< numbers 1, 2, 4, … further round the group: Bruck's algorithms
  Ring,           ///< the next in the group, the last with the first: allgather
  Chain           ///< the next in the group: scan
};

/// A rule is independent of the extents, so that it can be applied to a grid of another size.
struct Rule {
  RuleKind kind = RuleKind::Step;
  std::vector<std::int64_t> step = {};  ///< Step: cells along each axis
  std::vector<bool> wraps = {};         ///< Step: axes that are closed to rings
  std::vector<bool> axes = {};  ///< groups: the axes along which the members of a group lie; they are numbered by rank

  bool operator==(const Rule&) const = default;
};

/// Takes one pair: who sends, who receives, and the level of the pair: the bit of Doubling, trees and Dissemination in
/// which the numbers differ; 0 for other rules. Returns whether to go on to the next pair.
using VisitPair = std::function<bool(Role from, Role to, std::size_t level)>;

/// Calls `visit` for each pair of the rule, once for both directions, until it returns false. A step that goes halfway
/// round its axes visits each pair from both ends: both ranks send to each other twice.
void for_each_pair(const Rule& rule, const RankGrid& grid, const VisitPair& visit);

/// Returns whether the rule is a step that is its own opposite, as round an axis of two ranks.
bool is_halfway(const Rule& rule, const RankGrid& grid);

/// Returns the members of the groups along these axes, a group after the other, each in ascending order.
std::vector<std::vector<Role>> groups_along(const std::vector<bool>& axes, const RankGrid& grid);

/// Returns the number of members of a rule's group; all ranks for rules without groups.
std::uint64_t group_size(const Rule& rule, const RankGrid& grid);

/// Returns how many pairs for_each_pair() visits, without a visit. The rule fits the grid.
std::uint64_t pairs_of(const Rule& rule, const RankGrid& grid);

/// Returns how many levels the rule has.
std::size_t levels_of(const Rule& rule, const RankGrid& grid);

/// Returns whether the rule has a meaning on this grid: a mirror needs a square or 1:2, doubling a power of two.
bool fits(const Rule& rule, const Extents& extents, Numbering numbering);

/// Returns "step (0,1) wrapped", "all pairs in groups of 8 along axis 2".
std::string text_of(const Rule& rule, const RankGrid& grid);

}  // namespace topomorph::extrapolation
