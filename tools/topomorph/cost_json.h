// Costs and evaluations as JSON, with the same fields in every verb.
#pragma once

#include <nlohmann/json.hpp>

#include "core/evaluation/evaluate.h"

namespace topomorph::cli {

/// Returns an integer below 2^64, else a real number: JSON readers have no wider integers.
nlohmann::ordered_json number(Cost cost);

/// Returns hop_bytes, hop_messages, roles, slots, valid, problem (if invalid), levels[{name, distance, bytes,
/// messages}].
nlohmann::ordered_json to_json(const evaluation::Evaluation& evaluation);

/// Sets the messages to null, for an affinity with one volume a pair, which counts as bytes.
void withhold_messages(nlohmann::ordered_json& evaluation);

}  // namespace topomorph::cli
