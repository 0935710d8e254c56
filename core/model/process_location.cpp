// The places of a job's processes, and the processors that they share.
#include "core/model/process_location.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/base/text.h"

namespace topomorph::inline model {

namespace {

PathObject parse_object(std::string_view text, const ProcessLocation& location) {
  const std::string_view type = text.substr(0, text.find(':'));
  const auto number = parse_count(text.substr(std::min(type.size() + 1, text.size())));
  if (!number || *number >= kPathNumberLimit || std::find(kPlaces.begin(), kPlaces.end(), type) == kPlaces.end()) {
    throw InputError(
        fmt::format("host {}, place \"{}\": found \"{}\", expected an object and its number as in \"Package:0\"",
                    location.host, location.path, text));
  }
  return {type, *number};
}

}  // namespace

PathObject take_object(std::string_view& rest, const ProcessLocation& location) {
  return parse_object(take_until(rest, '/'), location);
}

void check_path(const ProcessLocation& location) {
  for (std::string_view rest = location.path; !rest.empty();) take_object(rest, location);
}

namespace {

/// What a process says: "CPUS LIMIT MACHINE", with a limit of 0 if there is none.
struct Told {
  std::vector<CpuRange> cpus;
  double limit = 0;
  std::string machine;  ///< empty: nothing is told
};

Told told_by(const ProcessLocation& process) {
  Words words(process.processors, " ");
  auto cpus = parse_cpu_ranges(words.next());
  const auto limit = parse_real(words.next());
  const std::string_view machine = words.next();
  if (!cpus || cpus->empty() || !limit || !(*limit >= 0) || machine.empty()) return {};
  return {std::move(*cpus), *limit, std::string(machine)};
}

struct Pool {
  std::vector<CpuRange> cpus;  // of all its processes
  double limit = 0;
};

/// Numbers the pools by their machines. A host of which nothing is told is a machine.
class Pools {
 public:
  explicit Pools(std::span<const ProcessLocation> processes) {
    for (const ProcessLocation& process : processes) take(told_by(process), process.host);
    for (const ProcessLocation& process : processes) result_.of_process.push_back(number_of(process.host));
    for (const Pool& pool : pools_) {
      const auto cpus = static_cast<double>(number_of_cpus(pool.cpus));
      result_.processors.push_back(pool.limit > 0 ? std::min(pool.limit, cpus) : cpus);
    }
  }

  ProcessorPools result() && { return std::move(result_); }

 private:
  void take(const Told& told, const std::string& host) {
    if (told.machine.empty()) return;
    machine_of_.try_emplace(host, told.machine);
    Pool& pool = pools_[add("machine " + machine_of_[host])];
    pool.cpus.insert(pool.cpus.end(), told.cpus.begin(), told.cpus.end());
    pool.limit = std::max(pool.limit, told.limit);
  }

  std::uint32_t number_of(const std::string& host) {
    const auto machine = machine_of_.find(host);
    return add(machine == machine_of_.end() ? "host " + host : "machine " + machine->second);
  }

  std::uint32_t add(const std::string& key) {
    const auto [known, is_new] = numbers_.try_emplace(key, static_cast<std::uint32_t>(pools_.size()));
    if (is_new) pools_.emplace_back();
    return known->second;
  }

  std::map<std::string, std::string> machine_of_;  // of each host
  std::map<std::string, std::uint32_t> numbers_;
  std::vector<Pool> pools_;
  ProcessorPools result_;
};

}  // namespace

bool ProcessorPools::are_short() const {
  std::vector<double> processes(processors.size());
  for (const std::uint32_t pool : of_process) ++processes[pool];
  for (std::size_t pool = 0; pool < processors.size(); ++pool) {
    if (processors[pool] > 0 && processes[pool] > processors[pool]) return true;
  }
  return false;
}

ProcessorPools pools_of(std::span<const ProcessLocation> processes) { return Pools(processes).result(); }

}  // namespace topomorph::inline model
