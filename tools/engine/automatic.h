// The verbs of mode auto: `recall` before a program runs, `learn` after it has ended.
#pragma once

#include <string>

#include "core/wire/frame_stream.h"
#include "tools/engine/verbs.h"

namespace topomorph::engine {

/// Returns the folder of the store by the settings (TOPOMORPH_STORE, XDG_STATE_HOME, HOME). Throws InputError if none
/// of them gives one.
std::string store_folder();

/// `recall`: says what is known of a program that begins. Input: Meta (program: absolute path; ranks; argv: the command
/// line, divided by zeros), Locations, and Slots with a given topology. Output: a Summary:
///   decision   measure (nothing is known: launcher's order), keep, or reorder (by `profile`)
///   message    the line for the user; empty: none
///   reason     first, damaged, compare, slower, unsteady or gain: store::Run::decision
///   folder, run, generation, situation, place, parts    for `learn`, and the place of the records of an aborted run
/// Repairs a damaged store entry. Throws InputError if the store cannot be used: then nothing can be learnt either.
wire::Buffer recall(wire::FrameStream& in, const PlanOptions& options);

/// `learn`: keeps the times of a program that has ended. Input: Meta (that of a profile, with run, generation,
/// situation, place and reason from `recall`, and order, gain and elapsed), then records. Output: a Summary with the
/// message for the user; empty: none. Adds the run to the folder of the case. Keeps its profile if the case has none or
/// the pattern has changed. Throws InputError.
wire::Buffer learn(wire::FrameStream& in, const std::string& folder);

}  // namespace topomorph::engine
