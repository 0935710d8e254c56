// Finds out which processes of the job have this library and in which mode, before it sends anything in communicators
// of the application.
//
// A collective call on MPI_COMM_WORLD that only some processes make would meet the application's own calls: wrong data,
// then a hang. Therefore each process leaves a card on the launcher's board (PMIx) before MPI_Init and reads the cards
// of others after it. One process of each host reads for all of its host, so that a thousand ranks cost milliseconds.
#pragma once

#include "reorder/agreement/outcome.h"
#include "runtime/process/fixed_string.h"

namespace topomorph::reorder::agreement {

/// Called before MPI_Init. Leaves this process's card, or has it left as soon as the board is there; in mode off, none.
void prepare(bool leaves_card) noexcept;

/// Called when MPI_Init has ended, well or not.
void after_init() noexcept;

/// Runs PMIx_Commit as the MPI library calls it.
int commit(const void* caller) noexcept;

/// Called after after_init() with the number of processes; in mode off only if needs_everybody(). Remembers the
/// outcome.
const Outcome& conclude(int processes) noexcept;

/// Whether there is no board, so that even processes in mode off have to answer.
bool needs_everybody() noexcept;

/// Whether all processes of MPI_COMM_WORLD have this library in the same mode, as conclude() has found out. Only then
/// may the library take collective steps.
bool everybody() noexcept;

/// Whether the launcher's board tells all processes of the job who is on their host. The same on all.
bool knows_local_peers() noexcept;

/// Whether conclude() has found processes of several programs.
bool told_of_several_programs() noexcept;

/// Returns how the processes were asked, for a profile: "PMIx 4.2.2", "PMI", "MPI".
process::FixedString means() noexcept;

}  // namespace topomorph::reorder::agreement
