// Describes the problem of a plan as text, and keeps the plan under the digest of this text.
#include "tools/engine/remembered_plan.h"

#include <exception>

#include <fmt/ranges.h>
#include <sys/stat.h>

#include "core/base/digest.h"
#include "core/formats/profile/reader.h"
#include "core/model/process_location.h"
#include "core/store/case.h"
#include "core/store/store.h"

namespace topomorph::engine {
namespace {

/// Plans that take less are as fast to make as to read.
constexpr double kWorthAFile = 0.01;  // seconds

/// A profile is replaced as a whole, so its file tells it from the one before it.
std::string identity_of(const formats::ProfileFile& profile) {
  struct stat file {};
  const Descriptor* open = profile.descriptor();
  const int status = open != nullptr ? fstat(open->get(), &file) : stat(profile.path().c_str(), &file);
  if (status != 0) return "";
  return fmt::format("{} {} {}.{:09}\n{}", file.st_ino, file.st_size, file.st_mtim.tv_sec, file.st_mtim.tv_nsec,
                     wire::encode(formats::read_profile_meta(profile)));
}

std::string text_of(const PlanOptions& options) {
  return fmt::format("{}\n{}\n{} {} {} {} {} {} {} {} {} {}", options.program, options.arguments, options.wish.min_gain,
                     name_of(options.weight), evaluation::name_of(options.cost), options.seed, options.wish.order,
                     options.wish.explore, fmt::join(options.wish.tried, ","), options.error.value_or(-1),
                     options.local_ranks, options.time_limit.value_or(-1));
}

std::string text_of(const evaluation::ReachCosts* reach) {
  if (reach == nullptr) return "-";
  return fmt::format("{} {} {} {} {} {} {}", reach->cost.latency, reach->cost.bandwidth, reach->send, reach->receive,
                     reach->burst_bytes, reach->burst_bandwidth, reach->waiting);
}

std::string text_of(const planning::Aim& aim) {
  std::string text = fmt::format("{} {} {}", aim.other_hosts, aim.doubtful, aim.cost.costs.assumed);
  for (std::size_t l = 0; l < aim.cost.costs.levels.size(); ++l) {
    const evaluation::LinkCost& level = aim.cost.costs.levels[l];
    text += fmt::format(" {}/{}/{}", level.latency, level.bandwidth, aim.cost.costs.uplink(l));
  }
  for (std::size_t reach = 0; reach < wire::kReaches; ++reach)
    text += "\n" + text_of(aim.cost.network.at(static_cast<wire::Reach>(reach)));
  return text;
}

/// Returns the text of the processes that share processors, and of those that use a GPU.
std::string devices_of(const PlanRequest& request) {
  const ProcessorPools pools = pools_of(request.locations);
  return fmt::format("{}\n{}\n{}", fmt::join(pools.of_process, " "), fmt::join(pools.processors, " "),
                     fmt::join(request.uses_gpu, " "));
}

bool is_remembered(const PlanOptions& options, const formats::ProfileFile& profile) {
  return !profile.empty() && options.wish.call.empty() && options.topology.empty() && options.level_costs.empty();
}

}  // namespace

PlanMemory::PlanMemory(const PlanRequest& request, const PlanOptions& options, const formats::ProfileFile& profile,
                       const planning::JobSlots& job, const planning::Aim& aim)
    : ranks_(request.locations.size()), worth_a_file_(kWorthAFile) {
  if (!is_remembered(options, profile)) return;
  // Another engine may plan otherwise, whatever its version says.
  const std::string own = store::program_identity("/proc/self/exe"), of_profile = identity_of(profile);
  if (of_profile.empty()) return;
  digest_ = digest(fmt::format("{}\n{}\n{}\n{}\n{}\n{}{}", own, of_profile, text_of(options), text_of(aim),
                               planning::place_words(job), devices_of(request), shape_of_places(job)));
}

std::optional<store::StoredPlan> PlanMemory::find() const {
  if (digest_.empty()) return std::nullopt;
  try {
    return store::find_plan(store_location(), digest_, ranks_);
  } catch (const std::exception&) {  // there is no place for a store
    return std::nullopt;
  }
}

void PlanMemory::keep(const store::StoredPlan& plan) const {
  if (digest_.empty() || !worth_a_file_.passed()) return;
  try {
    const store::Store store(store_location());
    store.prepare();
    store::add_plan(store.location(), digest_, plan);
  } catch (const std::exception&) {
  }
}

}  // namespace topomorph::engine
