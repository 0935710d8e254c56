// Compares the hosts of a job.
#include "tools/topomorph/doctor/hosts.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/launched.h"
#include "tools/topomorph/child.h"
#include "tools/topomorph/companions.h"
#include "tools/topomorph/doctor/host_facts.h"
#include "tools/topomorph/message.h"

namespace topomorph::cli::doctor {

namespace {

using nlohmann::json;

constexpr double kPatience = 60;  // seconds: MPI_Init of a large job on a slow file server

std::string names_text(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(kMost, names.size()));
  const std::string text = fmt::format("{}", fmt::join(names.begin(), end, ", "));
  return names.size() <= kMost ? text : fmt::format("{} and {} more", text, names.size() - kMost);
}

/// Facts without which a job does not run, or not as one job.
bool is_vital(const std::string& fact) { return fact != "PMIx" && fact != "settings" && fact != "LD_PRELOAD"; }

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
  findings.push_back({is_vital(fact) ? Verdict::Failure : Verdict::Warning, text,
                      is_vital(fact) ? "install the same on all hosts, and let jobs find it there"
                                     : "give all hosts the same environment (mpirun -x NAME, srun --export)"});
}

/// Returns the facts of this rank as topomorph-links passes them on. One rank of each host reports them.
std::string said_here(Surroundings& surroundings) {
  if (!launched_first_on_host()) return "";
  const HostFacts here = host_facts(surroundings);
  return json{{"host", here.host}, {"facts", here.facts}}.dump(-1, ' ', true, json::error_handler_t::replace);
}

std::vector<HostFacts> hosts_in(const json& said) {
  std::vector<HostFacts> hosts;
  for (const json& text : said) {
    const json word = json::parse(text.get<std::string>(), nullptr, false);
    if (word.is_object()) hosts.push_back({word.at("host"), word.at("facts")});
  }
  return hosts;
}

std::string problem_of_gathering(const ChildResult& child) {
  if (child.in_time) return fmt::format("the ranks could not be asked: {}", problem_of(child));
  return fmt::format("not all ranks answered in {:g} s: on some host MPI does not start, or topomorph-links is missing",
                     kPatience);
}

std::vector<Finding> findings_of(const ChildResult& child) {
  const json answer = json::parse(child.out, nullptr, false);
  if (child.status != 0 || !answer.is_object()) {
    return {{Verdict::Failure, problem_of_gathering(child),
             "under Slurm say srun --mpi=pmix; else see what it says on each host alone: mpirun -n 1 --host NAME "
             "topomorph doctor"}};
  }
  const std::size_t ranks = answer.at("said").size();
  if (ranks == launched_ranks()) return compare_hosts(hosts_in(answer.at("said")), ranks);
  return {
      {Verdict::Failure,
       fmt::format("the launcher started {} ranks, of which the MPI library finds {}: they speak different languages",
                   launched_ranks(), ranks),
       "use the mpirun that belongs to the MPI library, or srun --mpi=pmix"}};
}

std::vector<Finding> nobody_asked() {
  const std::string problem = fmt::format("there is no topomorph-links on {}", host_name());
  if (!is_other_rank()) return {{Verdict::Warning, problem + ": other hosts are not looked at"}};
  if (launched_first_on_host()) message(problem);
  return {};
}

}  // namespace

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

std::vector<Finding> look_at_hosts(Surroundings& surroundings) {
  if (launched_ranks() < 2) return {};
  const std::string links = links_program_path();
  if (links.empty()) return nobody_asked();
  const ChildResult child = run_child({links, "--gather", said_here(surroundings)}, kPatience, {"TOPOMORPH_MODE=off"});
  if (!is_other_rank()) return findings_of(child);
  if (child.status != 0 && child.in_time && launched_first_on_host()) {
    message(fmt::format("{}: {}", host_name(), problem_of(child)));
  }
  return {};
}

}  // namespace topomorph::cli::doctor
