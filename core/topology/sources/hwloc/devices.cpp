// Reads GPUs and network cards from hwloc's I/O objects.
#include "core/topology/sources/hwloc/devices.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>
#include <hwloc.h>

#include "core/model/tree.h"

namespace topomorph::topology {

namespace {

/// Numbers of the PCI bus [PCI Code and ID Assignment Specification].
constexpr unsigned kDisplay = 0x03, kNetwork = 0x02, kInfiniBandOfSerialBus = 0x0c06, kAccelerator = 0x12;
constexpr unsigned kVga = 0x0300;
constexpr std::uint16_t kNvidia = 0x10de;

/// Names that drivers of computing devices have, the one that says most first: CUDA numbers devices as programs do.
constexpr std::array<std::string_view, 7> kComputing = {"cuda", "rsmi", "ze", "nvml", "opencl", "ve", "mic"};

/// Returns whether the driver is of this kind: "nvml3" is of "nvml".
bool is_numbered(std::string_view driver, std::string_view kind) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return driver.starts_with(kind) && driver.size() > kind.size() && is_digit(driver[kind.size()]);
}

std::size_t rank_of(std::string_view driver) {
  const auto kind =
      std::find_if(kComputing.begin(), kComputing.end(), [&](std::string_view k) { return is_numbered(driver, k); });
  return static_cast<std::size_t>(kind - kComputing.begin());
}

bool is_computing(hwloc_obj_t driver) { return driver->name != nullptr && rank_of(driver->name) < kComputing.size(); }

bool is_of_network(hwloc_obj_t driver) {
#if HWLOC_API_VERSION < 0x00030000
  const auto type = driver->attr->osdev.type;
  return type == HWLOC_OBJ_OSDEV_NETWORK || type == HWLOC_OBJ_OSDEV_OPENFABRICS;
#else
  return (driver->attr->osdev.types & (HWLOC_OBJ_OSDEV_NETWORK | HWLOC_OBJ_OSDEV_OPENFABRICS)) != 0;
#endif
}

/// Drivers are the children of their device.
std::vector<hwloc_obj_t> drivers_of(hwloc_obj_t device) {
  std::vector<hwloc_obj_t> drivers;
  for (hwloc_obj_t child = device->io_first_child; child != nullptr; child = child->next_sibling) {
    if (child->type == HWLOC_OBJ_OS_DEVICE) drivers.push_back(child);
  }
  return drivers;
}

/// Returns whether the device computes. Without a driver's word its class decides: the screens of servers (Matrox,
/// ASPEED, ATI) are of class VGA, GPUs without a screen of another class; NVIDIA makes no screens for servers.
bool is_gpu(hwloc_obj_t device, const std::vector<hwloc_obj_t>& drivers) {
  if (std::any_of(drivers.begin(), drivers.end(), is_computing)) return true;
  const auto& pci = device->attr->pcidev;
  const unsigned base = pci.class_id >> 8;
  if (base == kAccelerator) return true;
  return base == kDisplay && (pci.class_id != kVga || pci.vendor_id == kNvidia);
}

bool is_nic(hwloc_obj_t device, const std::vector<hwloc_obj_t>& drivers) {
  const unsigned base = device->attr->pcidev.class_id >> 8;
  return base == kNetwork || device->attr->pcidev.class_id == kInfiniBandOfSerialBus ||
         std::any_of(drivers.begin(), drivers.end(), is_of_network);
}

std::string pci_address(hwloc_obj_t device) {
  const auto& pci = device->attr->pcidev;
  return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", static_cast<unsigned>(pci.domain), pci.bus, pci.dev, pci.func);
}

std::string uuid_of(const std::vector<hwloc_obj_t>& drivers) {
  for (const hwloc_obj_t driver : drivers) {
    for (const char* key : {"NVIDIAUUID", "AMDUUID", "LevelZeroUUID"}) {
      if (const char* const uuid = hwloc_obj_get_info_by_name(driver, key)) return uuid;
    }
  }
  return {};
}

/// Of a network card, the driver of the fast network says most, which hwloc lists behind its Ethernet or IPoIB.
void name_device(Device& device, bool is_of_gpu) {
  device.name = device.address;
  if (device.drivers.empty()) return;
  device.name = device.drivers.back();
  if (is_of_gpu) device.name = *std::ranges::min_element(device.drivers, {}, rank_of);
}

Device device_of(const Machine& machine, SetNumbers& numbers, hwloc_obj_t object,
                 const std::vector<hwloc_obj_t>& drivers, bool is_of_gpu) {
  Device device;
  device.address = pci_address(object);
  device.vendor = object->attr->pcidev.vendor_id;
  for (const hwloc_obj_t driver : drivers) {
    if (driver->name != nullptr) device.drivers.emplace_back(driver->name);
  }
  name_device(device, is_of_gpu);
  device.uuid = uuid_of(drivers);
  const hwloc_obj_t holder = hwloc_get_non_io_ancestor_obj(machine.get(), object);
  device.cpus = numbers.of(holder->cpuset);
  device.path = path_of(machine, holder);
  for (hwloc_obj_t outer = object->parent; outer != nullptr; outer = outer->parent) {
    device.around.push_back(outer->gp_index);
  }
  std::reverse(device.around.begin(), device.around.end());
  return device;
}

bool is_of_fast_network(const Device& nic) {
  return std::ranges::any_of(nic.drivers, [](const std::string& driver) {
    return driver.starts_with("mlx") || driver.starts_with("ib") || driver.starts_with("hfi") ||
           driver.starts_with("hsn") || driver.starts_with("qib") || driver.starts_with("bnxt_re") ||
           driver.starts_with("rdma") || driver.starts_with("efa") || driver.starts_with("cxi");
  });
}

/// Returns the cards that are on rails.
std::vector<std::size_t> rail_nics(const Devices& devices) {
  const bool has_fast = std::ranges::any_of(devices.nics, is_of_fast_network);
  std::vector<std::size_t> nics;
  for (std::size_t n = 0; n < devices.nics.size(); ++n) {
    if (!has_fast || is_of_fast_network(devices.nics[n])) nics.push_back(n);
  }
  return nics;
}

/// Returns those of the cards that are the nearest to the GPU.
std::vector<std::size_t> nearest(const Devices& devices, const std::vector<std::size_t>& nics, const Device& gpu) {
  std::vector<std::size_t> found;
  std::size_t most = 0;
  for (const std::size_t n : nics) {
    const std::size_t near = nearness(devices.nics[n], gpu);
    if (near > most) found.clear();
    if (near >= most) found.push_back(n);
    most = std::max(most, near);
  }
  return found;
}

std::vector<std::uint32_t> cpus_near(const Devices& devices, const std::vector<std::size_t>& nics) {
  std::vector<std::uint32_t> cpus;
  for (const std::size_t n : nics) cpus.insert(cpus.end(), devices.nics[n].cpus.begin(), devices.nics[n].cpus.end());
  std::sort(cpus.begin(), cpus.end());
  cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
  return cpus;
}

}  // namespace

