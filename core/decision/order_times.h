// What is predicted of orders: the time of the busiest link, and of the job by replay.
#pragma once

#include <vector>

#include "core/decision/candidate_orders.h"

namespace topomorph::decision {

/// The part of the search's time limit that replays may take.
inline constexpr double kReplayPart = 0.5;

/// Sets the seconds of the busiest link, with a measured network also those of the busiest process.
void set_static_times(const OrderProblem& problem, CandidateOrder& order);

/// Replaces the predicted times by those of the job. Else the job goes on with the prediction of the busiest link, as
/// it does where the trace has too little of the job, and where the network is not known: assumed costs tell how orders
/// compare, and nothing about seconds.
void replay_all(const OrderProblem& problem, std::vector<CandidateOrder>& candidates);

}  // namespace topomorph::decision
