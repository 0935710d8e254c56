// Finds the GPU that a process uses from its environment.
#include "core/topology/sources/hwloc/gpu_use.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/wire/gpu_signs.h"

namespace topomorph::topology {

namespace {

/// Numbers of GPUs, in the order in which the process counts them; nothing: unknown.
using Visible = std::optional<std::vector<std::size_t>>;

/// Returns the value of the variable among the signs; nothing if it is not there.
std::optional<std::string_view> value_of(std::string_view signs, std::string_view variable) {
  Words words(signs);
  for (auto word = words.next(); !word.empty(); word = words.next()) {
    if (!variable.empty() && word.starts_with(variable) && word.substr(variable.size()).starts_with('=')) {
      return word.substr(variable.size() + 1);
    }
  }
  return std::nullopt;
}

bool has_library(std::string_view signs, const wire::GpuFamily& family) {
  Words words(signs);
  for (auto word = words.next(); !word.empty(); word = words.next()) {
    if (std::ranges::find(family.libraries, word) != family.libraries.end()) return true;
  }
  return false;
}

std::vector<std::string_view> items_of(std::string_view list) {
  std::vector<std::string_view> items;
  Words words(list, ",");
  for (auto word = words.next(); !word.empty(); word = words.next()) items.push_back(word);
  return items;
}

/// Returns whether numbers may count from the first GPU of the job in place of that of the host.
bool are_numbers_of_the_job(std::string_view signs, std::size_t gpus) {
  for (const std::string_view variable : wire::kSlurmGpus) {
    if (const auto list = value_of(signs, variable)) return items_of(*list).size() != gpus;
  }
  return false;
}

/// Returns the GPU of this name, which may be cut: "GPU-d3977428".
std::optional<std::size_t> gpu_named(const Devices& devices, const std::vector<std::size_t>& gpus,
                                     std::string_view name) {
  for (const std::size_t gpu : gpus) {
    if (!devices.gpus[gpu].uuid.empty() && devices.gpus[gpu].uuid.starts_with(name)) return gpu;
  }
  return std::nullopt;
}

/// Returns what a variable leaves of `gpus`. As CUDA does it, a number that no GPU has ends the list, so "-1" and
/// "NoDevFiles" leave none. Of "0.1", a part of a GPU of Intel's, the first number is the GPU.
Visible visible_in(const Devices& devices, const std::vector<std::size_t>& gpus, std::string_view list,
                   bool numbers_count) {
  std::vector<std::size_t> visible;
  for (const std::string_view item : items_of(list)) {
    if (item.starts_with("GPU-") || item.starts_with("MIG-")) {
      const auto gpu = gpu_named(devices, gpus, item);
      if (!gpu) return std::nullopt;
      visible.push_back(*gpu);
      continue;
    }
    const auto number = parse_count(item.substr(0, item.find('.')));
    if (!number) return visible;
    if (!numbers_count) return std::nullopt;
    if (*number >= gpus.size()) return visible;
    visible.push_back(gpus[*number]);
  }
  return visible;
}

std::vector<std::size_t> gpus_of(const Devices& devices, const wire::GpuFamily& family) {
  std::vector<std::size_t> gpus;
  for (std::size_t g = 0; g < devices.gpus.size(); ++g) {
    if (devices.gpus[g].vendor == family.vendor) gpus.push_back(g);
  }
  return gpus;
}

/// Returns the GPUs of this family that the process may use; none without a sign.
Visible visible_gpus(const Devices& devices, std::string_view signs, const wire::GpuFamily& family) {
  const std::vector<std::size_t> all = gpus_of(devices, family);
  const bool of_job = are_numbers_of_the_job(signs, all.size());
  Visible visible = all;
  bool is_limited = false;
  for (const std::string_view variable : family.variables) {
    const auto list = value_of(signs, variable);
    if (!list || !visible) continue;
    visible = visible_in(devices, *visible, *list, is_limited || !of_job);
    is_limited = true;
  }
  if (is_limited) return visible;
  if (!has_library(signs, family) || all.empty()) return std::vector<std::size_t>();
  return of_job ? std::nullopt : visible;
}

}  // namespace

GpuUse gpu_use(const Devices& devices, std::string_view signs, std::uint64_t local_rank) {
  for (const wire::GpuFamily& family : wire::kGpuFamilies) {
    if (gpus_of(devices, family).empty()) continue;
    const Visible visible = visible_gpus(devices, signs, family);
    if (!visible) return {true, std::nullopt};
    if (!visible->empty()) return {true, (*visible)[local_rank % visible->size()], visible->size() > 1};
  }
  return {};
}

std::string far_words(const Devices& devices, const GpuUse& use, const std::vector<std::uint32_t>& cpus) {
  const auto is_near = [&](const Device& gpu) {
    return std::ranges::any_of(cpus, [&](std::uint32_t cpu) { return std::ranges::binary_search(gpu.cpus, cpu); });
  };
  if (!use.gpu || cpus.empty() || is_near(devices.gpus[*use.gpu])) return "";
  const Device& gpu = devices.gpus[*use.gpu];
  const auto other = std::ranges::find_if(devices.gpus, is_near);
  const std::string there = gpu.cpus.empty() ? "no CPU of this job" : "CPUs " + cpu_list_text(gpu.cpus);
  return fmt::format("runs on CPUs {}, far from its GPU {}{} (near {}){}", cpu_list_text(cpus), gpu.name,
                     use.by_local_rank ? " by its local rank" : "", there,
                     other == devices.gpus.end() ? "" : fmt::format("; GPU {} is near", other->name));
}

}  // namespace topomorph::topology
