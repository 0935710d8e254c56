// Reads the limits of the control group of this process.
#include "tools/topomorph/doctor/control_group.h"

#include <filesystem>
#include <fstream>

#include "core/base/number.h"

namespace topomorph::cli::doctor {

namespace {

namespace fs = std::filesystem;

/// Returns the path after "0::", relative to the mount; empty if the group is the mount itself or of version 1.
fs::path own_group(const std::string& own) {
  std::ifstream file(own);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("0::/")) return line.substr(4);
  }
  return {};
}

/// Returns the two words of a file with one line.
std::pair<std::string, std::string> words_of(const fs::path& path) {
  std::pair<std::string, std::string> words;
  std::ifstream(path) >> words.first >> words.second;
  return words;
}

void narrow(const fs::path& folder, ControlGroup& group) {
  const auto memory = parse_count(words_of(folder / "memory.max").first);
  if (memory && (!group.memory || *memory < *group.memory)) {
    group.memory = memory;
    group.memory_taken = parse_count(words_of(folder / "memory.current").first).value_or(0);
  }
  const auto [quota, period] = words_of(folder / "cpu.max");
  const auto share = parse_real(quota), of = parse_real(period);
  if (share && of && *of > 0 && (!group.cpus || *share / *of < *group.cpus)) group.cpus = *share / *of;
}

}  // namespace

ControlGroup read_control_group(const std::string& mount, const std::string& own) {
  ControlGroup group;
  fs::path folder = mount;
  narrow(folder, group);
  for (const fs::path& part : own_group(own)) narrow(folder /= part, group);
  return group;
}

}  // namespace topomorph::cli::doctor
