// GPUs and network cards of recorded and invented machines, and the GPU that a process uses.
#include "core/topology/sources/hwloc/devices.h"

#include <algorithm>
#include <set>

#include "core/topology/sources/hwloc/gpu_use.h"
#include "core/topology/sources/hwloc/tree_of_machine.h"
#include "tests/core/testing.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Two packages of one core, each with a PCI switch under which two GPUs and a network card are.
Machine four_gpus() { return Machine::with_devices(TOPOMORPH_GOLDEN "/../four_gpus.xml"); }

std::vector<std::string> names_of(const std::vector<Device>& devices) {
  std::vector<std::string> names;
  for (const Device& device : devices) names.push_back(device.name);
  return names;
}

TEST(Devices, AreAtTheObjectThatHoldsThem) {
  const Devices devices = devices_of(four_gpus());
  EXPECT_THAT(names_of(devices.gpus), ElementsAre("nvml0", "nvml1", "nvml2", "nvml3"));
  EXPECT_THAT(names_of(devices.nics), ElementsAre("mlx5_0", "mlx5_1"));
  EXPECT_EQ(devices.gpus[2].path, "Package:1");
  EXPECT_THAT(devices.gpus[2].cpus, ElementsAre(1U));
  EXPECT_EQ(devices.gpus[2].address, "0000:42:00.0");
  EXPECT_EQ(devices.gpus[2].uuid, "GPU-22222222-0000");
  EXPECT_THAT(devices.nics[0].drivers, ElementsAre("ib0", "mlx5_0"));
}

TEST(Devices, AMachineLoadedWithoutThemHasNone) {
  EXPECT_TRUE(devices_of(Machine::from_xml(TOPOMORPH_GOLDEN "/../four_gpus.xml")).empty());
  EXPECT_TRUE(devices_of(Machine::synthetic("pack:2 core:2 pu:1")).empty());
}

TEST(Devices, CoresAreFarFromThoseOfTheOtherPackage) {
  const Machine machine = four_gpus();
  const Devices devices = devices_of(machine);
  EXPECT_THAT(distances_to(devices.gpus[0], machine), ElementsAre(0U, 2U));
  EXPECT_THAT(distances_to(devices.nics[1], machine), ElementsAre(2U, 0U));
}

TEST(Devices, DistancesAreOfThreadsIfThreadsAreTheSlots) {
  const Machine machine = Machine::synthetic("pack:2 core:1 pu:2");
  Device device;
  device.cpus = {2, 3};
  EXPECT_THAT(distances_to(device, machine), ElementsAre(2U, 0U));
  EXPECT_THAT(distances_to(device, machine, SlotKind::Thread), ElementsAre(4U, 4U, 0U, 0U));
}

TEST(Devices, ARailIsACardAndTheGpusNearestToIt) {
  const std::vector<Rail> rails = rails_of(devices_of(four_gpus()));
  ASSERT_EQ(rails.size(), 2U);
  EXPECT_THAT(rails[0].nics, ElementsAre(0U));
  EXPECT_THAT(rails[0].gpus, ElementsAre(0U, 1U));
  EXPECT_THAT(rails[0].cpus, ElementsAre(0U));
  EXPECT_THAT(rails[1].gpus, ElementsAre(2U, 3U));
}

TEST(Devices, OfADgx2HaveTheirGpusOnBothPackages) {
  const std::string path = testing::data_file("hwloc/nvidiaDGX2.xml");
  SKIP_WITHOUT(path);
  const Machine machine = Machine::with_devices(path);
  const Devices devices = devices_of(machine);
  ASSERT_EQ(devices.gpus.size(), 16U);
  EXPECT_THAT(devices.nics, IsEmpty());
  for (std::size_t g = 0; g < 16; ++g) {
    EXPECT_EQ(devices.gpus[g].name, "nvml" + std::to_string(g));
    EXPECT_EQ(devices.gpus[g].path, g < 8 ? "Package:0/NUMANode:0" : "Package:1/NUMANode:0") << g;
    EXPECT_TRUE(devices.gpus[g].uuid.starts_with("GPU-")) << g;
  }
  const std::vector<std::uint64_t> distances = distances_to(devices.gpus[0], machine);
  EXPECT_EQ(distances.size(), tree_of(machine).slots());
  EXPECT_EQ(std::count(distances.begin(), distances.end(), 0U), 2);
  EXPECT_EQ(std::count(distances.begin(), distances.end(), 4U), 2);
  // Two GPUs are behind one switch, four behind the next, and the packages are the last that divides them.
  EXPECT_GT(nearness(devices.gpus[0], devices.gpus[1]), nearness(devices.gpus[0], devices.gpus[4]));
  EXPECT_GT(nearness(devices.gpus[0], devices.gpus[4]), nearness(devices.gpus[0], devices.gpus[8]));
}

