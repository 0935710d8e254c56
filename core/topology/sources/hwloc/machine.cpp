// Loads machines through hwloc.
#include "core/topology/sources/hwloc/machine.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <optional>

#include <fmt/format.h>
#include <hwloc.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/topology/sources/hwloc/trial.h"

extern "C" {  // which version 2 omits in this header
#include <hwloc/plugins.h>
}

namespace topomorph::topology {

namespace {

/// More than a node of any machine has; whole machines are `tree:`. hwloc keeps sets of all PUs in every object and
/// searches siblings linearly, so its time grows with the third power.
constexpr std::uint64_t kMaxObjects = std::uint64_t{1} << 13;
constexpr std::uint64_t kTooMany = std::numeric_limits<std::uint64_t>::max();

bool is_digit(char c) { return c >= '0' && c <= '9'; }

#if HWLOC_API_VERSION < 0x00030000
/// Returns hwloc 2's number of what a device's driver is, from the sum of hwloc 3's: storage 1, memory 2, GPU 4,
/// coprocessor 8, network 16, OpenFabrics 32, DMA engine 64.
char lowered_type(std::uint64_t types) {
  constexpr std::pair<std::uint64_t, char> kTypes[] = {{32, '3'}, {16, '2'}, {8, '5'}, {4, '1'}, {64, '4'}};
  for (const auto& [bit, number] : kTypes) {
    if ((types & bit) != 0) return number;
  }
  return '0';
}

void lower_types_of_drivers(std::string& text) {
  static constexpr std::string_view kType = "osdev_type=\"";
  for (auto at = text.find(kType); at != std::string::npos; at = text.find(kType, at)) {
    at += kType.size();
    const std::size_t end = std::min(text.find('"', at), text.size());
    if (const auto types = parse_count(std::string_view(text).substr(at, end - at))) {
      text.replace(at, end - at, 1, lowered_type(*types));
    }
  }
}
#endif

/// Returns the text of the file, with version 3 lowered to 2 for hwloc 2. hwloc 2 refuses files of hwloc 3 for their
/// version alone; the objects have the same form but for the types of drivers, and hwloc 2 skips the new part (infos at
/// the end).
std::string read_xml(const std::string& path) {
  static constexpr std::string_view kVersion3 = "<topology version=\"3.";
  std::string text = read_xml_text(path);
#if HWLOC_API_VERSION < 0x00030000
  if (const auto at = text.find(kVersion3); at != std::string::npos) {
    text[at + kVersion3.size() - 2] = '2';
    lower_types_of_drivers(text);
  }
#endif
  return text;
}

/// Returns a lower bound of the objects that a synthetic description creates, because hwloc refuses no number. hwloc
/// reads numbers with strtoul, so signs and hexadecimal count as too many. Attributes ("size=32768") do not count.
std::uint64_t objects_asked_for(std::string_view description) {
  static constexpr std::string_view kNoNumberBehind = "=,*.";
  std::uint64_t product = 1;
  for (std::size_t i = 0; i < description.size(); ++i) {
    const char before = i == 0 ? ' ' : description[i - 1];
    if (!is_digit(description[i]) || std::isalnum(static_cast<unsigned char>(before)) != 0 ||
        kNoNumberBehind.find(before) != std::string_view::npos) {
      continue;
    }
    const std::size_t end = std::min(description.find_first_not_of("0123456789", i), description.size());
    const auto arity = parse_count(description.substr(i, end - i));
    const bool odd =
        before == '-' || description.substr(end).starts_with('x') || description.substr(end).starts_with('X');
    if (odd || !arity || __builtin_mul_overflow(product, std::max<std::uint64_t>(*arity, 1), &product)) return kTooMany;
  }
  return product;
}

/// Returns whether the description numbers processing units ("indexes=0,2,1,3") higher than any machine does. hwloc's
/// sets grow with the highest number, and beyond 32 bits hwloc crashes.
bool has_far_index(std::string_view description) {
  static constexpr std::string_view kIndexes = "indexes=", kDigits = "0123456789";
  for (std::size_t at = description.find(kIndexes); at < description.size(); at = description.find(kIndexes, at)) {
    at += kIndexes.size();
    std::string_view list = description.substr(at, description.substr(at).find(')'));
    for (std::size_t digit = list.find_first_of(kDigits); digit < list.size(); digit = list.find_first_of(kDigits)) {
      list.remove_prefix(digit);
      const std::size_t length = std::min(list.find_first_not_of(kDigits), list.size());
      const auto number = parse_count(list.substr(0, length));
      if (!number || *number > kMostIndex) return true;
      list.remove_prefix(length);
    }
  }
  return false;
}

}  // namespace

void Machine::Destroy::operator()(hwloc_topology* topology) const { hwloc_topology_destroy(topology); }

Machine::Machine() {
  hide_messages_of_hwloc();
  hwloc_topology_t topology = nullptr;
  if (hwloc_topology_init(&topology) != 0) throw InputError("hwloc cannot be initialised");
  topology_.reset(topology);
}

void Machine::load(const std::string& what) {
  what_ = what;
  if (hwloc_topology_load(get()) != 0) throw InputError(what + ": hwloc cannot load it");
}

Machine Machine::this_host() {
  Machine machine;
  machine.load("this host");
  return machine;
}

Machine Machine::with_devices(const std::string& path) {
  if (!path.empty()) return loaded(path, &Machine::ask_for_devices);
  Machine machine;
  machine.ask_for_devices();
  machine.load("this host");
  return machine;
}

void Machine::ask_for_devices() {
  for (const char* starts_a_driver :
       {"cuda", "opencl", "gl", "levelzero"}) {  // which takes seconds, and memory of GPUs
    hwloc_topology_set_components(get(), HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, starts_a_driver);
  }
  hwloc_topology_set_io_types_filter(get(), HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
}

Machine Machine::loaded(const std::string& path, void (Machine::*prepare)()) {
  const std::string xml = read_xml(path);  // once: the file may be a pipe
  check_bounds_of_xml(path, xml);
  const auto load = [&] {
    Machine machine;
    machine.set_xml(path, xml);
    if (prepare != nullptr) (machine.*prepare)();
    machine.load(path);
    return machine;
  };
  return after_trial(path, load);
}

void Machine::set_xml(const std::string& path, const std::string& xml) {
  if (xml.size() >= kMostXml ||
      hwloc_topology_set_xmlbuffer(get(), xml.c_str(), static_cast<int>(xml.size() + 1)) != 0) {
    throw InputError(path, 0, "found no hwloc XML, expected a file as `lstopo FILE.xml` writes it");
  }
}

void Machine::ask_for_all() { hwloc_topology_set_flags(get(), HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED); }

void Machine::ask_for_every_object() {
  hwloc_topology_set_all_types_filter(get(), HWLOC_TYPE_FILTER_KEEP_ALL);
  ask_for_all();
}

Machine Machine::from_xml(const std::string& path) { return loaded(path, nullptr); }

Machine Machine::whole_from_xml(const std::string& path) { return loaded(path, &Machine::ask_for_all); }

Machine Machine::for_differences(const std::string& path) { return loaded(path, &Machine::ask_for_every_object); }

Machine Machine::synthetic(const std::string& description) {
  if (objects_asked_for(description) > kMaxObjects) {
    throw InputError(
        fmt::format("synthetic:{}: found more than {} objects, expected at most that", description, kMaxObjects));
  }
  if (has_far_index(description)) {
    throw InputError(
        fmt::format("synthetic:{}: found an index above {}, expected at most that", description, kMostIndex));
  }
  Machine machine;
  if (hwloc_topology_set_synthetic(machine.get(), description.c_str()) != 0) {
    throw InputError("found \"" + description + "\", expected a synthetic hwloc topology as in \"pack:2 core:8 pu:1\"");
  }
  machine.load("synthetic:" + description);
  return machine;
}

/// hwloc reads the variable once, in its first question. Then the variable is again what it was, because programs that
/// this process starts inherit it.
void hide_messages_of_hwloc() {
  static std::once_flag asked;
  std::call_once(asked, [] {
    constexpr const char *kVariable = "HWLOC_HIDE_ERRORS", *kAll = "2";
    const char* const found = std::getenv(kVariable);
    const std::optional<std::string> before = found == nullptr ? std::nullopt : std::optional<std::string>(found);
    setenv(kVariable, kAll, 1);
    hwloc_hide_errors();
    if (before) {
      setenv(kVariable, before->c_str(), 1);
    } else {
      unsetenv(kVariable);
    }
  });
}

}  // namespace topomorph::topology
