// Finds the signs by which this process tells that it uses GPUs.
#include "runtime/process/gpu_signs.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include <link.h>

#include "core/wire/gpu_signs.h"

namespace topomorph::process {
namespace {

constexpr std::size_t kLongest = 256;  // limits what an arbitrary environment may contain

void add_word(std::string& signs, std::string_view name, std::string_view value) {
  if (!signs.empty()) signs += ' ';
  signs.append(name).append(value);
}

/// Adds NAME=VALUE, also with an empty value, which takes all GPUs away.
void add_variable(std::string& signs, std::string_view name) {
  const char* const given = name.empty() ? nullptr : std::getenv(name.data());  // ends with a zero: it is a literal
  if (given == nullptr) return;
  std::string value = "=" + std::string(given).substr(0, kLongest);
  std::replace_if(
      value.begin(), value.end(), [](unsigned char c) { return c <= ' ' || c >= 0x7f; }, '_');
  add_word(signs, name, value);
}

using Found = std::array<std::array<bool, 3>, wire::kGpuFamilies.size()>;

Found before_init = {}, after_init = {};

/// Takes no memory: the loader holds its lock.
int look_at(dl_phdr_info* library, std::size_t, void* found) {
  std::string_view name = library->dlpi_name == nullptr ? "" : library->dlpi_name;
  name.remove_prefix(std::min(name.rfind('/') + 1, name.size()));
  for (std::size_t f = 0; f < wire::kGpuFamilies.size(); ++f) {
    for (std::size_t l = 0; l < wire::kGpuFamilies[f].libraries.size(); ++l) {
      const std::string_view wanted = wire::kGpuFamilies[f].libraries[l];
      if (!wanted.empty() && name.starts_with(wanted)) (*static_cast<Found*>(found))[f][l] = true;
    }
  }
  return 0;
}

Found loaded() {
  Found found = {};
  dl_iterate_phdr(look_at, &found);
  return found;
}

}  // namespace

void note_libraries_before_init() { before_init = loaded(); }
void note_libraries_after_init() { after_init = loaded(); }

std::string gpu_signs() {
  std::string signs;
  const Found found = loaded();
  for (std::size_t f = 0; f < wire::kGpuFamilies.size(); ++f) {
    const wire::GpuFamily& family = wire::kGpuFamilies[f];
    for (const std::string_view variable : family.variables) add_variable(signs, variable);
    for (std::size_t l = 0; l < family.libraries.size(); ++l) {
      const bool is_mpis = after_init[f][l] && !before_init[f][l];
      if (found[f][l] && !is_mpis) add_word(signs, family.libraries[l], "");
    }
  }
  if (signs.empty()) return signs;
  for (const std::string_view variable : wire::kSlurmGpus) add_variable(signs, variable);
  return signs;
}

}  // namespace topomorph::process
