// The paper's algorithm as figure 1 has it, over hwloc's own objects: it shares no code with the layouts it checks.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/topology/sources/hwloc/machine.h"

struct hwloc_obj;

namespace topomorph::testing {

/// One letter of table I, as a user writes it.
using Letter = std::string;

/// Host, and the operating system's number of the first processing unit of a place.
using PuOfHost = std::pair<std::uint32_t, std::uint32_t>;

/// Maps ranks by nested loops over the maximal tree [Hursey 2011, figure 1]. Levels nest as in table I from n to h; the
/// machines must nest so too. Each host is pruned before the union, as in Open MPI's LAMA (rmaps_lama_max_tree.c). The
/// text of section IV-B prunes the union, which numbers the places of unequal hosts differently.
class Figure1 {
 public:
  explicit Figure1(std::vector<const topology::Machine*> hosts) : hosts_(std::move(hosts)) {}

  /// Own iteration orders of levels; others are visited from 0 on (line 13).
  std::map<Letter, std::vector<std::uint32_t>> visits;
  /// The most ranks on each object of a level.
  std::map<Letter, std::uint64_t> limits;

  /// Returns the places of so many ranks, or of one round over all places. Needs at least one place.
  std::vector<PuOfHost> map(const std::vector<Letter>& layout, std::uint64_t max_rank);
  std::vector<PuOfHost> one_round(const std::vector<Letter>& layout);
  /// Width of a level of layout() in the maximal tree.
  std::uint32_t width(const Letter& letter) const { return width_.at(letter); }

 private:
  void start(const std::vector<Letter>& layout, std::uint64_t max_rank);
  void widen(const topology::Machine& machine, hwloc_obj* object, std::size_t level);
  const std::vector<hwloc_obj*>& inside(hwloc_obj* object, const Letter& letter);
  void inner_loop(std::size_t level);
  bool map_here();

  std::vector<const topology::Machine*> hosts_;
  std::vector<Letter> layout_, nested_;  // nested_: without n
  std::map<Letter, std::uint32_t> width_, index_;
  std::map<std::pair<Letter, std::pair<std::uint32_t, const void*>>, std::uint64_t> ranks_on_;
  std::map<std::pair<hwloc_obj*, Letter>, std::vector<hwloc_obj*>> inside_;
  std::uint64_t max_rank_ = 0;
  std::vector<PuOfHost> mapped_;
};

}  // namespace topomorph::testing
