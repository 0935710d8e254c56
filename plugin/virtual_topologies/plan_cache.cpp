// A map from keys to plans.
#include "plugin/virtual_topologies/plan_cache.h"

#include <mutex>
#include <string>
#include <unordered_map>

#include <unistd.h>

#include "core/base/digest.h"
#include "core/settings/settings.h"

namespace topomorph::plugin::virtual_topologies {
namespace {

constexpr std::size_t kMostPlans = 4096;

std::mutex guard;
std::unordered_map<std::uint64_t, KnownPlan>& plans() {
  static auto* const kept =
      new std::unordered_map<std::uint64_t, KnownPlan>;  // never destroyed: exit handlers may call MPI
  return *kept;
}

}  // namespace

std::uint64_t share_of_key(int rank, std::uint64_t place, const Pattern& pattern) {
  const std::string head = std::to_string(place) + "/" + std::to_string(getpid()) + "/" + std::to_string(rank) + "/" +
                           settings::text(settings::Id::Topology) + "/" + pattern.call + "/";
  return fnv1a({pattern.frames.data(), pattern.frames.size()}, fnv1a(head));
}

std::optional<KnownPlan> known_plan(std::uint64_t key) {
  const std::lock_guard lock(guard);
  const auto found = plans().find(key);
  return found == plans().end() ? std::nullopt : std::optional(found->second);
}

void remember_plan(std::uint64_t key, const KnownPlan& plan) {
  const std::lock_guard lock(guard);
  if (plans().size() >= kMostPlans) {
    plans().clear();
  }
  plans()[key] = plan;
}

}  // namespace topomorph::plugin::virtual_topologies
