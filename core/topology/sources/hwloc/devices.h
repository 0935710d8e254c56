// GPUs and network cards of a machine: where they are, how far from cores, and which of them are near each other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/topology/sources/hwloc/machine.h"
#include "core/topology/sources/hwloc/tree_of_machine.h"

namespace topomorph::topology {

/// A GPU or a network card, as hwloc's I/O objects describe it.
struct Device {
  std::string name;                   ///< of the driver that says most: "cuda0", "nvml0", "mlx5_0"; else the address
  std::vector<std::string> drivers;   ///< the operating system's names: "nvml0", "cuda0"; "ib0", "mlx5_0"
  std::string address;                ///< on the PCI bus: "0000:34:00.0"
  std::uint16_t vendor = 0;           ///< number of the vendor on the PCI bus: 0x10de for NVIDIA
  std::string uuid;                   ///< "GPU-…", if the driver told hwloc; else empty
  std::string path;                   ///< object that holds it, as in ProcessLocation::path; empty: the whole machine
  std::vector<std::uint32_t> cpus;    ///< near it, ascending, by the operating system's numbers
  std::vector<std::uint64_t> around;  ///< hwloc's numbers of the objects that hold it, from the machine to its bridge
};

/// The devices of a machine in the order of their addresses, in which drivers number equal GPUs.
struct Devices {
  std::vector<Device> gpus;  ///< that compute; the screen of a management controller is none
  std::vector<Device> nics;

  bool empty() const { return gpus.empty() && nics.empty(); }
};

/// Network cards that are equally near to some GPUs: traffic of these GPUs takes these cards.
struct Rail {
  std::vector<std::size_t> nics, gpus;  ///< by their numbers in Devices
  std::vector<std::uint32_t> cpus;      ///< near the cards
};

/// Returns the GPUs and network cards of a machine from Machine::with_devices(); other machines have none.
Devices devices_of(const Machine& machine);

/// Returns the distance of each slot of tree_of(), with slots of this kind, from the device, in the hops of that tree:
/// 0 for those near it, else the distance from the nearest of these. If the machine has none of them, all slots are at
/// its largest distance.
std::vector<std::uint64_t> distances_to(const Device& device, const Machine& machine, SlotKind kind = SlotKind::Core);

/// Returns the number of objects that hold both devices: the larger, the nearer.
std::size_t nearness(const Device& a, const Device& b);

/// Groups the cards by the GPUs that they are the nearest to; cards that are nearest to none, by the object that holds
/// them. If a card is of a fast network (InfiniBand, RoCE, Omni-Path), other cards are on no rail.
std::vector<Rail> rails_of(const Devices& devices);

}  // namespace topomorph::topology
