// Finds the hosts of a job that a topology lacks.
#include "tools/topomorph/topology/host_check.h"

#include <filesystem>
#include <unordered_set>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/topology/host_names.h"
#include "core/topology/sources/slurm/host_list.h"

namespace topomorph::cli {

namespace {

void add_line(std::string_view line, LineReader& reader, std::vector<std::string>& hosts) {
  Words words(line.substr(0, line.find('#')));
  std::string_view word = words.next();
  if (word.empty()) return;
  if (const std::size_t at = word.find('@'); at != std::string_view::npos) word.remove_prefix(at + 1);  // user@host
  try {
    for (std::string& name : topology::parse_host_list(word.substr(0, word.find(':'))))
      hosts.push_back(std::move(name));
  } catch (const InputError& error) {
    reader.fail(error.what());
  }
}

}  // namespace

std::vector<std::string> hosts_of_job(const std::string& file_or_list, const std::string& option) {
  std::vector<std::string> hosts;
  std::error_code none;
  const bool is_file = file_or_list.find('/') != std::string::npos;  // not part of any host name
  if (is_file || std::filesystem::exists(file_or_list, none)) {
    LineReader reader(file_or_list);
    while (const auto line = reader.next()) add_line(*line, reader, hosts);
    if (hosts.empty()) throw InputError(file_or_list, 0, "found no host, expected one a line");
  } else {
    try {
      hosts = topology::parse_host_list(file_or_list);
    } catch (const InputError& error) {
      throw InputError(option + ": no such file, and as a list of hosts: " + error.what());
    }
  }
  std::unordered_set<std::string> seen;
  std::erase_if(hosts, [&](const std::string& host) { return !seen.insert(host).second; });
  return hosts;
}

std::vector<std::string> missing_hosts(const std::vector<std::string>& job, const GivenTopology& given) {
  if (given.hosts.names.empty()) {
    throw InputError("--check: found a topology without names of hosts, expected one from a source that names them");
  }
  const topology::HostNames names(given.hosts.names);
  std::vector<std::string> missing;
  for (const std::string& host : job) {
    if (!names.find(host)) missing.push_back(host);
  }
  return missing;
}

}  // namespace topomorph::cli
