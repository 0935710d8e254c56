// The choice among the orders that a job may get.
#pragma once

#include <string>
#include <vector>

#include "core/decision/candidate_orders.h"

namespace topomorph::decision {

/// Returns the one to use; the first is the launcher's. In this order:
/// 1. While the job may explore: among those that were not tried, are predicted near the best and no slower than the
///    launcher's, the one with the least time.
/// 2. The order that earlier runs have shown to be the best.
/// 3. The one with the least predicted time, if its gain is enough.
const CandidateOrder& choose_order(const std::vector<CandidateOrder>& candidates, const OrderProblem& problem);

/// Returns the percent of the time in MPI that a new order must gain: the user's, else a third of the stated
/// error of the prediction, within limits.
double least_gain(const OrderProblem& problem);

/// Returns the name of the standard order that is no slower than the chosen one; empty if there is none.
std::string as_good_standard_order(const std::vector<CandidateOrder>& candidates, const CandidateOrder& chosen);

/// Returns the new order with the least predicted time; the launcher's if there is no other.
const CandidateOrder& best_predicted(const std::vector<CandidateOrder>& candidates);

/// Returns the same, or the launcher's order if it takes no longer: what the line says of an order that is kept.
const CandidateOrder& best_gain(const std::vector<CandidateOrder>& candidates);

/// Returns the line for the user: what the chosen order saves, or why the launcher's is kept.
std::string line_for(const std::vector<CandidateOrder>& candidates, const CandidateOrder& chosen,
                     const OrderProblem& problem);

/// What comes of the choice for a job.
struct Decision {
  CandidateOrder chosen;  ///< the order that the job gets
  bool reorders = false;  ///< it is another one than the launcher's
  CandidateOrder told;    ///< the order that the line is about: the chosen one, or the best one beside the launcher's
  std::string line;       ///< see line_for()
};

/// Makes the candidates and chooses. Throws InputError as candidate_orders() does.
Decision decide(const OrderProblem& problem);

}  // namespace topomorph::decision
