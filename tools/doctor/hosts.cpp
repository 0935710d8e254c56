// Collects the facts that must be the same on all hosts of a job, and compares them.
#include "tools/doctor/hosts.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "core/base/digest.h"
#include "core/base/process.h"
#include "core/settings/settings.h"
#include "core/settings/site.h"
#include "core/wire/gpu_signs.h"
#include "tools/output/message.h"
#include "tools/programs/backs.h"
#include "tools/programs/child.h"

namespace topomorph::doctor {

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

/// Returns "/etc/topomorph/site.conf (0123abcd)", or why it does not count, or which of its lines does not.
std::string site_file_here() {
  const settings::Site& site = settings::site();
  return site.problem().empty() ? identity_of(site.path()) : std::string(site.problem());
}

/// Drops the text of a good finding: it has times, which differ between hosts.
std::string verdict_words(const Finding& finding) { return finding.verdict == Verdict::Ok ? "works" : finding.found; }

using nlohmann::json;

constexpr const char* kSiteFact = "site file";

constexpr double kGatheringTimeout = 60;  // seconds: MPI_Init of a large job on a slow file server

std::string names_text(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(kMost, names.size()));
  const std::string text = fmt::format("{}", fmt::join(names.begin(), end, ", "));
  return names.size() <= kMost ? text : fmt::format("{} and {} more", text, names.size() - kMost);
}

/// Facts without which a job does not run, or not as one job.
bool is_vital(const std::string& fact) {
  return fact != "PMIx" && fact != "settings" && fact != kSiteFact && fact != "LD_PRELOAD";
}

std::string advice_for(const std::string& fact) {
  if (is_vital(fact)) return "install the same version on all hosts, where jobs find it";
  if (fact == kSiteFact) return fmt::format("give all hosts the same {}", settings::kSiteFile);
  return "give all hosts the same environment (mpirun -x NAME, srun --export)";
}

std::string value_on(const HostFacts& host, const std::string& fact) {
  const auto found = host.facts.find(fact);
  return found == host.facts.end() ? "not told" : found->second;
}

