// The signs by which a process tells that it uses GPUs: variables of its environment and libraries that it has loaded.
//
// As text they are words divided by blanks, "CUDA_VISIBLE_DEVICES=0,1 libcuda.so": variables with their values, and
// names of libraries. The text is empty if there is no sign.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace topomorph::wire {

/// GPUs of one vendor.
struct GpuFamily {
  std::uint16_t vendor;  ///< number on the PCI bus
  std::array<std::string_view, 2>
      variables;  ///< say which GPUs a process may use; a later one picks from an earlier one's
  std::array<std::string_view, 3> libraries;  ///< how names of the driver's and the runtime's files begin
};

inline constexpr std::array<GpuFamily, 3> kGpuFamilies = {{
    {0x10de, {"CUDA_VISIBLE_DEVICES", ""}, {"libcuda.so", "libcudart.so", "libnvidia-ml.so"}},
    {0x1002, {"ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES"}, {"libamdhip64.so", "libhsa-runtime64.so", ""}},
    {0x8086, {"ZE_AFFINITY_MASK", ""}, {"libze_loader.so", "libze_intel_gpu.so", ""}},
}};

/// Lists of Slurm's: the GPUs of the host that the step, or else the job, may use. Not signs by themselves.
inline constexpr std::array<std::string_view, 2> kSlurmGpus = {"SLURM_STEP_GPUS", "SLURM_JOB_GPUS"};

/// Returns what follows the words of the first rank that runs far from its GPU: "; 3 more ranks run far from their
/// GPUs".
inline std::string others_far_words(std::uint64_t others) {
  if (others == 0) return "";
  if (others == 1) return "; 1 more rank runs far from its GPU";
  return "; " + std::to_string(others) + " more ranks run far from their GPUs";
}

}  // namespace topomorph::wire
