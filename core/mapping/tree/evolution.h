// The preset best: some layouts that are improved side by side, until the time is over.
#pragma once

#include "core/base/workers.h"
#include "core/mapping/tree/tree_problem.h"

namespace topomorph::mapping {

/// Works on a few layouts in rounds. In a round each is cut anew in places (see PartRefiner), then swapped and
/// perturbed, and kept unless it became worse; from time to time the worst is replaced by the best. Ends at a cost that
/// is provably least, for few slots after many rounds without a gain, or when the time limit of the options is used up:
/// as counted by the work that is done, at a fixed rate of edges per second, so that the result does not depend on the
/// machine, its load, or the number of threads. The rate is low; on machines that are slower still the clock, the
/// deadline, ends it.
Candidate evolve(const TreeProblem& problem, Candidate first, Workers& workers);

}  // namespace topomorph::mapping
