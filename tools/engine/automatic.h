// topomorph auto's side of the engine: what is remembered of a program before it runs, and what is learnt of it after.
#pragma once

#include <string>

#include "core/wire/frame_stream.h"
#include "tools/engine/verbs.h"

namespace topomorph::engine {

/// The store's folder by the settings (TOPOMORPH_STORE, XDG_STATE_HOME, HOME). Throws InputError where there is none.
std::string store_folder();

/// `recall`: Meta (program: absolute path, ranks, argv: the command line divided by zeros), Locations, maybe Slots -> a
/// Summary:
///   decision   measure (nothing is known: the launcher's order), keep or reorder (by `profile`)
///   message    the line for the user; empty: none
///   reason     first, damaged, compare, slower, unsteady or gain: store::Run::decision
///   folder, run, generation, situation, place, parts    for `learn`, and where records go if the run is ended early
/// Mends what is damaged. Throws InputError where the store cannot be used: then nothing can be learnt either.
wire::Buffer recall(wire::FrameStream& in, const PlanOptions& options);

/// `learn`: Meta (as of a profile, with recall's run, generation, situation, place and reason, order, gain and
/// elapsed), records -> a Summary with the message for the user; empty: none. Keeps the run in the case's folder; its
/// profile, where there is none yet or the pattern has changed. Throws InputError.
wire::Buffer learn(wire::FrameStream& in, const std::string& folder);

}  // namespace topomorph::engine
