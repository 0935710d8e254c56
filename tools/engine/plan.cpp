// The verb `plan`: affinity and places in, the new rank of every process out.
#include <numeric>

#include "core/topology/spec.h"
#include "tools/engine/gain.h"
#include "tools/engine/plan_request.h"

namespace topomorph::engine {
namespace {

/// The job on a topology that the user gave: process p is on slot p.
JobTopology job_on(const std::string& spec, std::uint64_t processes) {
  const auto topology = parse_topology(spec);
  const auto* tree = dynamic_cast<const TreeTopology*>(topology.get());
  if (tree == nullptr) {
    throw InputError("topology " + spec + " is no tree: a job cannot be planned on it");
  }
  if (tree->slots() < processes) {
    throw InputError("topology " + spec + " has " + std::to_string(tree->slots()) + " slots, this job has " +
                     std::to_string(processes) + " processes");
  }
  std::vector<Slot> slots(processes);
  std::iota(slots.begin(), slots.end(), Slot{0});
  TreeTopology used = tree->slots() == processes ? *tree : tree->restricted_to(slots);
  const std::size_t levels = used.levels();
  return {std::move(used), slots, slots, levels};
}

JobTopology job_topology(const PlanRequest& request, const PlanOptions& options) {
  return options.topology.empty() ? build_job_topology(request.locations)
                                  : job_on(options.topology, request.locations.size());
}

MapOptions map_options(const JobTopology& job, const PlanOptions& options) {
  MapOptions result;
  result.weight = options.weight;
  result.time_limit = options.time_limit;
  result.launcher_order = job.slot_of_process;
  result.pinned = {{0, job.slot_of_process[0]}};  // launchers forward stdin to process 0: what reads it must stay there
  return result;
}

std::vector<std::uint64_t> new_ranks(const JobTopology& job, const Mapping& mapping) {
  std::vector<std::uint64_t> ranks(mapping.size());
  for (Role role = 0; role < mapping.size(); ++role) {
    ranks[job.process_of_slot[mapping[role]]] = role;
  }
  return ranks;
}

wire::Buffer answer(const std::vector<std::uint64_t>& ranks, const wire::KeyValues& summary) {
  wire::Buffer frames;
  wire::append_records<std::uint64_t>(frames, wire::FrameType::Plan, ranks);
  wire::append_text(frames, wire::FrameType::Summary, wire::encode(summary));
  return frames;
}

}  // namespace

wire::Buffer plan(wire::FrameStream& in, const PlanOptions& options) {
  PlanRequest request = read_plan_request(in);
  const Affinity affinity = requested_affinity(request, options.profile);
  const JobTopology job = job_topology(request, options);
  const MapResult best = map(affinity, job.tree, map_options(job, options));
  const Gain gain = gain_of(affinity, job.tree, job.slot_of_process, best.mapping, options.weight);

  const bool worth_it = gain.percent > 0 && gain.percent >= options.min_gain;
  wire::KeyValues summary = summary_of(gain, job);
  summary["decision"] = worth_it ? "reorder" : "keep";
  summary["algorithm"] = best.algorithm;
  summary["message"] =
      worth_it ? reordered_message(gain, job, options.weight) : kept_message(gain.percent, options.min_gain);
  return answer(new_ranks(job, worth_it ? best.mapping : Mapping(job.slot_of_process)), summary);
}

}  // namespace topomorph::engine
