// Reads the place of a process from the system, the launcher and the batch system.
#include "reorder/binding.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sched.h>
#include <unistd.h>

#include "plugin/process/pmix.h"
#include "plugin/runtime/real_mpi.h"

namespace topomorph::reorder {
namespace {

/// Returns the CPUs of the process's first thread, which the launcher has bound.
std::vector<int> allowed_cpus() {
  constexpr int kMostCpus = 1 << 20;
  for (int cpus = 1024; cpus <= kMostCpus; cpus *= 2) {  // the kernel's mask may be wider than cpu_set_t
    const std::size_t bytes = CPU_ALLOC_SIZE(cpus);
    const std::unique_ptr<cpu_set_t, void (*)(cpu_set_t*)> mask(CPU_ALLOC(cpus), [](cpu_set_t* set) { CPU_FREE(set); });
    if (mask && sched_getaffinity(getpid(), bytes, mask.get()) == 0) {
      std::vector<int> allowed;
      for (int cpu = 0; cpu < cpus; ++cpu) {
        if (CPU_ISSET_S(static_cast<std::size_t>(cpu), bytes, mask.get())) {
          allowed.push_back(cpu);
        }
      }
      return allowed;
    }
    if (errno != EINVAL) {
      break;
    }
  }
  return {};
}

/// Returns the host's name as the user or the batch system gave it, which files of networks use. Empty if PMIx does not
/// tell, or tells an address.
std::string launchers_name() {
  const auto name = process::pmix::text(process::pmix::own_rank(), process::pmix::kHostName);
  if (!name) return {};
  std::string text(name->text());
  in6_addr address{};
  const bool is_number =
      inet_pton(AF_INET, text.c_str(), &address) == 1 || inet_pton(AF_INET6, text.c_str(), &address) == 1;
  return is_number ? std::string() : text;
}

std::string name_in_mpi() {
  char name[MPI_MAX_PROCESSOR_NAME + 1] = {};
  int length = 0;
  if (real::Get_processor_name(name, &length) != MPI_SUCCESS) return "unknown";
  return {name, static_cast<std::size_t>(length)};
}

}  // namespace

std::string host_name() {
  std::string host = launchers_name();
  if (host.empty()) host = name_in_mpi();
  std::replace_if(
      host.begin(), host.end(), [](char c) { return c == '\t' || c == '\n'; }, '_');  // they separate fields
  return host;
}

std::string batch_address() {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  std::string_view address = variable("SLURM_TOPOLOGY_ADDR"), pattern = variable("SLURM_TOPOLOGY_ADDR_PATTERN");
  if (address.empty() || pattern.empty()) {  // Slurm without a topology plugin still names the node
    address = variable("SLURMD_NODENAME");
    pattern = "node";
  }
  std::string text(address);
  text.append(" ").append(pattern);
  constexpr std::size_t kLongest = 1024;  // limits what an arbitrary environment may contain
  const bool sound = !address.empty() && text.size() <= kLongest &&
                     std::all_of(text.begin(), text.end(), [](unsigned char c) { return c >= ' ' && c != 0x7f; });
  return sound ? text : std::string();
}

std::string cpu_list() {
  const std::vector<int> cpus = allowed_cpus();
  std::string list;
  for (std::size_t first = 0; first < cpus.size();) {
    std::size_t last = first;
    while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) {
      ++last;
    }
    list.append(list.empty() ? "" : ",").append(std::to_string(cpus[first]));
    list += last > first ? '-' + std::to_string(cpus[last]) : std::string();
    first = last + 1;
  }
  return list;
}

}  // namespace topomorph::reorder
