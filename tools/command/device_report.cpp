// Shows GPUs and network cards of a machine.
#include "tools/command/device_report.h"

#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/number.h"
#include "core/topology/sources/hwloc/devices.h"
#include "tools/output/message.h"

namespace topomorph::command {

namespace {

using nlohmann::ordered_json;
using topology::Device;
using topology::Devices;

/// Returns "at distance 0 of slots 0-3, 4 of slots 4-7".
std::string distances_words(const Device& device, const MachineOfSpec& of_spec) {
  const std::vector<std::uint64_t> distances = topology::distances_to(device, of_spec.machine, of_spec.slots);
  std::map<std::uint64_t, std::vector<std::uint32_t>> slots;
  for (std::size_t slot = 0; slot < distances.size(); ++slot) {
    slots[distances[slot]].push_back(static_cast<std::uint32_t>(slot));
  }
  std::string words;
  for (const auto& [distance, at] : slots) {
    words += fmt::format("{}{} of slots {}", words.empty() ? "at distance " : ", ", distance, cpu_list_text(at));
  }
  return words;
}

std::string lines_of(const std::vector<Device>& devices, const char* kind, const MachineOfSpec& of_spec) {
  std::string text;
  for (const Device& device : devices) {
    text += fmt::format("{} {} ({}) in {}, {}\n", kind, output::for_terminal(device.name), device.address,
                        device.path.empty() ? "the whole machine" : device.path, distances_words(device, of_spec));
  }
  return text;
}

std::vector<std::string> names_of(const std::vector<Device>& devices, const std::vector<std::size_t>& numbers) {
  std::vector<std::string> names;
  for (const std::size_t number : numbers) names.push_back(devices[number].name);
  return names;
}

ordered_json json_of(const std::vector<Device>& devices, const MachineOfSpec& of_spec) {
  ordered_json list = ordered_json::array();
  for (const Device& device : devices) {
    list.push_back({{"name", device.name},
                    {"drivers", device.drivers},
                    {"address", device.address},
                    {"uuid", device.uuid.empty() ? ordered_json() : ordered_json(device.uuid)},
                    {"path", device.path},
                    {"cpus", device.cpus},
                    {"distances", topology::distances_to(device, of_spec.machine, of_spec.slots)}});
  }
  return list;
}

}  // namespace

std::optional<MachineOfSpec> machine_with_devices(const std::string& spec) {
  static constexpr std::string_view kFile = "hwloc:", kHost = "host:";
  const topology::SlotsOf whole = topology::parse_slots_of(spec);
  if (spec.empty() || spec.starts_with(kHost)) return MachineOfSpec{topology::Machine::with_devices(""), whole.kind};
  if (!spec.starts_with(kFile) || spec.find('+') != std::string::npos) return std::nullopt;
  const std::string file = whole.text.substr(kFile.size());
  if (file.ends_with(".diff.xml")) return std::nullopt;
  return MachineOfSpec{topology::Machine::with_devices(file), whole.kind};
}

std::string devices_text(const MachineOfSpec& of_spec) {
  const Devices devices = topology::devices_of(of_spec.machine);
  std::string text = lines_of(devices.gpus, "GPU", of_spec) + lines_of(devices.nics, "network card", of_spec);
  for (const topology::Rail& rail : topology::rails_of(devices)) {
    if (rail.gpus.empty()) continue;
    const std::string words = fmt::format("rail of {}: GPUs {}", fmt::join(names_of(devices.nics, rail.nics), ", "),
                                          fmt::join(names_of(devices.gpus, rail.gpus), ", "));
    text += output::for_terminal(words) + "\n";
  }
  return text;
}

ordered_json devices_json(const MachineOfSpec& of_spec) {
  const Devices devices = topology::devices_of(of_spec.machine);
  ordered_json rails = ordered_json::array();
  for (const topology::Rail& rail : topology::rails_of(devices)) {
    rails.push_back({{"nics", names_of(devices.nics, rail.nics)},
                     {"gpus", names_of(devices.gpus, rail.gpus)},
                     {"cpus", rail.cpus}});
  }
  return {{"gpus", json_of(devices.gpus, of_spec)}, {"nics", json_of(devices.nics, of_spec)}, {"rails", rails}};
}

}  // namespace topomorph::command
