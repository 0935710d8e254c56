// Writes and reads the processors and times of a profile's processes.
#include "core/formats/profile/processor_rows.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/error.h"

namespace topomorph::formats {
namespace {

constexpr std::size_t kLongest = std::size_t{1} << 16;  // bytes of a list of CPUs
constexpr double kMostSeconds = 1e12;

bool is_sound_time(double seconds) { return std::isfinite(seconds) && seconds >= 0 && seconds < kMostSeconds; }

double seconds_in(const wire::KeyValues& process, const char* key) {
  const double seconds = wire::real_value(process, key);
  return is_sound_time(seconds) ? seconds : 0;
}

}  // namespace

void write_processors(Statement& row, std::uint64_t rank, const wire::KeyValues& process) {
  const auto found = process.find("processors");
  if (found == process.end() || found->second.size() > kLongest) return;
  row.bind(0, rank).bind(1, found->second).bind(2, seconds_in(process, "seconds"));
  row.bind(3, seconds_in(process, "cpu_seconds")).execute();
}

void read_processors(const Database& database, const ProfileParts& parts, std::vector<ProfiledRank>& ranks) {
  if (!parts.processors) return;
  Statement rows(database, "SELECT rank, processors, seconds, cpu_seconds FROM processors");
  while (rows.step()) {
    const std::uint64_t rank = rows.number(0);
    const auto found = std::ranges::lower_bound(ranks, rank, {}, &ProfiledRank::rank);
    const double seconds = rows.real(2), cpu_seconds = rows.real(3);
    if (found == ranks.end() || found->rank != rank || !is_sound_time(seconds) || !is_sound_time(cpu_seconds))
      throw InputError("holds damaged processors of rank " + std::to_string(rank));
    found->location.processors = rows.text(1);
    found->seconds = seconds;
    found->cpu_seconds = cpu_seconds;
  }
}

}  // namespace topomorph::formats
