// The processors that this process may use, and what it has used of them.
#include "runtime/process/processors.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>

#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include "core/base/line_reader.h"
#include "core/base/number.h"

namespace topomorph::process {
namespace {

/// Returns the first line of a small file of the system; empty if it cannot be read.
std::string first_line(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "re"), std::fclose);
  char line[4096];
  if (!file || std::fgets(line, sizeof line, file.get()) == nullptr) return {};
  const std::string text(line);
  return text.substr(0, text.find('\n'));
}

/// A control group that limits the processor time, and the limit in processors.
struct Limit {
  double processors = 0;  ///< 0: none
  std::string group;      ///< its folder
};

/// Returns the limit of a group: "200000 100000" in version 2, two files in version 1.
double limit_of(const std::string& folder) {
  std::string text = first_line(folder + "/cpu.max");
  if (text.empty()) text = first_line(folder + "/cpu.cfs_quota_us") + " " + first_line(folder + "/cpu.cfs_period_us");
  Words words(text);
  const double quota = parse_real(words.next()).value_or(0), period = parse_real(words.next()).value_or(0);
  return quota > 0 && period > 0 ? quota / period : 0;
}

/// Returns the path in a line of /proc/self/cgroup if the group is one of version 2, or of version 1 for processors.
std::string path_in(const std::string& line) {
  const std::size_t first = line.find(':'), second = line.find(':', first + 1);
  if (second == std::string::npos) return {};
  const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
  const bool is_wanted = controllers == ",," || controllers.find(",cpu,") != std::string::npos;
  return is_wanted ? line.substr(second + 1) : std::string();
}

/// Finds the narrowest limit of a group and those around it. In a container their paths begin at its own group.
Limit narrowest(const std::string& mount, std::string path) {
  Limit narrowest;
  while (true) {
    const std::string folder = mount + path;
    const double here = limit_of(folder);
    if (here > 0 && (narrowest.processors == 0 || here < narrowest.processors)) narrowest = {here, folder};
    if (path.empty()) return narrowest;
    path.erase(path.find_last_of('/') == std::string::npos ? 0 : path.find_last_of('/'));
  }
}

Limit own_limit() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen("/proc/self/cgroup", "re"), std::fclose);
  char line[4096];
  while (file && std::fgets(line, sizeof line, file.get()) != nullptr) {
    std::string path = path_in(std::string(line).substr(0, std::string(line).find('\n')));
    if (path.empty()) continue;
    if (path == "/") path.clear();
    for (const char* mount : {"/sys/fs/cgroup", "/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"}) {
      if (const Limit limit = narrowest(mount, path); limit.processors > 0) return limit;
    }
  }
  return {};
}

/// Returns the clock, and the processor time of this process.
ProgramTime time_so_far() noexcept {
  timespec clock{};
  rusage used{};
  clock_gettime(CLOCK_MONOTONIC, &clock);
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return {static_cast<double>(clock.tv_sec) + 1e-9 * static_cast<double>(clock.tv_nsec),
          seconds(used.ru_utime) + seconds(used.ru_stime)};
}

std::optional<ProgramTime> began, ended;

}  // namespace

std::string own_processors(const std::string& cpus) {
  const std::string machine = first_line("/proc/sys/kernel/random/boot_id");
  if (cpus.empty() || machine.empty()) return {};
  const Limit limit = own_limit();
  struct stat status {};
  const bool is_told = limit.processors > 0 && stat(limit.group.c_str(), &status) == 0;
  std::string text = cpus + " " + decimal(limit.processors) + " " + machine;
  if (is_told) text += "/" + std::to_string(status.st_ino);  // groups of their own have processors of their own
  return text;
}

void note_begin_of_program() noexcept {
  began = time_so_far();
  ended.reset();
}

void note_end_of_program() noexcept { ended = time_so_far(); }

ProgramTime time_of_program() noexcept {
  if (!began) return {};
  const ProgramTime last = ended.value_or(time_so_far());
  return {last.seconds - began->seconds, last.cpu_seconds - began->cpu_seconds};
}

}  // namespace topomorph::process
