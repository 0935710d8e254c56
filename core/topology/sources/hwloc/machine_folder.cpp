// Reads the machines of a cluster's hosts from a folder of hwloc files, some of which are differences from others.
#include "core/topology/sources/hwloc/machine_folder.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>
#include <hwloc.h>
#include <hwloc/diff.h>

#include "core/base/error.h"
#include "core/topology/sources/hwloc/trial.h"

namespace topomorph::topology {
namespace {

/// The document type of hwloc 1, whose depths of some objects differ from those of later versions.
constexpr std::string_view kTypeOfHwloc1 = "topologydiff SYSTEM \"hwloc.dtd\"";

/// Throws InputError where hwloc's own reader would find a closing tag first. hwloc 2.9 then compares a tag that it
/// never set. Its reader skips whole lines that begin as headers do.
void check_first_tag(const std::string& path, std::string_view xml) {
  while (xml.starts_with("<?xml ") || xml.starts_with("<!DOCTYPE ")) {
    xml.remove_prefix(std::min(xml.find('\n'), xml.size() - 1) + 1);
  }
  if (xml.substr(std::min(xml.find_first_not_of(" \t\r\n"), xml.size())).starts_with("</")) {
    throw InputError(path, 0, "found a closing tag first, expected <topologydiff> as hwloc-diff writes it");
  }
}

struct Free {
  void operator()(char* text) const { std::free(text); }
};

}  // namespace

void MachineDifference::Destroy::operator()(hwloc_topology_diff_u* first) const { hwloc_topology_diff_destroy(first); }

MachineDifference::MachineDifference(const std::string& path) : path_(path) {
  std::string xml = read_xml_text(path);
  const std::size_t type = xml.find(kTypeOfHwloc1);
  if (type != std::string::npos) xml.replace(type, kTypeOfHwloc1.size(), "topologydiff SYSTEM \"hwloc2-diff.dtd\"");
  check_first_tag(path, xml);
  hide_messages_of_hwloc();
  after_trial(path, [&] { load(xml); });
  if (type != std::string::npos) translate_from_hwloc_1();
}

void MachineDifference::load(const std::string& xml) {
  hwloc_topology_diff_t first = nullptr;
  char* name = nullptr;
  if (xml.size() >= kMostXml ||
      hwloc_topology_diff_load_xmlbuffer(xml.c_str(), static_cast<int>(xml.size() + 1), &first, &name) != 0) {
    throw InputError(path_, 0, "found no difference that hwloc can load, expected a file as hwloc-diff writes it");
  }
  first_.reset(first);
  const std::unique_ptr<char, Free> owned(name);
  set_base(name == nullptr ? "" : name);
}

/// Takes the base from the difference's folder: the recorded name may include the folder of that time.
void MachineDifference::set_base(const std::string& name) {
  const std::string file = name.substr(name.rfind('/') + 1);  // npos + 1 is 0
  if (file.empty()) throw InputError(path_, 0, "found no name of the file that it differs from (refname)");
  if (file.ends_with(".diff.xml")) {
    throw InputError(path_, 0, "found a difference from a difference, expected one from a whole machine");
  }
  base_ = path_.substr(0, path_.rfind('/') + 1) + file;
}

/// Translates depths: bridges, PCI devices and OS devices were at -3 to -5, now at -4 to -6. Memory belonged to an
/// ordinary object, now to a NUMA node.
void MachineDifference::translate_from_hwloc_1() {
  for (hwloc_topology_diff_t one = first_.get(); one != nullptr; one = one->generic.next) {
    if (one->generic.type != HWLOC_TOPOLOGY_DIFF_OBJ_ATTR) continue;
    auto& attribute = one->obj_attr;
    if (attribute.diff.generic.type == HWLOC_TOPOLOGY_DIFF_OBJ_ATTR_SIZE) {
      attribute.obj_depth = HWLOC_TYPE_DEPTH_NUMANODE;
    } else if (attribute.obj_depth <= -3 && attribute.obj_depth >= -5) {
      --attribute.obj_depth;
    }
  }
}

int MachineDifference::applied_to_copy_of(const Machine& base) const {
  hwloc_topology_t copy = nullptr;
  if (hwloc_topology_dup(&copy, base.get()) != 0) throw InputError(path_, 0, "hwloc cannot copy the machine");
  const int applied = first_ == nullptr ? 0 : hwloc_topology_diff_apply(copy, first_.get(), 0);
  hwloc_topology_destroy(copy);
  return applied;
}

void MachineDifference::apply_to_copy_of(const Machine& base) const {
  const int applied = after_trial(path_, [&] { return applied_to_copy_of(base); });
  if (applied != 0) {
    throw InputError(path_, 0,
                     fmt::format("found as entry {} what {} does not have, expected differences from it", -applied,
                                 base_.substr(base_.rfind('/') + 1)));
  }
}

std::string base_of_difference(const std::string& path) {
  const MachineDifference difference(path);
  difference.apply_to_copy_of(Machine::for_differences(difference.base()));
  return difference.base();
}

namespace {

HostMachine machine_of(const std::string& path, SlotKind kind) {
  const Machine machine = Machine::whole_from_xml(path);
  return {tree_of(machine, kind), pus_of_slots(machine, kind)};
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
  if (is_new) found->second.emplace(Base{machine_of(path, kind_), Machine::for_differences(path)});
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
    if (const std::string path = file_of(host, ".xml"); !path.empty()) return machine_of(path, kind_);
    if (const std::string path = file_of(host, ".diff.xml"); !path.empty()) return by_difference(path);
  } catch (const InputError& error) {
    if (first_error_.empty()) first_error_ = error.what();
    warnings_.add(fmt::format("{}; {} counts as a host without a file", error.what(), host));
  }
  return std::nullopt;
}

}  // namespace topomorph::topology
