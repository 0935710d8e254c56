// An evaluation as JSON: the same fields from every verb.
#pragma once

#include <nlohmann/json.hpp>

#include "core/evaluation/evaluate.h"

namespace topomorph::cli {

/// A real number from 2^64 on.
nlohmann::ordered_json number(Cost cost);

/// hop_bytes, hop_messages, roles, slots, valid, problem (where invalid), levels[{name, distance, bytes, messages}]. A
/// cost of 2^64 or more is a real number: JSON readers have no wider integers.
nlohmann::ordered_json to_json(const evaluation::Evaluation& evaluation);

/// Replaces the messages by null: the affinity has one volume a pair, which is given as bytes.
void withhold_messages(nlohmann::ordered_json& evaluation);

}  // namespace topomorph::cli
