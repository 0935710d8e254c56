// Collects the facts that must be the same on all hosts of a job.
#include "tools/topomorph/doctor/host_facts.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <unistd.h>

#include "core/base/digest.h"
#include "core/settings/settings.h"
#include "tools/topomorph/companions.h"

namespace topomorph::cli::doctor {

namespace {

/// Returns path and digest of the contents: a library of another build may have the same version.
std::string identity_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (path.empty() || !file) return "none";
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return fmt::format("{} ({})", path, digest(bytes).substr(0, 8));
}

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Returns the version of PMIx, the protocol between launcher and ranks.
std::string pmix() {
  if (const std::string version = variable("PMIX_VERSION"); !version.empty()) return "PMIx " + version;
  if (!variable("PMIX_RANK").empty()) return "PMIx";
  return variable("PMI_RANK").empty() ? "none" : "PMI";
}

std::string settings_here() {
  std::string text;
  for (const settings::Setting& setting : settings::all()) {
    const std::string value = variable(setting.variable);
    if (!value.empty()) text += fmt::format("{}{}={}", text.empty() ? "" : " ", setting.variable, value);
  }
  return text.empty() ? "none" : text;
}

/// Drops the text of a good finding: it has times, which differ between hosts.
std::string in_short(const Finding& finding) { return finding.verdict == Verdict::Ok ? "works" : finding.found; }

}  // namespace

std::string host_name() {
  std::string name(256, '\0');
  return gethostname(name.data(), name.size() - 1) == 0 ? name.c_str() : "a host without a name";
}

HostFacts host_facts(Surroundings& surroundings) {
  const MpiLibrary& mpi = surroundings.mpi();
  const std::string preloaded = variable("LD_PRELOAD");
  return {
      host_name(),
      {{"version", TOPOMORPH_VERSION},
       {"library", identity_of(library_path())},
       {"preloading", in_short(look_at_preloading(surroundings))},
       {"engine", fmt::format("{}, {}", identity_of(engine_program_path()), in_short(look_at_engine(surroundings)))},
       {"MPI library", mpi.problem.empty() ? mpi.found : mpi.problem},
       {"PMIx", pmix()},
       {"settings", settings_here()},
       {"LD_PRELOAD", preloaded.empty() ? "none" : preloaded}}};
}

}  // namespace topomorph::cli::doctor
