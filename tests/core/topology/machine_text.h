// Writes invented machines as XML of hwloc 2.
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace topomorph::testing {

using namespace topology;

/// Returns hwloc's description of packages of cores.
inline std::string machine(std::uint64_t packages, std::uint64_t cores) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n<topology "
      "version=\"2.0\">\n";
  const auto set = [](std::uint64_t first, std::uint64_t count) {
    const std::string bits = fmt::format("0x{:08x}", ((std::uint64_t{1} << count) - 1) << first);
    return fmt::format("cpuset=\"{0}\" complete_cpuset=\"{0}\" nodeset=\"0x1\" complete_nodeset=\"0x1\"", bits);
  };
  const std::uint64_t all = packages * cores;
  text += fmt::format(
      "<object type=\"Machine\" os_index=\"0\" {} allowed_cpuset=\"0x{:08x}\" allowed_nodeset=\"0x1\" "
      "gp_index=\"1\">\n",
      set(0, all), (std::uint64_t{1} << all) - 1);
  text +=
      fmt::format("<object type=\"NUMANode\" os_index=\"0\" {} gp_index=\"2\" local_memory=\"1024\"/>\n", set(0, all));
  std::uint64_t id = 3, core = 0;
  for (std::uint64_t p = 0; p < packages; ++p) {
    text += fmt::format("<object type=\"Package\" os_index=\"{}\" {} gp_index=\"{}\">\n", p, set(core, cores), id++);
    for (std::uint64_t c = 0; c < cores; ++c, ++core, id += 2) {
      text += fmt::format(
          "<object type=\"Core\" os_index=\"{0}\" {1} gp_index=\"{2}\">"
          "<object type=\"PU\" os_index=\"{0}\" {1} gp_index=\"{3}\"/></object>\n",
          core, set(core, 1), id, id + 1);
    }
    text += "</object>\n";
  }
  return text + "</object>\n</topology>\n";
}

}  // namespace topomorph::testing
