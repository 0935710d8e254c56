// What the engine recalls of a program in mode auto (tools/engine/recall.cpp), and what becomes of it.
#pragma once

#include <cstdint>
#include <string>

#include "core/wire/frame_io.h"

namespace topomorph::reorder {

/// In the engine's words; empty: it does not say.
struct Recalled {
  std::string decision, network;           ///< what the job is to do
  std::string profile, parts, orders;      ///< files of the store
  std::string topologies;                  ///< whether ranks of virtual topologies may move
  std::string message, sharing;            ///< for the user
  std::string folder;                      ///< of the case in the store
  std::string run, generation, situation;  ///< what the store knows the run by
  std::string place;                       ///< of the run, as the store tells places apart
  std::string reason;  ///< why the job is or is not to be reordered, and at last why it was or was not
  std::string order, model, gain, predicted, why;  ///< what became of the plan
};

/// Returns what an answer of the engine, or shared_part(), says.
Recalled recalled_in(const wire::KeyValues& answer);

/// Returns what all processes need of the answer.
wire::KeyValues shared_part(const Recalled& recalled);

/// Returns what the file of the run gets of it.
wire::KeyValues part_of_run(const Recalled& recalled);

enum class Decision : std::uint8_t { Measure, Keep, Reorder, ReorderAndMeasureNetwork };

/// Throws InputError if the engine has said no decision.
Decision decision_in(const Recalled& recalled);

}  // namespace topomorph::reorder
