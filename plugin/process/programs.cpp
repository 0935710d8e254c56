// Reads what the launcher says of the job's programs.
#include "plugin/process/programs.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <unistd.h>

#include "core/settings/settings.h"
#include "plugin/process/environment.h"
#include "plugin/process/pmix.h"

namespace topomorph::process {
namespace {

const char* variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::uint64_t number(const char* name) { return std::strtoull(variable(name), nullptr, 10); }

bool vouched_for() { return is_on(settings::Id::Mpmd); }

}  // namespace

bool others_may_lack_the_library() { return number("OMPI_NUM_APP_CTX") > 1 && !vouched_for(); }

std::uint64_t number_of_programs() {
  return pmix::number(pmix::kAnyRank, pmix::kApplications).value_or(number("OMPI_NUM_APP_CTX"));
}

bool is_of_several_programs(bool told) { return (told || number_of_programs() > 1) && !vouched_for(); }

FixedString own_program() {
  std::array<char, 4096> path{};
  const ssize_t bytes = readlink("/proc/self/exe", path.data(), path.size());
  const std::string_view whole(path.data(), static_cast<std::size_t>(std::max<ssize_t>(bytes, 0)));
  return whole.substr(whole.rfind('/') + 1);
}

bool is_first_of_its_program() {
  // Not from OMPI_FIRST_RANKS, which 4.1.4 fills with zeros. Ranks are assigned program by program.
  const std::uint64_t rank = number("OMPI_COMM_WORLD_RANK");
  const char* sizes = variable("OMPI_APP_CTX_NUM_PROCS");
  std::uint64_t first = 0;
  while (first < rank && *sizes != '\0') {
    char* rest = nullptr;
    first += std::strtoull(sizes, &rest, 10);
    if (rest == sizes) break;
    sizes = rest;
  }
  return first == rank;
}

}  // namespace topomorph::process
