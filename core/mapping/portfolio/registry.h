// The table of mapping algorithms.
#pragma once

#include <span>
#include <string_view>

#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

struct RegisteredAlgorithm {
  Algorithm about;
  Mapping (*run)(const Problem& problem);
  bool needs_tree = false;
  bool chooses_slots = false;  ///< may find more on some slots of a tree than on all
  bool needs_grid = false;     ///< the options' grid; with one, "auto" tries these too
  bool verbatim = false;       ///< the user wants just this order: other candidates do not replace it
  bool shares = false;         ///< puts several roles on a slot, and minds their loads as far as published
  bool has_parameter = false;  ///< may be asked for as NAME:PARAMETER; it reads that from the problem
  /// Of a second name that command lines of users have: the parameter that the name stands for.
  std::string_view parameter = {};
};

/// Returns the parameter behind the algorithm's name in the options ("scbnh" of "lama:scbnh"), or the one that the name
/// stands for; empty without.
std::string_view parameter_of(const MapOptions& options);

/// The public name of map_within_limits(), which is what "auto" runs on trees with limits (several roles on a slot,
/// loads, speeds, confinement). Not in the table: without limits there is no such algorithm.
inline constexpr std::string_view kCapacitatedAlgorithm = "blocks";

/// Returns all algorithms; a new one is a row of this table.
std::span<const RegisteredAlgorithm> registered_algorithms();

/// Returns the algorithm with this name, with or without a parameter; null for "auto" and unknown names.
const RegisteredAlgorithm* registered_algorithm(std::string_view name);

bool is_verbatim(const MapOptions& options);

/// Returns whether preset best does more than preset default; it does not for verbatim algorithms.
bool goes_beyond_default(const MapOptions& options);

/// Returns the algorithm that the options name, or that "auto" begins with. Throws InputError for unknown names, and if
/// the algorithm needs a tree and there is none.
const RegisteredAlgorithm& algorithm_for(const MapOptions& options, bool on_tree);

}  // namespace topomorph::mapping
