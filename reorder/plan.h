// Which process gets which rank: asked of the engine, or named by the user.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/wire/frame_io.h"
#include "reorder/budget.h"
#include "reorder/comm.h"
#include "reorder/locate.h"

namespace topomorph::reorder {

/// What rank 0 has decided; elsewhere empty.
struct Plan {
  std::vector<std::uint64_t> new_ranks;  ///< of each process; empty: the order is kept
  std::string message;                   ///< for the user, complete; empty where there was no memory for it
  bool failed = false;                   ///< the order is kept because something went wrong
  wire::KeyValues summary = {};          ///< what else the engine said of it
};

/// Where the affinity comes from: from a profile on all processes or on none.
struct Source {
  std::string profile = {};      ///< a profile; empty: the records
  std::span<const char> record;  ///< frames of this process, ranks as in MPI_COMM_WORLD as the program sees it
  std::uint64_t world_rank = 0;  ///< of this process there
  std::string call = {};  ///< the call by which the application said what is in the record; empty: it was measured
  const Budget* budget = nullptr;  ///< of the time for a plan; null: none
};

/// The order is kept, and this is why.
Plan kept_because(std::string_view why) noexcept;

/// What the engine must be told by the settings, for `plan` and for `recall`. Throws InputError.
std::vector<std::string> settings_for_plans();

/// What rank 0 tells the engine of everybody's place: Locations, and Slots where the user gave a topology.
wire::Buffer places_frames(const Places& places);

/// Finds everybody's place and asks the engine for the best order. Collective; never throws.
Plan ask_for_plan(const OwnComm& comm, const Source& source);
/// The same where everybody's place is known.
Plan ask_for_plan(const OwnComm& comm, const Source& source, const Place& mine, const Places& places);

/// The plan that TOPOMORPH_PERMUTATION names. To be called on rank 0; never throws.
Plan named_plan(const std::string& permutation, std::uint64_t ranks);

/// Carries a plan out: the new communicator, which the caller owns, or the null communicator. Completes rank 0's
/// message with the time since `started` (seconds of MPI_Wtime), and does not say it. Collective.
MPI_Comm enact(const OwnComm& comm, Plan& plan, double started);

/// The same, and says the message, with the time since `started` (seconds of MPI_Wtime). Collective.
MPI_Comm carry_out(const OwnComm& comm, Plan plan, double started);

}  // namespace topomorph::reorder
