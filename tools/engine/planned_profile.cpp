// The profile that a plan is made from, or one that is continued from other numbers of ranks.
#include "tools/engine/planned_profile.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <sys/stat.h>

#include "core/base/error.h"
#include "core/base/folder.h"
#include "core/base/trusted_path.h"
#include "core/decision/candidate_orders.h"
#include "core/extrapolation/extrapolate.h"
#include "core/formats/profile/affinity_profile.h"
#include "core/formats/profile/reader.h"
#include "core/store/names.h"

namespace topomorph::engine {

namespace {

namespace fs = std::filesystem;

void check_is_there(const std::string& path, bool is_default) {
  std::error_code error;
  if (fs::exists(path, error) || (error && error.value() != ENOENT)) return;  // the reader reports other errors
  throw InputError(path, 0,
                   fmt::format("cannot be read: {} ({})", std::strerror(ENOENT),
                               is_default ? "topomorph profile writes it, and -p FILE names another profile"
                                          : "topomorph profile -o FILE writes a profile"));
}

/// Refuses a pipe: reading it could take as long as the job waits.
void check_regular(const std::string& path) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw InputError(path, 0, fs::is_directory(status) ? "is a folder" : "is no regular file");
  }
}

/// Opens a profile that nobody has named: in a folder like /tmp another user can have put it there.
formats::ProfileFile default_profile(const std::string& path) {
  std::string name;
  const Folder folder = Folder::of_file(path, name);
  Descriptor file = folder.open_file(name);
  struct stat status {};
  if (fstat(file.get(), &status) != 0) fail_by_errno(path, "cannot be examined");
  if (is_of_caller_or_root(status)) return {std::move(file), path};
  throw InputError(path, 0, "belongs to another user, who may have put it there; -p FILE uses it");
}

/// `path` is STORE/CASE/NAME.
formats::ProfileFile kept_profile(const fs::path& path) {
  const fs::path folder = path.parent_path();
  return store::Store(folder.parent_path().string())
      .folder_of(folder.filename().string())
      .profile(path.filename().string());
}

}  // namespace

formats::ProfileFile planned_profile(const PlanOptions& options) {
  if (options.profile.empty()) return {};
  if (options.is_kept) return kept_profile(options.profile);
  check_is_there(options.profile, options.is_default);
  check_regular(options.profile);
  if (options.is_default) return default_profile(options.profile);
  return options.profile;
}

mapping::Preset preset_for(const formats::ProfileFile& profile) {
  return profile.empty() ? mapping::Preset::Default : decision::preset_for(formats::read_profile_ranks(profile));
}

std::string other_program_note(const formats::ProfileFile& profile, const std::string& program) {
  const std::string measured = formats::read_profile_meta(profile)["program"];
  if (measured.empty() || program.empty() || fs::path(measured).filename() == fs::path(program).filename()) return "";
  return fmt::format("profile {} is of {}, this is {}: used nevertheless", profile.path(), measured, program);
}

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