TEST(Devices, TheScreenOfAServerIsNoGpu) {
  const std::string path = testing::data_file("hwloc/96em64t-4n4d3ca2co-pci.xml");
  SKIP_WITHOUT(path);
  const Devices devices = devices_of(Machine::with_devices(path));
  EXPECT_THAT(devices.gpus, IsEmpty());  // an ATI ES1000
  EXPECT_THAT(names_of(devices.nics), ElementsAre("eth0", "eth1", "eth2", "eth3", "eth4", "eth5", "eth6", "eth7"));
  std::set<std::string> places;
  for (const Device& nic : devices.nics) places.insert(nic.path);
  EXPECT_EQ(places.size(), 4U);  // two cards in each of four boards
  EXPECT_EQ(rails_of(devices).size(), 4U);
}

TEST(Devices, WithInfiniBandTheOtherCardsAreOnNoRail) {
  const std::string path = testing::data_file("hwloc/192em64t-24n8c2t.xml");
  SKIP_WITHOUT(path);
  const Devices devices = devices_of(Machine::with_devices(path));
  EXPECT_EQ(devices.nics.size(), 7U);
  const std::vector<Rail> rails = rails_of(devices);
  ASSERT_EQ(rails.size(), 1U);
  ASSERT_EQ(rails[0].nics.size(), 1U);
  EXPECT_EQ(devices.nics[rails[0].nics[0]].name, "mlx4_0");
}

/// hwloc's own files of version 2 keep the types of drivers, those of version 3 are lowered to them.
TEST(Devices, ANetworkCardOfVersion3IsOne) {
  const std::string path = testing::data_file("hwloc/irregulargroups-disallowed.xml");
  SKIP_WITHOUT(path);
  EXPECT_THAT(names_of(devices_of(Machine::with_devices(path)).nics), ElementsAre("eth0", "eth1"));
}

std::optional<std::size_t> gpu_by(const std::string& signs, std::uint64_t local_rank = 0) {
  return gpu_use(devices_of(four_gpus()), signs, local_rank).gpu;
}

TEST(GpuUse, AVariableWithOneNumberNamesTheGpu) {
  EXPECT_EQ(gpu_by("CUDA_VISIBLE_DEVICES=2"), 2U);
  EXPECT_EQ(gpu_by("CUDA_VISIBLE_DEVICES=2", 7), 2U);
  EXPECT_FALSE(gpu_use(devices_of(four_gpus()), "CUDA_VISIBLE_DEVICES=2", 0).by_local_rank);
}

TEST(GpuUse, OfSeveralTheLocalRankDecides) {
  EXPECT_EQ(gpu_by("CUDA_VISIBLE_DEVICES=3,1", 0), 3U);
  EXPECT_EQ(gpu_by("CUDA_VISIBLE_DEVICES=3,1", 1), 1U);
  EXPECT_EQ(gpu_by("libcuda.so", 2), 2U);
  EXPECT_EQ(gpu_by("libcuda.so", 5), 1U);
  EXPECT_TRUE(gpu_use(devices_of(four_gpus()), "libcuda.so", 0).by_local_rank);
}