/// Adds a finding if the hosts differ.
void compare(const std::vector<HostFacts>& hosts, const std::string& fact, std::vector<Finding>& findings) {
  std::map<std::string, std::vector<std::string>> hosts_with;
  for (const HostFacts& host : hosts) hosts_with[value_on(host, fact)].push_back(host.host);
  if (hosts_with.size() < 2) return;
  const auto most = std::max_element(hosts_with.begin(), hosts_with.end(),
                                     [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  std::string text = fact + " differs: ";
  for (const auto& [value, names] : hosts_with) {
    if (value != most->first) text += fmt::format("{} on {}, ", value, names_text(names));
  }
  text += fmt::format("{} on {}", most->first, names_text(most->second));
  findings.push_back({is_vital(fact) ? Verdict::Failure : Verdict::Warning, text, advice_for(fact)});
}

/// Returns what this rank says, as topomorph-links passes it on: one rank of each host reports its facts, each rank
/// whether it runs far from its GPU.
std::string words_of_this_rank(Surroundings& surroundings) {
  json words = json::object();
  if (launched_first_on_host()) {
    const HostFacts here = host_facts(surroundings);
    words = {{"host", here.host}, {"facts", here.facts}};
  }
  if (const std::string far = far_from_gpu(); !far.empty()) {
    words["far"] = fmt::format("rank {} on {} {}", launched_rank().value_or(0), host_name(), far);
  }
  return words.empty() ? "" : words.dump(-1, ' ', true, json::error_handler_t::replace);
}

/// Returns the words of the ranks that have said something.
std::vector<json> words_in(const json& said) {
  std::vector<json> words;
  for (const json& text : said) {
    json word = json::parse(text.get<std::string>(), nullptr, false);
    if (word.is_object()) words.push_back(std::move(word));
  }
  return words;
}

std::vector<HostFacts> hosts_in(const std::vector<json>& words) {
  std::vector<HostFacts> hosts;
  for (const json& word : words) {
    if (word.contains("facts")) hosts.push_back({word.at("host"), word.at("facts")});
  }
  return hosts;
}

/// Adds a finding with the first rank that runs far from its GPU, if there is one, and the number of the others.
void add_far(const std::vector<json>& words, std::vector<Finding>& findings) {
  std::vector<std::string> far;
  for (const json& word : words) {
    if (word.contains("far")) far.push_back(word.at("far"));
  }
  if (far.empty()) return;
  findings.push_back({Verdict::Warning, far.front() + wire::others_far_words(far.size() - 1), kNearGpus});
}

std::string problem_of_gathering(const programs::ChildResult& child) {
  if (child.in_time) return fmt::format("the ranks could not be asked: {}", programs::problem_of(child));
  return fmt::format(
      "not all ranks answered in {:g} s: MPI does not start on some host, or topomorph-links is missing there",
      kGatheringTimeout);
}

std::vector<Finding> findings_of(const programs::ChildResult& child) {
  const json answer = json::parse(child.out, nullptr, false);
  if (child.status != 0 || !answer.is_object()) {
    return {{Verdict::Failure, problem_of_gathering(child),
             "under Slurm say srun --mpi=pmix; else run it on each host alone: mpirun -n 1 --host NAME "
             "topomorph doctor"}};
  }
  const std::size_t ranks = answer.at("said").size();
  if (ranks == launched_rank_count()) {
    const std::vector<json> words = words_in(answer.at("said"));
    std::vector<Finding> findings = compare_hosts(hosts_in(words), ranks);
    add_far(words, findings);
    return findings;
  }
  return {{Verdict::Failure,
           fmt::format("the launcher started {} ranks, of which the MPI library finds {}: they use different protocols",
                       launched_rank_count(), ranks),
           "use the mpirun that belongs to the MPI library, or srun --mpi=pmix"}};
}

std::vector<Finding> nobody_asked() {
  const std::string problem = fmt::format("there is no topomorph-links on {}", host_name());
  if (!output::is_other_rank()) return {{Verdict::Warning, problem + ": other hosts are not checked"}};
  if (launched_first_on_host()) output::message(problem);
  return {};
}

}  // namespace

std::string host_name() {
  std::string name(256, '\0');
  return gethostname(name.data(), name.size() - 1) == 0 ? name.c_str() : "a host without a name";
}

HostFacts host_facts(Surroundings& surroundings) {
  const MpiLibrary& mpi = surroundings.mpi();
  const std::string preloaded = variable("LD_PRELOAD");
  return {host_name(),
          {{"version", TOPOMORPH_VERSION},
           {"library", identity_of(programs::library_path())},
           {"preloading", verdict_words(check_preloading(surroundings))},
           {"engine", fmt::format("{}, {}", identity_of(programs::engine_program_path()),
                                  verdict_words(check_engine(surroundings)))},
           {"MPI library", mpi.problem.empty() ? mpi.found : mpi.problem},
           {"PMIx", pmix()},
           {"settings", settings_here()},
           {kSiteFact, site_file_here()},
           {"LD_PRELOAD", preloaded.empty() ? "none" : preloaded}}};
}

std::vector<Finding> compare_hosts(const std::vector<HostFacts>& hosts, std::size_t ranks) {
  if (hosts.size() == 1) return {{Verdict::Ok, fmt::format("all {} ranks are on this one", ranks)}};
  std::set<std::string> names;
  for (const HostFacts& host : hosts) {
    for (const auto& [fact, value] : host.facts) names.insert(fact);
  }
  std::vector<Finding> findings;
  for (const std::string& fact : names) compare(hosts, fact, findings);
  if (!findings.empty()) return findings;
  return {{Verdict::Ok,
           fmt::format("{} ranks on {} hosts, which have the same {}", ranks, hosts.size(), fmt::join(names, ", "))}};
}

std::vector<Finding> check_hosts(Surroundings& surroundings) {
  if (launched_rank_count() < 2) return {};
  const std::string links = programs::links_program_for(programs::kind_of_job());
  if (links.empty()) return nobody_asked();
  const programs::ChildResult child = programs::run_child({links, "--gather", words_of_this_rank(surroundings)},
                                                          kGatheringTimeout, {"TOPOMORPH_MODE=off"});
  if (!output::is_other_rank()) return findings_of(child);
  if (child.status != 0 && child.in_time && launched_first_on_host()) {
    output::message(fmt::format("{}: {}", host_name(), programs::problem_of(child)));
  }
  return {};
}

}  // namespace topomorph::doctor
