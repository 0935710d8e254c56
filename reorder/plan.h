// Decides which process gets which rank: as the engine or the user says.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/wire/frame_io.h"
#include "reorder/apply.h"
#include "reorder/limits.h"
#include "reorder/locate.h"
#include "reorder/steps/own_comm.h"

namespace topomorph::reorder {

/// What rank 0 has decided; empty on other processes.
struct Plan {
  std::vector<std::uint64_t> new_ranks;  ///< of each process; empty: the order is kept
  std::string message;                   ///< complete, for the user; empty if there was no memory for it
  bool failed = false;                   ///< the order is kept because of an error
  wire::KeyValues summary = {};          ///< further values from the engine
};

/// Where the affinity comes from. All processes use a profile, or none does.
struct Source {
  std::string profile = {};      ///< path of a profile; empty: the records are used
  std::span<const char> record;  ///< frames of this process, with ranks in MPI_COMM_WORLD as the program sees it
  std::uint64_t world_rank = 0;  ///< rank of this process there
  /// The call by which the application has described what is in the record; empty: it was measured.
  std::string call = {};
  std::string orders = {};         ///< further options of the engine, divided by blanks
  const Budget* budget = nullptr;  ///< time limit of the plan; null: none
  bool is_default = false;         ///< nobody has named the profile
};

/// Returns a plan that keeps the order for this reason.
Plan kept_because(std::string_view why) noexcept;

/// Returns the settings that the engine must know, as options of `plan` and `recall`. Throws InputError.
std::vector<std::string> settings_for_plans();

/// Appends the frames by which rank 0 tells the engine all places: Locations, and Slots if the user gave a topology.
void append_places(wire::Buffer& frames, const Places& places);

/// Finds the places of all processes and asks the engine for the best order. Collective; never throws.
Plan ask_for_plan(const OwnComm& comm, const Source& source);
/// Does the same with known places.
Plan ask_for_plan(const OwnComm& comm, const Source& source, const Place& mine, const Places& places);

/// Returns the plan that TOPOMORPH_PERMUTATION names. Called on rank 0; never throws.
Plan named_plan(const std::string& permutation, std::uint64_t ranks);

/// Carries out a plan, and puts its order in place (apply()). Returns the new communicator, which the caller owns
/// unless it was installed, or the null communicator. Adds the time since `started` (seconds of MPI_Wtime) to rank 0's
/// message, but does not write it. Collective.
MPI_Comm enact(const OwnComm& comm, Plan& plan, double started, const Installation* installation = nullptr);

/// Does the same, and writes the message. Collective.
MPI_Comm carry_out(const OwnComm& comm, Plan& plan, double started, const Installation* installation = nullptr);

}  // namespace topomorph::reorder
