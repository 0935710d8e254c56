// The plans of earlier jobs: a small file in the store for each profile, shape of places and set of options.
//
//   STORE/plans/0123456789abcdef.plan    the new ranks and what was said of them
//
// A file appears whole, by renaming. The newest ones stay.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/store/kept_folder.h"
#include "core/wire/frame_io.h"

namespace topomorph::store {

inline constexpr std::size_t kMostPlans = 64;  ///< of a store; the oldest goes first

/// What was found for a problem.
struct StoredPlan {
  std::vector<std::uint64_t> new_ranks;  ///< of each process
  wire::KeyValues summary;               ///< as `plan` answers it
};

/// Returns the plan for a problem of this digest. Nothing: it is not there, damaged, not a permutation of `ranks`, or
/// cannot be read; or the store is one that the caller could not write to, because of its owner, rights or format.
std::optional<StoredPlan> find_plan(const Location& store, const std::string& digest, std::uint64_t ranks);

/// Keeps a plan, and drops the oldest files above kMostPlans. One that is too large for a small file of the store, of
/// more than about 150 000 ranks, is not kept. Throws InputError.
void add_plan(const Location& store, const std::string& digest, const StoredPlan& plan);

/// Removes all. Returns the number of files that are gone. Throws InputError.
std::size_t forget_plans(const Location& store);

}  // namespace topomorph::store
