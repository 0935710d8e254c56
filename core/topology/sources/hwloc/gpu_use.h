// Which GPU a process uses, as far as its environment tells, and whether it runs far from it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/topology/sources/hwloc/devices.h"

namespace topomorph::topology {

struct GpuUse {
  bool uses = false;               ///< the process uses GPUs of its host
  std::optional<std::size_t> gpu;  ///< which one, by its number in Devices::gpus; nothing: unknown
  bool by_local_rank = false;      ///< it is assumed to take the one of its local rank, as programs usually do
};

/// Returns which GPU a process uses whose signs are `signs` (core/wire/gpu_signs.h). With a variable that names one GPU
/// it is that one; with several, or with a library of the driver alone, that of the local rank. Unknown: names (UUIDs)
/// that hwloc does not know, parts of GPUs (MIG), and numbers under Slurm if the job has not all GPUs of the host,
/// because they may count from the first GPU of the job.
GpuUse gpu_use(const Devices& devices, std::string_view signs, std::uint64_t local_rank);

/// Returns "runs on CPUs 0-3, far from its GPU nvml2 (near CPUs 8-11)" if none of the CPUs is near the GPU; else "".
/// Names the nearest of the other GPUs too, if there is one near these CPUs: "; nvml0 is near".
std::string far_words(const Devices& devices, const GpuUse& use, const std::vector<std::uint32_t>& cpus);

}  // namespace topomorph::topology
