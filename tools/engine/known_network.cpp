// The measured network in the store of topomorph auto, what `recall` answers of it, `plan` takes and `learn` keeps,
// and the notes on it in a profile.
#include "tools/engine/known_network.h"

#include <optional>
#include <set>

#include "core/base/error.h"
#include "core/evaluation/network_costs.h"
#include "core/evaluation/network_doubt.h"
#include "core/formats/profile/reader.h"
#include "core/planning/profiled_run.h"

namespace topomorph::engine {

namespace {

bool is_needed(const PlanOptions& options) { return options.level_costs.empty() && options.topology.empty(); }

std::vector<std::string> hosts_of(std::span<const ProcessLocation> locations) {
  std::set<std::string> hosts;
  for (const ProcessLocation& place : locations) hosts.insert(place.host);
  return {hosts.begin(), hosts.end()};
}

/// Returns nothing if another job has dropped it meanwhile.
std::optional<formats::ProfiledNetwork> stored(const std::string& name) {
  if (name.empty()) return std::nullopt;
  try {
    const store::StoredNetwork network = store::read_network(store_location().folder, name);
    return formats::ProfiledNetwork{joined_pairs(network), network.fabric.hosts};
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

std::vector<formats::ProfiledPair> joined_pairs(const store::StoredNetwork& network) {
  return evaluation::joined(network.used());
}

NetworkAnswer known_network(const std::string& store, const PlanRequest& request, const PlanOptions& options,
                            const std::string& mpi) {
  const store::Fabric fabric{hosts_of(request.locations), mpi};
  if (!is_needed(options) || fabric.hosts.size() < 2) return {};
  const store::KnownNetwork known = store::find_network(store, fabric);
  return {known.name.empty() ? "" : " --network " + known.name,
          !known.is_settled && settings::flag(settings::Id::MeasureNetwork)};
}

void use_network(const PlanOptions& options, const formats::ProfileFile& profile, const PlanRequest& request,
                 const planning::JobSlots& job, planning::Aim& aim) {
  if (!is_needed(options) || profile.empty()) return;
  const auto kept = stored(options.network);
  const auto take = [&](const formats::ProfiledNetwork& network) {
    return planning::use_measured_network(network, request.locations, job, aim);
  };
  if (kept && take(*kept) && !aim.other_hosts) return;
  take(formats::read_profile_network(profile));
}

void keep_network(const store::Location& store, const formats::ProfileFile& profile, bool asked) {
  try {
    formats::ProfiledNetwork network = formats::read_profile_network(profile);
    if (network.hosts.size() < 2 || (network.pairs.empty() && !asked)) return;
    if (!evaluation::doubt_about(network.pairs, network.doubt).empty()) return;
    wire::KeyValues meta = formats::read_profile_meta(profile);
    store::add_network(store, {std::move(network.hosts), meta["mpi"]}, {meta["date"], std::move(network.pairs)});
  } catch (const InputError&) {
  }
}

std::map<std::string, std::string> calibration_notes(const formats::ProfileFile& profile) {
  constexpr double kPatience = 3;  // seconds
  try {
    const auto calibration = planning::calibration_of(profile, Deadline(kPatience));
    return calibration ? planning::notes_of(*calibration) : std::map<std::string, std::string>();
  } catch (const InputError&) {  // the profile is worth more than its calibration
    return {};
  }
}

std::string mark_doubtful_network(formats::ProfileWriter& writer) {
  const std::string doubt = evaluation::doubt_about(writer.network());
  if (doubt.empty()) return "";
  writer.note_network_doubt(doubt);
  const bool several_hosts = evaluation::NetworkCosts(writer.network()).between_hosts() != nullptr;
  return several_hosts ? evaluation::clause_of_doubt(doubt) : "";
}

}  // namespace topomorph::engine
