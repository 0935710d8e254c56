// The orders among which a job chooses: the one that the processes have, and one for each cost model.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/number.h"
#include "core/formats/profile/profile.h"
#include "core/mapping/local_ranks/local_ranks.h"
#include "core/mapping/problem/map_options.h"
#include "core/planning/gain.h"
#include "core/planning/job_slots.h"
#include "core/replay/platform.h"
#include "core/settings/settings.h"

namespace topomorph::decision {

struct Wish {
  double min_gain =
      parse_real(settings::get(settings::Id::MinGain).initial).value_or(0);  ///< percent below which the order is kept
  /// The call that gave the pattern ("Cart_create 12x12"), for the message; empty: the pattern was measured. With a
  /// call, edges between hosts count before everything else, and any gain is enough: no data has to move for it.
  std::string call = {};
  /// The order to use, which earlier runs have shown to be the best: the name of a cost model, or "launcher". Empty:
  /// the one with the best prediction.
  std::string order = {};
  bool explore = false;                 ///< an order of another cost model may be used instead, if it is not in `tried`
  std::vector<std::string> tried = {};  ///< orders of earlier runs
};

/// Whether the user has said what gain there must be.
inline bool gives_min_gain(const Wish& wish) { return wish.min_gain != Wish().min_gain; }

/// What orders are made of. The referenced objects must outlive it.
struct OrderProblem {
  const Affinity& affinity;
  const planning::JobSlots& job;
  const Mapping& present;              ///< the launcher's order
  const mapping::MapOptions& options;  ///< of the mapper
  const planning::Aim& aim;            ///< of the cost model that the user wants
  const Wish& wish;
  const trace::Trace* trace = nullptr;               ///< of the job, with its ranks; null: unknown
  const replay::Platform* platform = nullptr;        ///< the machine of replays; null: they are not possible
  const mapping::LocalRanks* local_ranks = nullptr;  ///< that the orders must keep; null: they may be any
};

struct CandidateOrder {
  std::string name;  ///< store::kLauncher, the cost model that it was made for, planning::StandardOrder::name, "random"
  Mapping mapping;
  std::string algorithm;      ///< that found it
  planning::Gain gain;        ///< over the launcher's order, in the terms of its model
  double seconds = 0;         ///< of the job by replay, else of the busiest link; comparable within one list
  double least = 0;           ///< seconds below which no job with this traffic is; 0: not known
  std::string standard = {};  ///< the standard order that it is, or that no prediction tells from it; empty: none
  std::optional<evaluation::CostModel> model = {};  ///< that it was made for
};

/// Returns the launcher's order, then those of the cost models that may be used: the given one alone, or several if the
/// cost is the default, all if there is a trace or the job may explore, else hop-bytes and, where routes share links,
/// bottleneck. Each is found within an equal part of the time limit. With all models the standard orders follow, and a
/// random one if there is a trace and most ranks talk to most others: it saves no bytes, but spreads the messages that
/// are under way at one time. Orders that no prediction tells from an earlier one are left out. Throws InputError.
std::vector<CandidateOrder> candidate_orders(const OrderProblem& problem);

/// Returns the aim that the order was made for. An order of no model has that of the plan.
planning::Aim aim_for(const CandidateOrder& order, const OrderProblem& problem);

/// Returns how long to search for an order of a job that spends so many seconds in MPI: a search by preset default
/// takes some tenths of a second for few roles, which a short job would notice.
mapping::Preset preset_for(double mpi_seconds);
/// Returns the same for a job that takes as long as the one of these ranks.
mapping::Preset preset_for(std::span<const formats::ProfiledRank> ranks);

}  // namespace topomorph::decision
