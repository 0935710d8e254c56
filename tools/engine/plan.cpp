// The verb `plan`, which computes the new rank of every process.
#include <algorithm>
#include <new>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/workers.h"
#include "core/decision/choice.h"
#include "core/evaluation/level_costs.h"
#include "core/formats/profile/profile.h"
#include "core/formats/profile/reader.h"
#include "core/planning/calibration.h"
#include "core/planning/profiled_run.h"
#include "core/replay/platform.h"
#include "tools/engine/known_network.h"
#include "tools/engine/local_ranks_of_job.h"
#include "tools/engine/plan_request.h"
#include "tools/engine/planned_profile.h"
#include "tools/engine/remembered_plan.h"
#include "tools/engine/verbs.h"

namespace topomorph::engine {

namespace {

/// Returns a distance between hosts at which one edge less between hosts outweighs every saving inside the hosts.
std::uint64_t dominant_host_distance(const Affinity& affinity) {
  constexpr std::uint64_t kUsual = 16, kFarthest = std::uint64_t{1} << 32;
  return std::clamp(affinity.total_bytes() + 1, kUsual, kFarthest);
}

/// On a topology that the user gave, the given hosts count: the job may run elsewhere.
evaluation::CostOptions cost_on(const planning::JobSlots& job, const PlanOptions& options) {
  const TreeTopology* tree = job.tree();
  planning::JobSlots place = job;
  if (!options.topology.empty() && tree != nullptr && job.hosts() == 1)
    place.host_level = evaluation::host_level_of(*tree);
  evaluation::CostOptions cost = planning::cost_options(options.cost, options.level_costs, place);
  if (tree == nullptr || !options.level_costs.empty()) return cost;
  if (auto carried = evaluation::carried_costs(options.topology, *tree)) cost.costs = std::move(*carried);
  return cost;
}

planning::Aim aim_of(const PlanRequest& request, const formats::ProfileFile& profile, const planning::JobSlots& job,
                     const PlanOptions& options) {
  planning::Aim aim{options.weight, cost_on(job, options), false, planning::has_modelled_traffic(profile),
                    options.error};
  use_network(options, profile, request, job, aim);
  return aim;
}

/// Returns the mapping before reordering. There may be fewer roles than processes.
Mapping present_order(const planning::JobSlots& job, std::uint64_t roles) {
  return {job.slot_of_process.begin(), job.slot_of_process.begin() + static_cast<std::ptrdiff_t>(roles)};
}

mapping::MapOptions map_options(const planning::JobSlots& job, const PlanOptions& options, const PlanRequest& request,
                                std::uint64_t roles, mapping::Preset preset) {
  mapping::MapOptions result;
  result.preset = preset;
  result.grid = request.grid;
  result.weight = options.weight;
  result.seed = options.seed;
  result.threads = usable_threads();
  result.time_limit = options.time_limit;
  result.launcher_order = present_order(job, roles);
  result.pinned = {
      {0, job.slot_of_process[0]}};  // launchers forward stdin to process 0: the rank that reads it must stay there
  return result;
}

/// Returns the machine of the job for replays, with the processors of its hosts and the profile's calibration; nothing
/// where no routes are known.
std::optional<replay::Platform> platform_for(const PlanRequest& request, const formats::ProfileFile& profile,
                                             const planning::JobSlots& job, const PlanOptions& options,
                                             planning::Aim& aim) {
  try {
    replay::Platform platform = replay::platform_of(*job.topology, aim.cost);
    planning::use_processors(request.locations, job, platform);
    const auto meta = formats::read_profile_meta(profile);
    aim.calibration = planning::calibration_in(meta);
    const auto arguments = meta.find("arguments");
    aim.other_arguments = !options.program.empty() && arguments != meta.end() && arguments->second != options.arguments;
    if (aim.calibration) planning::calibrate(*aim.calibration, platform);
    return platform;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

/// Processes without a role get the ranks after the others, in their order.
std::vector<std::uint64_t> new_ranks(const planning::JobSlots& job, const Mapping& mapping) {
  const std::uint64_t none = job.slot_of_process.size();
  std::vector<std::uint64_t> ranks(job.slot_of_process.size(), none);
  for (Role role = 0; role < mapping.size(); ++role) {
    ranks[job.process_of_slot[mapping[role]]] = role;
  }
  std::uint64_t next = mapping.size();
  for (std::uint64_t& rank : ranks) {
    rank = rank == none ? next++ : rank;
  }
  return ranks;
}

wire::Buffer answer(const store::StoredPlan& plan) {
  wire::Buffer frames;
  wire::append_records<std::uint64_t>(frames, wire::FrameType::Plan, plan.new_ranks);
  wire::append_text(frames, wire::FrameType::Summary, wire::encode(plan.summary));
  return frames;
}

/// Searches for the best order of the processes on their slots. `aim` has the costs of the network.
store::StoredPlan plan_on(const planning::JobSlots& job, planning::Aim aim, const RequestedAffinity& requested,
                          const PlanRequest& request, const PlanOptions& options, const formats::ProfileFile& profile) {
  const Affinity& affinity = requested.affinity;
  const Mapping present = present_order(job, affinity.roles());
  const mapping::MapOptions mapper = map_options(job, options, request, affinity.roles(), preset_for(profile));
  const std::optional<trace::Trace> trace = requested_trace(request, profile);
  const std::optional<mapping::LocalRanks> local_ranks = kept_local_ranks(request, options, job);
  const std::optional<replay::Platform> platform =
      trace ? platform_for(request, profile, job, options, aim) : std::nullopt;
  decision::OrderProblem problem{affinity, job, present, mapper, aim, options.wish, trace ? &*trace : nullptr};
  problem.platform = platform ? &*platform : nullptr;
  problem.local_ranks = local_ranks ? &*local_ranks : nullptr;
  const decision::Decision decision = decision::decide(problem);
  const decision::CandidateOrder& chosen = decision.chosen;

  wire::KeyValues summary = planning::summary_of(decision.told.gain, job, aim);
  summary["decision"] = decision.reorders ? "reorder" : "keep";
  summary["rating"] = fmt::format("{:.17g}", chosen.seconds);  // the engines of several hosts compare it
  summary["model"] = chosen.name;
  summary["algorithm"] = chosen.algorithm;
  summary["local_ranks"] = local_ranks ? "kept" : "free";
  summary["message"] = decision.line;
  if (!requested.continued.empty()) summary["message"] += "; " + requested.continued;
  return {new_ranks(job, chosen.mapping), std::move(summary)};
}

/// Plans from a pattern that the application has described.
store::StoredPlan plan_of_call(PlanRequest& request, const PlanOptions& options, const formats::ProfileFile& profile) {
  const RequestedAffinity requested = requested_affinity(request, profile);
  const planning::JobSlots job = job_slots(request, options, dominant_host_distance(requested.affinity));
  return plan_on(job, aim_of(request, profile, job, options), requested, request, options, profile);
}

/// Plans from traffic. An earlier plan of the same problem is known before the traffic is read, which takes longer.
store::StoredPlan plan_of_traffic(PlanRequest& request, const PlanOptions& options,
                                  const formats::ProfileFile& profile) {
  const planning::JobSlots job = job_slots(request, options);
  const planning::Aim aim = aim_of(request, profile, job, options);
  const PlanMemory memory(request, options, profile, job, aim);
  if (auto known = memory.find()) return std::move(*known);
  store::StoredPlan plan = plan_on(job, aim, requested_affinity(request, profile), request, options, profile);
  memory.keep(plan);
  return plan;
}

wire::Buffer planned(wire::FrameStream& in, const PlanOptions& options) {
  PlanRequest request = read_plan_request(in);
  const formats::ProfileFile profile = planned_profile(options);
  store::StoredPlan plan =
      options.wish.call.empty() ? plan_of_traffic(request, options, profile) : plan_of_call(request, options, profile);
  const std::string note = profile.empty() ? "" : other_program_note(profile, options.program);
  if (!note.empty()) plan.summary["note"] = note;  // names the file of this job
  return answer(plan);
}

}  // namespace

wire::Buffer plan(wire::FrameStream& in, const PlanOptions& options) {
  try {
    return planned(in, options);
  } catch (const std::bad_alloc&) {
    throw InputError(options.topology.empty() ? "not enough memory"
                                              : "not enough memory for topology " + options.topology);
  }
}

}  // namespace topomorph::engine
