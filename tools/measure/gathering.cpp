// Exchanges data between the processes of the measuring job.
#include "tools/measure/gathering.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>

#include <unistd.h>

#include "core/base/error.h"
#include "core/topology/sources/hwloc/machine.h"
#include "core/topology/sources/hwloc/tree_of_machine.h"

namespace topomorph::measure {

namespace {

std::vector<int> starts_of(const std::vector<int>& lengths) {
  std::vector<int> starts(lengths.size() + 1, 0);
  std::partial_sum(lengths.begin(), lengths.end(), starts.begin() + 1);
  return starts;
}

/// Gathers one text of each process on all processes.
std::vector<std::string> all_texts(MPI_Comm comm, const std::string& mine) {
  int processes = 0;
  MPI_Comm_size(comm, &processes);
  const int length = static_cast<int>(mine.size());
  std::vector<int> lengths(static_cast<std::size_t>(processes));
  MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, comm);
  const std::vector<int> starts = starts_of(lengths);
  std::string all(static_cast<std::size_t>(starts.back()), '\0');
  MPI_Allgatherv(mine.data(), length, MPI_CHAR, all.data(), lengths.data(), starts.data(), MPI_CHAR, comm);
  std::vector<std::string> texts;
  for (std::size_t p = 0; p < lengths.size(); ++p) {
    texts.push_back(all.substr(static_cast<std::size_t>(starts[p]), static_cast<std::size_t>(lengths[p])));
  }
  return texts;
}

std::string host_name() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

/// Returns the CPUs that this process may use, in Linux's list format; empty if Linux does not say.
std::string allowed_cpus() {
  static constexpr std::string_view kKey = "Cpus_allowed_list:";
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(kKey)) return line.substr(line.find_first_not_of(" \t", kKey.size()));
  }
  return "";
}

/// Returns the paths of the processes of this host; empty if all may use the same CPUs or the machine cannot be read.
std::vector<std::string> paths_on_host(const std::vector<std::string>& cpus) {
  const bool alike = std::adjacent_find(cpus.begin(), cpus.end(), std::not_equal_to<>()) == cpus.end();
  if (alike) return std::vector<std::string>(cpus.size());
  try {
    return topology::locate_cpusets(topology::Machine::this_host(), cpus);
  } catch (const InputError&) {
    return std::vector<std::string>(cpus.size());
  }
}

/// Returns the leader of the host (its first process, which tells hosts of one name apart) and the path inside the
/// host.
std::pair<int, std::string> own_place(MPI_Comm comm) {
  MPI_Comm host = MPI_COMM_NULL;
  MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  int rank = 0, leader = 0;
  MPI_Comm_rank(comm, &leader);
  MPI_Comm_rank(host, &rank);
  MPI_Bcast(&leader, 1, MPI_INT, 0, host);
  const std::vector<std::string> cpus = all_texts(host, allowed_cpus());
  std::string joined;
  if (rank == 0) {
    for (const std::string& path : paths_on_host(cpus)) joined += path + "\n";
  }
  std::string paths = all_texts(host, joined).front();
  MPI_Comm_free(&host);
  for (int i = 0; i < rank; ++i) paths.erase(0, paths.find('\n') + 1);
  return {leader, paths.substr(0, paths.find('\n'))};
}

/// Returns the argument of parse_slurm_address(); empty outside of Slurm.
std::string slurm_address() {
  const char* address = std::getenv("SLURM_TOPOLOGY_ADDR");
  const char* pattern = std::getenv("SLURM_TOPOLOGY_ADDR_PATTERN");
  return address == nullptr || pattern == nullptr ? "" : std::string(address) + " " + pattern;
}

/// Returns "name", or "name/2" for the second host with this name.
std::string unique_name(const std::string& name, const std::string& leader,
                        std::map<std::string, std::vector<std::string>>& leaders_of) {
  std::vector<std::string>& leaders = leaders_of[name];
  const auto place = std::find(leaders.begin(), leaders.end(), leader);
  const auto number = place - leaders.begin() + 1;
  if (place == leaders.end()) leaders.push_back(leader);
  return number == 1 ? name : name + "/" + std::to_string(number);
}

}  // namespace

std::vector<ProcessLocation> locations(MPI_Comm comm) {
  const auto [leader, path] = own_place(comm);
  const std::vector<std::string> names = all_texts(comm, host_name());
  const std::vector<std::string> leaders = all_texts(comm, std::to_string(leader));
  const std::vector<std::string> paths = all_texts(comm, path), addresses = all_texts(comm, slurm_address());
  std::map<std::string, std::vector<std::string>> leaders_of;
  std::vector<ProcessLocation> found;
  for (std::size_t p = 0; p < names.size(); ++p)
    found.push_back({unique_name(names[p], leaders[p], leaders_of), paths[p], addresses[p]});
  return found;
}

void on_first(MPI_Comm comm, const std::function<void()>& work) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  std::string problem;
  try {
    if (rank == 0) work();
  } catch (const std::exception& error) {
    problem = error.what();
  }
  std::uint64_t size = problem.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, 0, comm);
  problem.resize(size);
  MPI_Bcast(problem.data(), static_cast<int>(size), MPI_CHAR, 0, comm);
  if (size > 0) throw InputError(problem);
}

void wait_for_all(MPI_Comm comm) {
  constexpr useconds_t kNap = 2000;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(comm, &request);
  for (int done = 0; done == 0;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done == 0) usleep(kNap);
  }
}

}  // namespace topomorph::measure
