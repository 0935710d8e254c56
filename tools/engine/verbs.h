// The verbs of the engine: each reads frames from `in` and returns frames.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/folder.h"
#include "core/decision/candidate_orders.h"
#include "core/evaluation/cost_model.h"
#include "core/formats/profile/writer.h"
#include "core/model/affinity.h"
#include "core/settings/settings.h"
#include "core/store/kept_folder.h"
#include "core/wire/frame_io.h"

namespace topomorph::engine {

/// Options of `plan` and `recall`.
struct PlanOptions {
  std::string program;       ///< as it was started; the profile may be of another program
  std::string arguments;     ///< of the program, as a profile has them
  std::string profile;       ///< file with the affinity; empty: the request has records
  bool is_default = false;   ///< nobody has named the profile, so it must be the caller's or root's
  bool is_kept = false;      ///< the profile is one of the store
  std::string topology;      ///< SPEC that replaces the locations: process p is on slot p; empty: the locations
  decision::Wish wish = {};  ///< what is asked of the new order, and what is known of earlier runs
  /// What the new order shall save.
  evaluation::CostModel cost = evaluation::cost_model_named(settings::get(settings::Id::Cost).initial);
  Weight weight = Weight::Bytes;
  std::optional<double> error;       ///< by what part earlier predictions for this program were wrong
  std::string level_costs;           ///< file with latency and bandwidth of the levels; empty: assumed
  std::uint64_t seed = 1;            ///< each engine of a portfolio search has another one
  std::optional<double> time_limit;  ///< seconds for the search
  std::string network;  ///< name of a measured network in the store; empty: that of the profile, if it has one
  std::string local_ranks = settings::get(settings::Id::LocalRanks).initial;  ///< keep, free or auto
};

/// `write`: Meta, records, End -> a profile at `path`. The file appears only after End has arrived. Throws InputError.
wire::Buffer write_profile(wire::FrameStream& in, const std::string& path);

/// `locate`: Cpusets -> Paths. Throws InputError.
wire::Buffer locate(wire::FrameStream& in);

/// `plan`: Locations, and Members and records (or Grid) without a profile -> Plan and Summary. Throws InputError.
wire::Buffer plan(wire::FrameStream& in, const PlanOptions& options);

/// `recover`: makes a profile at `path` of the records that an aborted job left in `directory`. Skips records that are
/// cut, because their process died while writing. Returns a line for the user. Throws InputError, also if there is no
/// record.
std::string recover(const std::string& directory, const std::string& path);
/// The same of an open folder, into a profile that has begun; commits it.
std::string recover(const Folder& records, formats::ProfileWriter& writer);

/// Returns the folder of the store by the settings (TOPOMORPH_STORE, which names it, XDG_STATE_HOME, HOME). Throws
/// InputError if none of them gives one.
store::Location store_location();

/// `recall`: says what is known of a program that begins. Input: Meta (program: absolute path; ranks; argv: the command
/// line, divided by zeros; mpi: the library), Locations, and Slots with a given topology. Output: a Summary:
///   decision   measure (nothing is known: launcher's order), keep, or reorder (by `profile`)
///   message    the line for the user; empty: none
///   sharing    another line, for the first run of a user in a case of a store that another user shares; empty: none
///   reason     first, again, damaged, compare, slower, nothing, unsteady or gain: store::Run::decision
///   orders     options of `plan`, divided by blanks: which order to use, which were used, whether another may be, and
///              the measured network
///   network    measure: the job is to measure its network at its end, though it has a profile
///   folder, run, generation, situation, place, parts    for `learn`, and the place of the records of an aborted run
/// Repairs a damaged store entry. Throws InputError if the store cannot be used: then nothing can be learnt either.
wire::Buffer recall(wire::FrameStream& in, const PlanOptions& options);

/// `learn`: keeps the times of a program that has ended. Input: Meta (that of a profile, with run, generation,
/// situation, place, reason and network from `recall`, and order, gain and elapsed), then records. Output: a Summary
/// with the message for the user; empty: none. Adds the run to the folder of the case, at `path`. Keeps its profile if
/// the case has none or the pattern has changed. Throws InputError.
wire::Buffer learn(wire::FrameStream& in, const std::string& path);

}  // namespace topomorph::engine
