// Constructors and refiners as functions, and what passes between them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/mapping/problem/presets.h"
#include "core/mapping/search/instance.h"

namespace topomorph::mapping {

/// The input of constructors and refiners, which read their parameters from the plan.
struct Search {
  const Instance& instance;
  const SearchPlan& plan;
  Workers& workers;

  const MapOptions& options() const { return instance.options(); }
  bool is_over() const { return instance.deadline().passed(); }
};

/// The result of a constructor.
struct Construction {
  enum class Quality {
    Ordinary,
    Good,     ///< refinement makes it as good as others: constructions that take long are left out
    Tight,    ///< hardly anything is better: neither these nor long refinements run
    Optimal,  ///< nothing is better: the search ends
  };
  std::vector<Vertex> slot_of;
  Quality quality = Quality::Ordinary;
};

/// Makes an assignment from nothing. Returns the `number`-th of its kind, each with other random numbers, or nothing if
/// the construction does not suit the instance. The result depends on the seed of the options, not on the number of
/// workers.
using Constructor = std::optional<Construction> (*)(const Search& search, std::uint64_t number);

/// The candidates of a search.
struct Pool {
  std::vector<Candidate> candidates;
  bool is_good = false, is_tight = false;  ///< see Construction::Quality
  EdgeWeight lower_bound = 0;              ///< no assignment costs less

  Candidate& best() { return candidates.front(); }  ///< after sort()
  /// Puts the cheapest first; keeps the order of equal ones.
  void sort() { std::stable_sort(candidates.begin(), candidates.end()); }
};

/// Improves candidates. Never makes the cheapest worse, and puts it first in the pool.
using Refiner = void (*)(const Search& search, Pool& pool);

}  // namespace topomorph::mapping
