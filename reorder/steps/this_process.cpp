// Asks the system, the launcher and the MPI library about this process.
#include "reorder/steps/this_process.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sched.h>
#include <unistd.h>

#include "core/base/number.h"
#include "runtime/mpi/call_state.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"
#include "runtime/process/pmix.h"

namespace topomorph::reorder {
namespace {

/// Returns the CPUs of the process's first thread, which the launcher has bound.
std::vector<std::uint32_t> allowed_cpus() {
  constexpr int kMostCpus = 1 << 20;
  for (int cpus = 1024; cpus <= kMostCpus; cpus *= 2) {  // the kernel's mask may be wider than cpu_set_t
    const std::size_t bytes = CPU_ALLOC_SIZE(cpus);
    const std::unique_ptr<cpu_set_t, void (*)(cpu_set_t*)> mask(CPU_ALLOC(cpus), [](cpu_set_t* set) { CPU_FREE(set); });
    if (mask && sched_getaffinity(getpid(), bytes, mask.get()) == 0) {
      std::vector<std::uint32_t> allowed;
      for (int cpu = 0; cpu < cpus; ++cpu) {
        if (CPU_ISSET_S(static_cast<std::size_t>(cpu), bytes, mask.get())) {
          allowed.push_back(static_cast<std::uint32_t>(cpu));
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

std::string cpu_list() { return cpu_list_text(allowed_cpus()); }

std::string mpi_version() {
  char version[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  real::Get_library_version(version, &length);
  const std::string text(version);
  return text.substr(0, text.find_first_of(",\n"));  // "Open MPI v4.1.4", without the build host
}

std::string command_line() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::uint64_t visible_world_rank() {
  return static_cast<std::uint64_t>(runtime::rank_in(runtime::substitute(handles::comm_world())));
}

}  // namespace topomorph::reorder
