// topomorph report: who talks to whom in a profiled job, and what reordering would save.
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "core/mapping/cost_model.h"
#include "core/settings/settings.h"
#include "core/topology/placement.h"
#include "tools/engine/gain.h"
#include "tools/topomorph/message.h"
#include "tools/topomorph/report_text.h"
#include "tools/topomorph/verb.h"

namespace topomorph::cli {

namespace {

/// The job's tree from where its ranks were; nothing where some of them are unknown.
std::optional<JobTopology> job_of(const Profile& profile, std::uint64_t roles) {
  std::vector<ProcessLocation> locations;
  for (const ProfiledRank& rank : profile.ranks) {
    if (rank.rank != locations.size()) return std::nullopt;
    locations.push_back(rank.location);
  }
  if (locations.size() != roles || roles == 0) return std::nullopt;
  return build_job_topology(locations);
}

/// What `topomorph run` would find on the same hosts, in its words.
std::string describe_gain(const Affinity& affinity, const engine::JobSlots& job, const std::string& path) {
  using settings::Id;
  const engine::Aim aim{Weight::Bytes,
                        engine::cost_options(settings::text(Id::Cost), settings::text(Id::LevelCosts), job),
                        engine::has_modelled_traffic(path)};
  MapOptions options;
  options.launcher_order = job.slot_of_process;
  options.pinned = {{0, job.slot_of_process[0]}};
  const Mapping mapping = map_by_cost(affinity, *job.topology, options, aim.cost).mapping;
  const engine::Gain gain = engine::gain_of(affinity, job, job.slot_of_process, mapping, aim);
  const std::string text = "\nWhat reordering would save on these hosts\n  ";
  if (gain.time_after >= gain.time_before) return text + "nothing: no better order was found\n";
  return text + engine::reordered_message(gain, job, aim) +
         fmt::format("\n  bytes x distance: {} -> {}\n", to_string(gain.cost_before), to_string(gain.cost_after));
}

int run(const std::string& path) {
  const Profile profile = read_profile(path);
  const Affinity affinity = read_profile_affinity(path);
  std::string text = describe_job(profile);
  const auto job = job_of(profile, affinity.roles());
  if (job) {
    const Evaluation before = evaluate(affinity, job->tree, job->slot_of_process);
    text +=
        describe_levels(before) + describe_pairs(profile, affinity) + describe_calls(profile) + describe_sizes(profile);
    text += describe_gain(affinity, engine::slots_of(*job), path);
  } else {
    text += describe_pairs(profile, affinity) + describe_calls(profile) + describe_sizes(profile);
    text += "\nWhere the ranks were is not known for all of them: no word on distances and savings\n";
  }
  print(text);
  return 0;
}

}  // namespace

Action declare_report(CLI::App& app, char**) {
  auto path = std::make_shared<std::string>();
  app.add_option("FILE", *path, "profile")->required();
  return [path] { return run(*path); };
}

}  // namespace topomorph::cli
