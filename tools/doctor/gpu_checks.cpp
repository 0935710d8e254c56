// Checks the GPUs of this host, and whether this rank runs far from the one it would use.
#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/process.h"
#include "core/base/text.h"
#include "core/topology/sources/hwloc/gpu_use.h"
#include "core/topology/sources/hwloc/machine.h"
#include "core/topology/sources/hwloc/tree_of_machine.h"
#include "core/wire/gpu_signs.h"
#include "runtime/process/gpu_signs.h"
#include "tools/doctor/checks.h"

namespace topomorph::doctor {

namespace {

std::string names_of(const std::vector<topology::Device>& devices) {
  std::vector<std::string> names;
  for (const topology::Device& device : devices) names.push_back(device.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Returns the CPUs that this process may use; empty if Linux does not say.
std::string own_cpu_list() {
  static constexpr std::string_view kKey = "Cpus_allowed_list:";
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(kKey)) return std::string(trimmed(std::string_view(line).substr(kKey.size())));
  }
  return "";
}

/// Returns the signs of this process, and those of a program that uses the GPUs of any vendor: without variables it
/// takes the one of its local rank.
std::string signs_of_a_program() {
  std::string signs = process::gpu_signs();
  for (const wire::GpuFamily& family : wire::kGpuFamilies) signs += fmt::format(" {}", family.libraries[0]);
  return signs;
}

std::string far_words_of(const topology::Machine& machine, const topology::Devices& devices) {
  const auto local_rank = launched_local_rank();
  if (devices.gpus.empty() || !local_rank) return "";
  return topology::far_words(devices, topology::gpu_use(devices, signs_of_a_program(), *local_rank),
                             topology::cpus_on(machine, own_cpu_list()));
}

}  // namespace

std::string far_from_gpu() {
  const topology::Machine machine = topology::Machine::with_devices("");
  return far_words_of(machine, topology::devices_of(machine));
}

Finding check_gpus(Surroundings&) {
  const topology::Machine machine = topology::Machine::with_devices("");
  const topology::Devices devices = topology::devices_of(machine);
  if (devices.gpus.empty()) return {Verdict::Ok, "this host has none that hwloc sees"};
  const std::string found = fmt::format("{} on this host: {}", devices.gpus.size(), names_of(devices.gpus));
  if (const std::string far = far_words_of(machine, devices); !far.empty()) {
    return {Verdict::Warning, fmt::format("{}; this rank {}", found, far), kNearGpus};
  }
  return {Verdict::Ok, found};
}

}  // namespace topomorph::doctor
