// Checks the machine: topology, CPUs and memory that processes may use.
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
#include "core/base/number.h"
#include "core/base/process.h"
#include "core/base/text.h"
#include "core/settings/settings.h"
#include "core/topology/sources/hwloc/machine.h"
#include "core/topology/sources/hwloc/tree_of_machine.h"
#include "core/topology/spec.h"
#include "tools/doctor/checks.h"

namespace topomorph::doctor {

namespace {

namespace fs = std::filesystem;

/// Returns the path after "0::", relative to the mount; empty if the group is the mount itself or of version 1.
fs::path own_group(const std::string& own) {
  std::ifstream file(own);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("0::/")) return line.substr(4);
  }
  return {};
}

/// Returns the two words of a file with one line.
std::pair<std::string, std::string> first_words(const fs::path& path) {
  std::pair<std::string, std::string> words;
  std::ifstream(path) >> words.first >> words.second;
  return words;
}

void narrow(const fs::path& folder, ControlGroup& group) {
  const auto memory = parse_count(first_words(folder / "memory.max").first);
  if (memory && (!group.memory || *memory < *group.memory)) {
    group.memory = memory;
    group.memory_taken = parse_count(first_words(folder / "memory.current").first).value_or(0);
  }
  const auto [quota, period] = first_words(folder / "cpu.max");
  const auto share = parse_real(quota), of = parse_real(period);
  if (share && of && *of > 0 && (!group.cpus || *share / *of < *group.cpus)) group.cpus = *share / *of;
}

/// Enough, with a reserve, for the engine and a plan for some thousand ranks.
constexpr std::uint64_t kLittleMemory = std::uint64_t{256} << 20;

int cpus_allowed() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

int cpus_online() { return static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)); }

std::string cpus_text(int count) { return counted(static_cast<std::uint64_t>(count), "CPU"); }

std::string infiniband_devices() {
  std::error_code none;
  return listed(fs::directory_iterator("/sys/class/infiniband", none),
                [](const fs::directory_entry& entry) { return entry.path().filename().string(); });
}

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

Finding check_given_topology(const std::string& given) {
  if (given == "hosts") return {Verdict::Ok, "TOPOMORPH_TOPOLOGY=hosts: no network is used"};
  try {
    const GivenTopology found = topology::read_topology(given);
    const std::string what = fmt::format("TOPOMORPH_TOPOLOGY={}: {}", given, found.topology->describe());
    if (found.skipped_places == 0) return {Verdict::Ok, what};
    return {Verdict::Warning, fmt::format("{}; {}", what, fmt::join(found.notes, "; ")),
            "the readable part is used; make the files again for the rest"};
  } catch (const InputError& error) {
    return {Verdict::Failure, fmt::format("TOPOMORPH_TOPOLOGY={}: {}", given, error.what()),
            "correct or unset the variable"};
  }
}

/// Lists the soft limits that are set and matter.
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

ControlGroup read_control_group(const std::string& mount, const std::string& own) {
  ControlGroup group;
  fs::path folder = mount;
  narrow(folder, group);
  for (const fs::path& part : own_group(own)) narrow(folder /= part, group);
  return group;
}

Finding check_topology(Surroundings&) {
  const TreeTopology tree = topology::tree_of(topology::Machine::this_host());
  return {Verdict::Ok, fmt::format("this host: {}", tree.describe())};
}

Finding check_network(Surroundings&) {
  const std::string given = settings::text(settings::Id::Topology);
  if (!given.empty()) return check_given_topology(given);
  const std::string devices = infiniband_devices();
  const std::string infiniband = devices.empty() ? "" : fmt::format("; InfiniBand: {}", devices);
  if (is_set("SLURM_TOPOLOGY_ADDR")) return {Verdict::Ok, "Slurm names the switches" + infiniband};
  if (is_set("SLURM_JOB_ID")) {
    return {Verdict::Warning, "a job of Slurm's, without SLURM_TOPOLOGY_ADDR" + infiniband,
            "TOPOMORPH_TOPOLOGY=slurm:FILE with its topology.conf, if there are several switches"};
  }
  if (!devices.empty()) {
    return {Verdict::Warning, fmt::format("InfiniBand ({}), whose switches are not known", devices),
            "ibnetdiscover >FILE as root, then TOPOMORPH_TOPOLOGY=ib:FILE; or topomorph topology --measure"};
  }
  return {Verdict::Ok, "no switches are known: all hosts are equally far from each other"};
}

Finding check_binding(Surroundings& surroundings) {
  const int online = cpus_online(), allowed = cpus_allowed();
  const std::string shell = allowed == online ? fmt::format("all {}", cpus_text(online))
                                              : fmt::format("{} of {}", allowed, cpus_text(online));
  if (launched_by_mpi()) {
    if (allowed < online || online == 1) return {Verdict::Ok, fmt::format("this rank is bound to {}", shell)};
    return {Verdict::Warning, fmt::format("this rank is not bound: it may use {}", shell),
            "mpirun --bind-to core, srun --cpu-bind=cores: places inside hosts count only for bound ranks"};
  }
  const std::vector<int>& ranks = surroundings.job().cpus;
  if (ranks.empty())
    return {Verdict::Ok, fmt::format("this shell may use {}; mpirun topomorph doctor shows the ranks", shell)};
  const bool bound = ranks.front() < online || online == 1;
  if (bound) return {Verdict::Ok, fmt::format("mpirun binds ranks, to {} each", cpus_text(ranks.front()))};
  return {Verdict::Warning, fmt::format("mpirun does not bind ranks: they may use {}", shell),
          "mpirun --bind-to core: places inside hosts count only for bound ranks"};
}

Finding check_limits(Surroundings&) {
  const ControlGroup group = read_control_group("/sys/fs/cgroup", "/proc/self/cgroup");
  std::string text = limits_text();
  if (group.memory) {
    text += fmt::format("{}memory of the control group {}, {} of it in use", text.empty() ? "" : ", ",
                        volume_text(*group.memory), volume_text(group.memory_taken));
  }
  if (group.cpus) text += fmt::format("{}{:.3g} CPUs' worth of time", text.empty() ? "" : ", ", *group.cpus);
  const bool little = group.memory && *group.memory - std::min(*group.memory, group.memory_taken) < kLittleMemory;
  if (is_small(RLIMIT_AS) || is_small(RLIMIT_FSIZE) || little) {
    return {Verdict::Warning, text,
            "raise them: without memory for the engine the order is kept, and no profile is written"};
  }
  return {Verdict::Ok, text.empty() ? "none" : text};
}

}  // namespace topomorph::doctor
