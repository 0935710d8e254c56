// Who of the job has this library, and in which mode: found out by all processes before anything of ours is sent in the
// application's communicators.
//
// A collective call on MPI_COMM_WORLD that only some processes enter would meet the application's own: wrong data, then
// a hang. So each process leaves a card on the launcher's board (PMIx) before MPI_Init, and reads those of others after
// it. One process of each host reads for all of its host, so that a thousand ranks cost milliseconds.
#pragma once

#include "plugin/process/fixed_string.h"

namespace topomorph::reorder::agreement {

/// Before MPI_Init: this process's card is left, or to be left as soon as the board is there (in mode off, none).
void prepare(bool leaves_card) noexcept;

/// PMIx_Commit as the MPI library calls it (commit.cpp).
int commit(const void* caller) noexcept;

/// How the processes were asked.
enum class Means {
  Pmix,     ///< the launcher's board
  Pmi,      ///< the same, of MPICH's launcher
  World,    ///< MPI_COMM_WORLD, where there is no board: who has no library is waited for
  Nothing,  ///< nobody was: this process is alone
};

struct Outcome {
  bool everybody = true;  ///< all processes have the same card
  Means means = Means::Nothing;
  process::FixedString why = {};  ///< why not, as far as this process knows
  bool says = false;              ///< this is the one process that is to say it
  bool several_programs = false;  ///< known from the cards; where PMIx is asked, it is known without them
};

/// After MPI_Init, with the number of processes; in mode off only where needs_everybody(). Remembers the outcome.
const Outcome& conclude(int processes) noexcept;

/// Whether there is no board, so that even processes in mode off have to answer.
bool needs_everybody() noexcept;

/// Whether all processes of MPI_COMM_WORLD have this library in the same mode, as conclude() has found out. Only then
/// may anything be done together.
bool everybody() noexcept;

/// Whether conclude() has found processes of several programs.
bool told_of_several_programs() noexcept;

/// The outcome in words, for a profile: "PMIx 4.2.2", "PMI", "MPI".
process::FixedString means() noexcept;

}  // namespace topomorph::reorder::agreement