Devices devices_of(const Machine& machine) {
  Devices devices;
  SetNumbers numbers(machine);
  for (hwloc_obj_t object = nullptr; (object = hwloc_get_next_pcidev(machine.get(), object)) != nullptr;) {
    const std::vector<hwloc_obj_t> drivers = drivers_of(object);
    if (is_gpu(object, drivers)) {
      devices.gpus.push_back(device_of(machine, numbers, object, drivers, true));
    } else if (is_nic(object, drivers)) {
      devices.nics.push_back(device_of(machine, numbers, object, drivers, false));
    }
  }
  std::ranges::stable_sort(devices.gpus, {}, &Device::address);
  std::ranges::stable_sort(devices.nics, {}, &Device::address);
  return devices;
}

std::vector<std::uint64_t> distances_to(const Device& device, const Machine& machine, SlotKind kind) {
  const TreeTopology tree = tree_of(machine, kind);
  const std::vector<std::vector<std::uint32_t>> pus = pus_of_slots(machine, kind);
  const auto is_near = [&](Slot slot) {
    return std::ranges::any_of(pus[slot],
                               [&](std::uint32_t pu) { return std::ranges::binary_search(device.cpus, pu); });
  };
  std::vector<Slot> near;
  for (Slot slot = 0; slot < tree.slots(); ++slot) {
    if (is_near(slot)) near.push_back(slot);
  }
  if (near.empty()) {  // the writer of the file was not allowed to use the CPUs near the device
    return std::vector<std::uint64_t>(tree.slots(), tree.level(tree.levels()).distance);
  }
  std::vector<std::uint64_t> distances(tree.slots(), 0);
  for (Slot slot = 0; slot < tree.slots(); ++slot) {
    if (std::ranges::binary_search(near, slot)) continue;
    // They are the slots of one object, so the first and the last are as far as all others.
    distances[slot] = std::min(tree.distance(slot, near.front()), tree.distance(slot, near.back()));
  }
  return distances;
}

std::size_t nearness(const Device& a, const Device& b) {
  const auto [end, _] = std::ranges::mismatch(a.around, b.around);
  return static_cast<std::size_t>(end - a.around.begin());
}

std::vector<Rail> rails_of(const Devices& devices) {
  const std::vector<std::size_t> nics = rail_nics(devices);
  std::map<std::vector<std::size_t>, std::vector<std::size_t>> gpus_of_nics;
  std::vector<char> has_gpu(devices.nics.size(), 0);
  for (std::size_t g = 0; g < devices.gpus.size() && !nics.empty(); ++g) {
    const std::vector<std::size_t> found = nearest(devices, nics, devices.gpus[g]);
    for (const std::size_t n : found) has_gpu[n] = 1;
    gpus_of_nics[found].push_back(g);
  }
  std::map<std::vector<std::uint32_t>, std::vector<std::size_t>> others;
  for (const std::size_t n : nics) {
    if (has_gpu[n] == 0) others[devices.nics[n].cpus].push_back(n);
  }
  for (const auto& [cpus, group] : others) gpus_of_nics[group] = {};
  std::vector<Rail> rails;
  for (const auto& [group, gpus] : gpus_of_nics) rails.push_back({group, gpus, cpus_near(devices, group)});
  return rails;
}

}  // namespace topomorph::topology
