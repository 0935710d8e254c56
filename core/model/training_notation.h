// The notation of a training job: parallel:tp=8,pp=4,dp=16.
#pragma once

#include <string>

#include "core/model/training_pattern.h"

namespace topomorph::inline model {

/// Returns whether the text names a training pattern (begins with "parallel:") and not a file.
bool is_parallel_spec(const std::string& spec);

/// Parses parallel:KIND=N,…[:KEY=VALUE,…]. Kinds are tp, cp, ep, dp, pp; ep has to divide cp x dp. Keys: order=tp-cp-…,
/// bytes of a kind (tp-bytes=…), else a transformer of hidden=, layers=, sequence=, experts= (of each token),
/// micro-batch=, micro-batches=, element= (bytes of an activation) and gradient= (bytes). Throws InputError.
TrainingPattern parse_parallel_spec(const std::string& spec);

}  // namespace topomorph::inline model
