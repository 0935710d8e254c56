// The measured network in the store of topomorph auto, what `recall` answers of it, `plan` takes and `learn` keeps,
// and the notes on it in a profile.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/formats/profile/profile_file.h"
#include "core/formats/profile/writer.h"
#include "core/planning/gain.h"
#include "core/store/kept_folder.h"
#include "core/store/networks.h"
#include "tools/engine/plan_request.h"
#include "tools/engine/verbs.h"

namespace topomorph::engine {

/// What `recall` answers.
struct NetworkAnswer {
  std::string option;     ///< of `plan`: the network to use; empty: none is known, or none is needed
  bool measures = false;  ///< whether the job is to measure its network at its end
};

/// Returns the pairs of a network in the store, joined from its measurements; empty if none of them has pairs.
std::vector<formats::ProfiledPair> joined_pairs(const store::StoredNetwork& network);

/// Answers for a job that will be planned. `mpi` is its MPI library. A job on one host, and one whose costs or topology
/// the user gives, needs no network.
NetworkAnswer known_network(const std::string& store, const PlanRequest& request, const PlanOptions& options,
                            const std::string& mpi);

/// Takes the costs of the levels over from the network of all hosts of the job that the store has (options.network),
/// else from that of the profile, else from that of other hosts in the store. The user's costs and topology count
/// before them. Throws InputError for a damaged profile.
void use_network(const PlanOptions& options, const formats::ProfileFile& profile, const PlanRequest& request,
                 const planning::JobSlots& job, planning::Aim& aim);

/// Keeps in the store what the job of a profile has measured on several hosts; if it was `asked` to and has measured
/// nothing, this too, so that the next ones do not try in vain. A doubtful measurement is not kept: the next run
/// measures again. A network that cannot be kept is lost: the run counts more.
void keep_network(const store::Location& store, const formats::ProfileFile& profile, bool asked);

/// Returns planning::notes_of() the profile's calibration; nothing if there is none, or if it takes too long: the job
/// waits for it in MPI_Finalize.
std::map<std::string, std::string> calibration_notes(const formats::ProfileFile& profile);

/// Judges the pairs that the writer has got, and marks the profile if they are doubtful. To be called before commit().
/// Returns the clause for the job's line; empty if there is no doubt, and for a job on one host, whose predictions use
/// no measured network.
std::string mark_doubtful_network(formats::ProfileWriter& writer);

}  // namespace topomorph::engine
