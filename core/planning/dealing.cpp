// Describes how a launcher distributed the ranks of a job over its hosts.
#include "core/planning/dealing.h"

#include <algorithm>

#include <fmt/format.h>

namespace topomorph::planning {
namespace {

/// Returns how often consecutive ranks are on different hosts.
std::size_t changes_in(const std::vector<std::size_t>& hosts) {
  std::size_t changes = 0;
  for (std::size_t p = 1; p < hosts.size(); ++p) changes += hosts[p] != hosts[p - 1] ? 1 : 0;
  return changes;
}

/// Returns "in blocks" for --map-by slot, "in turn" for --map-by node, else "mixed".
const char* way_of_dealing(const std::vector<std::size_t>& hosts, std::size_t number) {
  if (changes_in(hosts) == number - 1) return "in blocks";
  for (std::size_t p = 0; p + number < hosts.size(); ++p) {
    if (hosts[p + number] != hosts[p]) return "mixed";
  }
  return changes_in(hosts) == hosts.size() - 1 ? "in turn" : "mixed";
}

std::vector<std::size_t> hosts_of(const JobSlots& job) {
  std::vector<std::size_t> hosts;
  if (job.tree() == nullptr && job.host_begin.empty()) return hosts;
  for (const Slot slot : job.slot_of_process) hosts.push_back(job.host_of(slot));
  return hosts;
}

}  // namespace

std::string dealing_words(const std::vector<std::size_t>& host_of_process) {
  std::vector<std::size_t> counts;
  for (const std::size_t host : host_of_process) {
    counts.resize(std::max(counts.size(), host + 1));
    ++counts[host];
  }
  std::erase(counts, std::size_t{0});
  if (counts.size() < 2) return "";
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
  const std::string each = *least == *most ? fmt::format("{}", *most) : fmt::format("{} to {}", *least, *most);
  return fmt::format("{} rank{} a node{}{}", each, *most == 1 ? "" : "s", *most == 1 ? "" : ", ",
                     *most == 1 ? "" : way_of_dealing(host_of_process, counts.size()));
}

std::string dealing_words(const JobSlots& job) { return dealing_words(hosts_of(job)); }

}  // namespace topomorph::planning
