// A profile for a case that has none: continued from profiles of the same program with other numbers of ranks.
#include "tools/engine/continued_profile.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/extrapolation/extrapolate.h"
#include "core/formats/profile/affinity_profile.h"
#include "core/formats/profile/reader.h"
#include "core/store/names.h"

namespace topomorph::engine {

namespace {

struct KnownProfile {
  formats::ProfileFile profile;
  Affinity affinity;
};

double times_apart(const store::Case& known, const store::Case& what) {
  return std::abs(std::log(static_cast<double>(known.ranks) / static_cast<double>(what.ranks)));
}

/// Returns the cases of the same program and arguments, those with the nearest numbers of ranks first.
std::vector<store::Case> cases_like(const store::Store& store, const store::Case& what) {
  const std::string folder = what.folder(), name_of_program = folder.substr(0, folder.rfind('-') + 1);
  std::vector<store::Case> found;
  for (const std::string& name : store.names(name_of_program)) {
    try {
      store::Case known = store.case_in(name);
      const store::Case same{known.program, known.identity, known.arguments, what.ranks};
      if (same == what && known.ranks != what.ranks) found.push_back(std::move(known));
    } catch (const InputError&) {  // its own next run drops it, or it is gone
    }
  }
  std::ranges::sort(found, [&](const store::Case& a, const store::Case& b) {
    return std::pair(times_apart(a, what), a.ranks) < std::pair(times_apart(b, what), b.ranks);
  });
  return found;
}

/// Returns the first two that can be read.
std::vector<KnownProfile> profiles_of(const store::Store& store, const std::vector<store::Case>& cases) {
  constexpr std::size_t kMost = 2;
  std::vector<KnownProfile> known;
  for (const store::Case& one : cases) {
    if (known.size() == kMost) break;
    try {
      const store::KeptFolder folder = store.folder_of(one.folder());
      if (!folder.has(store::kProfileName)) continue;
      const formats::ProfileFile profile = folder.profile(store::kProfileName);
      known.push_back({profile, formats::read_profile_affinity(profile)});
    } catch (const InputError&) {  // its own next run reports it
    }
  }
  return known;
}

}  // namespace

ContinuedProfile continued_profile(const store::Store& store, const store::Case& what) {
  const std::vector<KnownProfile> known = profiles_of(store, cases_like(store, what));
  if (known.empty()) return {};
  std::optional<extrapolation::Continuation> result;
  try {
    result = extrapolation::extrapolate(known[0].affinity, known.size() > 1 ? &known[1].affinity : nullptr, what.ranks);
  } catch (const InputError& error) {
    return {"", fmt::format("profile of {} ranks not continued to {}: {}", known[0].affinity.roles(), what.ranks,
                            error.what())};
  }
  const store::KeptFolder folder = store.folder_of(what.folder());
  formats::write_affinity_profile(result->affinity,
                                  result->meta_of_profile(formats::read_profile_meta(known[0].profile)),
                                  folder.folder(), store::kContinuedName, folder.file_mode());
  return {folder.folder().path_of(store::kContinuedName), ""};
}

}  // namespace topomorph::engine
