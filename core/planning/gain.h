// The gain of a new order: in numbers, in the words that users read, and as one line.
#pragma once

#include "core/evaluation/cost_model.h"
#include "core/evaluation/evaluate.h"
#include "core/planning/calibration.h"
#include "core/planning/job_slots.h"
#include "core/wire/frame_io.h"

namespace topomorph::planning {

/// The traffic across one kind of border: between nodes, packages or switches.
struct Border {
  std::string name;         ///< kind of parts on its sides: "node", "package", "level2"; empty: single processes
  std::uint64_t parts = 0;  ///< number of these parts
  evaluation::LevelTraffic before = {}, after = {};
  std::uint64_t roles = 0;              ///< in the part that has most of them
  evaluation::LevelTraffic least = {};  ///< what crosses it in every order; 0: not known, or nothing has to
};

struct Gain {
  Cost cost_before = 0, cost_after = 0;  ///< volume x distance
  double time_before = 0,
         time_after = 0;        ///< predicted communication time, in a unit of its own (docs/cost-models.md)
  double percent = 0;           ///< share of that time that the new order saves; of the job's time, if it is known
  std::vector<Border> borders;  ///< from the innermost out; the border between single processes is first
  std::size_t hosts = 0;        ///< index of the border between hosts; borders.size() if there is one host
  std::optional<JobTime> job_before = {}, job_after = {};  ///< predicted by a replay of the trace; both or none

  /// Returns the predicted time in MPI divided by that before.
  double ratio_in_mpi() const;

  /// Returns the percent that is compared with --min-gain: of the time in MPI, as far as it is known, else `percent`. A
  /// saving under 0.5 % of the job's time counts as none.
  double percent_in_mpi() const;
};

/// The quantity that a new order shall save, and the costs from which it is computed.
struct Aim {
  Weight weight = Weight::Bytes;
  evaluation::CostOptions cost;
  bool other_hosts = false;          ///< the measured network is one of other hosts
  bool modelled = false;             ///< some traffic is of collectives whose messages were modelled, not counted
  std::optional<double> error = {};  ///< by what part earlier predictions for this program were wrong
  std::optional<Calibration> calibration = {};  ///< of the replays that predict; nothing: they are not calibrated
  bool other_arguments = false;  ///< the profile's run had other arguments than this one, so its seconds say nothing

  /// Returns whether the predicted seconds are those of this job.
  bool claims_seconds() const { return !other_arguments && (!calibration || calibration->explains()); }
  bool doubtful = false;  ///< a measured network could not be relied on (network_doubt.h)
};

/// Returns the costs in `file` for the job's topology, or costs assumed from its distances if `file` is empty. Throws
/// InputError, also for a file if the topology has no levels.
evaluation::CostOptions cost_options(evaluation::CostModel model, const std::string& file, const JobSlots& job);

/// Returns whether a profile holds collectives whose messages could not be counted; false for an empty path. Throws
/// InputError.
bool has_modelled_traffic(const formats::ProfileFile& profile);

Gain gain_of(const Affinity& affinity, const JobSlots& job, const Mapping& before, const Mapping& after,
             const Aim& aim);

/// Adds the times of the job in both orders. The percent is then the share of the job's time.
void add_job_times(Gain& gain, const JobTime& before, const JobTime& after);

/// Returns the values of the Summary frame.
wire::KeyValues summary_of(const Gain& gain, const JobSlots& job, const Aim& aim);

/// Returns "64 ranks on 8 nodes under 4 switches (Slurm): inter-node bytes 513 MB -> 140 MB (-73 %), inter-switch 90 MB
/// -> 20 MB, predicted communication time -70 % (assumed network 16:1)", with a measured network "… -70 % (10.3 s ->
/// 3.1 s, measured network)". Names the border between hosts. If its traffic
/// stays the same, names the nearest border outside whose traffic changes, else the nearest inside. If no borders are
/// known, names bytes x distance. With times of the job: "…, predicted time of the job 8.1 s -> 6.98 s (-14 %), 5.2 s
/// -> 4.1 s of it in MPI (measured network, within 4 %, 3 % replayed)". Ends in ", no order saves more than 76 % of
/// these bytes" if that is known.
std::string reordered_message(const Gain& gain, const JobSlots& job, const Aim& aim);

/// Returns "under 4 switches (Slurm)", "of torus of 8 (Slurm)", or "torus of 4 x 4" without known hosts; empty if
/// nothing is known of the network.
std::string network_words(const JobSlots& job);

/// Returns "8 nodes under 4 switches (Slurm)"; for other topologies without known hosts their own description.
std::string place_words(const JobSlots& job);

/// Returns how reliable a prediction is: "measured network", "network measured on other hosts" or "assumed
/// network 16:1, the measured one is doubtful", whether collectives were modelled, and how wrong earlier predictions
/// were.
std::string confidence(const JobSlots& job, const Aim& aim);

/// Returns "Cart_create 12x12 on 6 nodes: edges between nodes 132 -> 72 (-45 %)", for the border that
/// reordered_message() names. If edges have weights, states their sum.
std::string pattern_message(const Gain& gain, const JobSlots& job, const std::string& call);

/// Returns "predicted gain 0.8 % is under 5 %: order kept"; with a known network "… under 5 % on 8 nodes under 4
/// switches (Slurm): order kept". `best` is the gain of the order that is not used. With times of the job: "inter-node
/// bytes 513 MB -> 300 MB (-42 %) would save 1 % of the job's 8.1 s (under 5 % of its time in MPI): order kept". If the
/// traffic cannot become much less in any order: "…, no order saves more than 3 % of the inter-node bytes: order kept".
std::string kept_message(const Gain& best, double min_gain, const JobSlots& job, const Aim& aim);

}  // namespace topomorph::planning