TEST(GpuUse, NamesAreKnownWhereTheDriverTellsThem) {
  EXPECT_EQ(gpu_by("CUDA_VISIBLE_DEVICES=GPU-33333333"), 3U);
  EXPECT_TRUE(gpu_use(devices_of(four_gpus()), "CUDA_VISIBLE_DEVICES=GPU-abc", 0).uses);
  EXPECT_EQ(gpu_by("CUDA_VISIBLE_DEVICES=GPU-abc"), std::nullopt);
  EXPECT_EQ(gpu_by("CUDA_VISIBLE_DEVICES=MIG-abc"), std::nullopt);
}

TEST(GpuUse, NumbersOfAPartOfTheHostUnderSlurmAreNotKnown) {
  EXPECT_EQ(gpu_by("CUDA_VISIBLE_DEVICES=0 SLURM_STEP_GPUS=2,3"), std::nullopt);
  EXPECT_TRUE(gpu_use(devices_of(four_gpus()), "CUDA_VISIBLE_DEVICES=0 SLURM_STEP_GPUS=2,3", 0).uses);
  EXPECT_EQ(gpu_by("libcuda.so SLURM_JOB_GPUS=2", 1), std::nullopt);
  EXPECT_EQ(gpu_by("CUDA_VISIBLE_DEVICES=1 SLURM_STEP_GPUS=0,1,2,3"), 1U);
}

TEST(GpuUse, AProcessWithoutAVisibleGpuUsesNone) {
  const Devices devices = devices_of(four_gpus());
  for (const char* signs : {"", "CUDA_VISIBLE_DEVICES=", "CUDA_VISIBLE_DEVICES= libcuda.so", "CUDA_VISIBLE_DEVICES=-1",
                            "CUDA_VISIBLE_DEVICES=NoDevFiles", "CUDA_VISIBLE_DEVICES=9", "HIP_VISIBLE_DEVICES=0",
                            "libamdhip64.so", "libze_loader.so"}) {
    EXPECT_FALSE(gpu_use(devices, signs, 0).uses) << signs;
  }
  EXPECT_FALSE(gpu_use({}, "libcuda.so", 0).uses);
}

TEST(GpuUse, AnAmdVariablePicksFromWhatTheOtherLeaves) {
  Devices devices = devices_of(four_gpus());
  for (Device& gpu : devices.gpus) gpu.vendor = 0x1002;
  EXPECT_EQ(gpu_use(devices, "ROCR_VISIBLE_DEVICES=2,3 HIP_VISIBLE_DEVICES=1", 0).gpu, 3U);
  EXPECT_EQ(gpu_use(devices, "HIP_VISIBLE_DEVICES=1", 0).gpu, 1U);
  for (Device& gpu : devices.gpus) gpu.vendor = 0x8086;
  EXPECT_EQ(gpu_use(devices, "ZE_AFFINITY_MASK=2.1", 0).gpu, 2U);
}

TEST(GpuUse, WordsNameTheCoresTheGpuAndTheNearerCores) {
  const Devices devices = devices_of(four_gpus());
  const GpuUse use = gpu_use(devices, "CUDA_VISIBLE_DEVICES=2", 0);
  EXPECT_EQ(far_words(devices, use, {0}), "runs on CPUs 0, far from its GPU nvml2 (near CPUs 1); GPU nvml0 is near");
  EXPECT_EQ(far_words(devices, use, {1}), "");
  EXPECT_EQ(far_words(devices, use, {0, 1}), "");  // not bound: it may run near
  EXPECT_EQ(far_words(devices, gpu_use(devices, "libcuda.so", 1), {1}),
            "runs on CPUs 1, far from its GPU nvml1 by its local rank (near CPUs 0); GPU nvml2 is near");
  EXPECT_EQ(far_words(devices, gpu_use(devices, "CUDA_VISIBLE_DEVICES=GPU-x", 0), {0}), "");
  Devices elsewhere = devices;
  elsewhere.gpus[2].cpus.clear();
  EXPECT_EQ(far_words(elsewhere, use, {0}),
            "runs on CPUs 0, far from its GPU nvml2 (near no CPU of this job); GPU nvml0 is near");
  EXPECT_THAT(distances_to(elsewhere.gpus[2], four_gpus()), ElementsAre(2U, 2U));
}

}  // namespace
}  // namespace topomorph::topology
