// Checks of the machine: what of it is visible, where processes may run, what they may use.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/launched.h"
#include "core/base/number.h"
#include "core/base/units.h"
#include "core/settings/settings.h"
#include "core/topology/sources/hwloc/machine.h"
#include "core/topology/sources/hwloc/tree_of_machine.h"
#include "core/topology/spec.h"
#include "tools/topomorph/doctor/check.h"
#include "tools/topomorph/doctor/control_group.h"

namespace topomorph::cli::doctor {

namespace {

namespace fs = std::filesystem;

/// What the engine and a plan for some thousand ranks fit into with room to spare.
constexpr std::uint64_t kLittleMemory = std::uint64_t{256} << 20;

int cpus_allowed() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

int cpus_online() { return static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)); }

std::string cpus_text(int count) { return fmt::format("{} CPU{}", count, count == 1 ? "" : "s"); }

std::string infiniband_devices() {
  std::string names;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator("/sys/class/infiniband", none)) {
    names += (names.empty() ? "" : ", ") + entry.path().filename().string();
  }
  return names;
}

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

Finding look_at_given_topology(const std::string& given) {
  if (given == "hosts") return {Verdict::Ok, "TOPOMORPH_TOPOLOGY=hosts: no network is looked at"};
  try {
    const GivenTopology found = topology::read_topology(given);
    const std::string what = fmt::format("TOPOMORPH_TOPOLOGY={}: {}", given, found.topology->describe());
    if (found.damages == 0) return {Verdict::Ok, what};
    return {Verdict::Warning, fmt::format("{}; {}", what, fmt::join(found.notes, "; ")),
            "what is there is used; make the files anew for the rest"};
  } catch (const InputError& error) {
    return {Verdict::Failure, fmt::format("TOPOMORPH_TOPOLOGY={}: {}", given, error.what()),
            "correct or unset the variable"};
  }
}

/// The soft limits that matter, where there are some.
std::string limits_text() {
  std::string text;
  for (const auto& [resource, name] :
       {std::pair{RLIMIT_AS, "memory (ulimit -v)"}, std::pair{RLIMIT_FSIZE, "file size (ulimit -f)"}}) {
    rlimit limit{};
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, volume_text(limit.rlim_cur));
  }
  rlimit seconds{};
  if (getrlimit(RLIMIT_CPU, &seconds) == 0 && seconds.rlim_cur != RLIM_INFINITY) {
    text += fmt::format("{}CPU time (ulimit -t) {} s", text.empty() ? "" : ", ", seconds.rlim_cur);
  }
  return text;
}

bool is_small(int resource) {
  rlimit limit{};
  return getrlimit(static_cast<__rlimit_resource>(resource), &limit) == 0 && limit.rlim_cur < kLittleMemory;
}

}  // namespace

Finding look_at_topology(Surroundings&) {
  const TreeTopology tree = topology::tree_of(topology::Machine::this_host());
  return {Verdict::Ok, fmt::format("this host: {}", tree.describe())};
}

Finding look_at_network(Surroundings&) {
  const std::string given = settings::text(settings::Id::Topology);
  if (!given.empty()) return look_at_given_topology(given);
  const std::string devices = infiniband_devices();
  const std::string infiniband = devices.empty() ? "" : fmt::format("; InfiniBand: {}", devices);
  if (is_set("SLURM_TOPOLOGY_ADDR")) return {Verdict::Ok, "Slurm tells the switches" + infiniband};
  if (is_set("SLURM_JOB_ID")) {
    return {Verdict::Warning, "a job of Slurm's, without SLURM_TOPOLOGY_ADDR" + infiniband,
            "TOPOMORPH_TOPOLOGY=slurm:FILE with its topology.conf, if there are several switches"};
  }
  if (!devices.empty()) {
    return {Verdict::Warning, fmt::format("InfiniBand ({}), whose switches nobody tells", devices),
            "ibnetdiscover >FILE as root, then TOPOMORPH_TOPOLOGY=ib:FILE; or topomorph topology --measure"};
  }
  return {Verdict::Ok, "nobody tells of switches: hosts are as far from each other as any others"};
}

Finding look_at_binding(Surroundings& surroundings) {
  const int online = cpus_online(), allowed = cpus_allowed();
  const std::string shell = allowed == online ? fmt::format("all {}", cpus_text(online))
                                              : fmt::format("{} of {}", allowed, cpus_text(online));
  if (launched_by_mpi()) {
    if (allowed < online || online == 1) return {Verdict::Ok, fmt::format("this rank is bound to {}", shell)};
    return {Verdict::Warning, fmt::format("this rank is not bound: it may use {}", shell),
            "mpirun --bind-to core, srun --cpu-bind=cores: places inside hosts count only where they last"};
  }
  const std::vector<int>& ranks = surroundings.job().cpus;
  if (ranks.empty())
    return {Verdict::Ok, fmt::format("this shell may use {}; see it of ranks by mpirun topomorph doctor", shell)};
  const bool bound = ranks.front() < online || online == 1;
  if (bound) return {Verdict::Ok, fmt::format("mpirun binds ranks, to {} each", cpus_text(ranks.front()))};
  return {Verdict::Warning, fmt::format("mpirun does not bind ranks: they may use {}", shell),
          "mpirun --bind-to core: places inside hosts count only where they last"};
}

Finding look_at_limits(Surroundings&) {
  const ControlGroup group = read_control_group("/sys/fs/cgroup", "/proc/self/cgroup");
  std::string text = limits_text();
  if (group.memory) {
    text += fmt::format("{}memory of the control group {}, {} of it taken", text.empty() ? "" : ", ",
                        volume_text(*group.memory), volume_text(group.memory_taken));
  }
  if (group.cpus) text += fmt::format("{}{:.3g} CPUs' worth of time", text.empty() ? "" : ", ", *group.cpus);
  const bool little = group.memory && *group.memory - std::min(*group.memory, group.memory_taken) < kLittleMemory;
  if (is_small(RLIMIT_AS) || is_small(RLIMIT_FSIZE) || little) {
    return {Verdict::Warning, text,
            "raise them: where the engine finds no room the order is kept, and no profile is written"};
  }
  return {Verdict::Ok, text.empty() ? "none" : text};
}

}  // namespace topomorph::cli::doctor
