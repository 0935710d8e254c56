// Reads the machines of a cluster's hosts from a folder of hwloc files.
#include "core/topology/sources/hwloc/machine_folder.h"

#include <filesystem>

#include "core/base/error.h"
#include "core/topology/sources/hwloc/difference.h"
#include "core/topology/sources/hwloc/tree_of_machine.h"

namespace topomorph::topology {

namespace {

HostMachine machine_of(const std::string& path) {
  const Machine machine = Machine::whole_from_xml(path);
  return {tree_of(machine), pus_of_slots(machine)};
}

}  // namespace

std::string MachineFolder::file_of(const std::string& host, const char* ending) const {
  std::error_code none;
  for (const std::string& name : {host, host.substr(0, host.find('.'))}) {
    const std::string path = folder_ + "/" + name + ending;
    if (!name.empty() && name.find('/') == std::string::npos && std::filesystem::exists(path, none)) return path;
  }
  return "";
}

const MachineFolder::Base& MachineFolder::base_of(const std::string& path) {
  const auto [found, is_new] = bases_.try_emplace(path);
  if (is_new) found->second.emplace(Base{machine_of(path), Machine::for_differences(path)});
  if (!found->second) throw InputError(path, 0, "cannot be used, and the file of another host is a difference from it");
  return *found->second;
}

HostMachine MachineFolder::by_difference(const std::string& path) {
  const MachineDifference difference(path);
  const Base& base = base_of(difference.base());
  difference.apply_to_copy_of(base.for_differences);
  return base.machine;
}

std::optional<HostMachine> MachineFolder::find(const std::string& host) {
  try {
    if (const std::string path = file_of(host, ".xml"); !path.empty()) return machine_of(path);
    if (const std::string path = file_of(host, ".diff.xml"); !path.empty()) return by_difference(path);
  } catch (const InputError& error) {
    if (first_error_.empty()) first_error_ = error.what();
    warnings_.add(fmt::format("{}; {} counts as a host without a file", error.what(), host));
  }
  return std::nullopt;
}

}  // namespace topomorph::topology
