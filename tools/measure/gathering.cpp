// What the processes of the measuring job tell the first one, and it them.
#include "tools/measure/gathering.h"

#include <algorithm>
#include <fstream>
#include <numeric>

#include <unistd.h>

#include "core/support/error.h"
#include "core/topology/hwloc/machine.h"

namespace topomorph::measure {

namespace {

std::vector<int> starts_of(const std::vector<int>& lengths) {
  std::vector<int> starts(lengths.size() + 1, 0);
  std::partial_sum(lengths.begin(), lengths.end(), starts.begin() + 1);
  return starts;
}

/// Texts of all processes, on all.
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

/// CPUs this process may use, as Linux lists them; empty where it does not say.
std::string allowed_cpus() {
  static constexpr std::string_view kKey = "Cpus_allowed_list:";
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(kKey)) return line.substr(line.find_first_not_of(" \t", kKey.size()));
  }
  return "";
}

/// Paths of the processes of this host; empty where all may use the same CPUs, or where the machine cannot be read.
std::vector<std::string> paths_on_host(const std::vector<std::string>& cpus) {
  const bool alike = std::adjacent_find(cpus.begin(), cpus.end(), std::not_equal_to<>()) == cpus.end();
  if (alike) return std::vector<std::string>(cpus.size());
  try {
    return locate_cpusets(Machine::this_host(), cpus);
  } catch (const InputError&) {
    return std::vector<std::string>(cpus.size());
  }
}

std::string own_path(MPI_Comm comm) {
  MPI_Comm host = MPI_COMM_NULL;
  MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  int rank = 0;
  MPI_Comm_rank(host, &rank);
  const std::vector<std::string> cpus = all_texts(host, allowed_cpus());
  std::string joined;
  if (rank == 0) {
    for (const std::string& path : paths_on_host(cpus)) joined += path + "\n";
  }
  std::string paths = all_texts(host, joined).front();
  MPI_Comm_free(&host);
  for (int i = 0; i < rank; ++i) paths.erase(0, paths.find('\n') + 1);
  return paths.substr(0, paths.find('\n'));
}

}  // namespace

std::vector<ProcessLocation> locations(MPI_Comm comm) {
  std::vector<ProcessLocation> found;
  for (const std::string& text : all_texts(comm, host_name() + "\t" + own_path(comm))) {
    const auto tab = text.find('\t');
    found.push_back({text.substr(0, tab), text.substr(tab + 1)});
  }
  return found;
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

std::vector<Finding> gather(MPI_Comm comm, const std::vector<Finding>& mine) {
  int rank = 0, processes = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &processes);
  const int bytes = static_cast<int>(mine.size() * sizeof(Finding));
  std::vector<int> lengths(rank == 0 ? static_cast<std::size_t>(processes) : 0);
  MPI_Gather(&bytes, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, comm);
  const std::vector<int> starts = starts_of(lengths);
  std::vector<Finding> all(static_cast<std::size_t>(starts.back()) / sizeof(Finding));
  MPI_Gatherv(mine.data(), bytes, MPI_BYTE, all.data(), lengths.data(), starts.data(), MPI_BYTE, 0, comm);
  return all;
}

}  // namespace topomorph::measure
