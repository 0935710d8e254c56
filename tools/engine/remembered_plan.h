// The plans that the store remembers: what makes two jobs one problem, and which plans are worth a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/deadline.h"
#include "core/formats/profile/profile_file.h"
#include "core/planning/gain.h"
#include "core/planning/job_slots.h"
#include "core/store/plans.h"
#include "tools/engine/plan_request.h"
#include "tools/engine/verbs.h"

namespace topomorph::engine {

/// The memory for one problem: a profile, the shape of the places, the costs of the network and the options. Hosts have
/// no names in it, so another job's hosts serve as well. Files that the user names, topologies and costs, may change
/// behind their names: with them, nothing is remembered.
class PlanMemory {
 public:
  /// Throws InputError for a file that is no profile.
  PlanMemory(const PlanRequest& request, const PlanOptions& options, const formats::ProfileFile& profile,
             const planning::JobSlots& job, const planning::Aim& aim);

  /// Returns the plan of an earlier job for this problem.
  std::optional<store::StoredPlan> find() const;
  /// Keeps a plan for later jobs if finding it has taken longer than finding it again. A store that cannot be written
  /// is no failure: later jobs plan again.
  void keep(const store::StoredPlan& plan) const;

 private:
  std::string digest_;  // empty: nothing is remembered
  std::uint64_t ranks_ = 0;
  Deadline worth_a_file_;  // passes when the plan has taken long enough
};

}  // namespace topomorph::engine
