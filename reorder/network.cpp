// Measures the network of the job.
#include "reorder/network.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <thread>

#include "core/base/thread_time.h"
#include "core/measuring/pair.h"
#include "core/settings/settings.h"
#include "plugin/process/phase_timer.h"
#include "plugin/runtime/handles.h"
#include "plugin/runtime/real_mpi.h"
#include "reorder/collective_step.h"
#include "reorder/job.h"
#include "reorder/network_link.h"
#include "reorder/network_sample.h"

namespace topomorph::reorder {
namespace {

constexpr double kSeconds = 0.045;  // for all pairs
constexpr double kLate = 0.005;     // of the process that others wait for
/// Shares of the time by wire::Reach. Between hosts a burst must pass before the rate shows.
constexpr std::array<double, wire::kReaches> kShares = {0.1, 0.1, 0.2, 0.6};
constexpr auto kOutside = static_cast<std::size_t>(wire::Reach::Switch);  // from here on between hosts

/// Measures seconds from its construction.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count(); }
  void sleep_until(double seconds) const {
    std::this_thread::sleep_until(began_ + std::chrono::duration<double>(seconds));
  }

 private:
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

/// Returns the packages of the processes of a host, from the lines that its first process has of them.
std::vector<std::string> packages_in(const std::string& of_host, std::size_t processes) {
  constexpr int kFieldsBeforePath = 4;
  std::vector<std::string> packages;
  for (std::string& line : wire::lines(of_host)) {
    std::string_view rest = line;
    for (int field = 0; field < kFieldsBeforePath; ++field)
      rest.remove_prefix(std::min(rest.find('\t'), rest.size() - 1) + 1);
    packages.emplace_back(package_of(rest.substr(0, rest.find('\t'))));
  }
  packages.resize(processes);
  return packages;
}

using HostParts = std::vector<std::uint64_t>;

/// The communicators of a measurement, and the parts of this process in it. Collective.
class Sample {
 public:
  Sample(const OwnComm& comm, const Place& place)
      : host_(OwnComm::host_of(comm)), leaders_(OwnComm::part_of(comm, host_.valid() && host_.rank() == 0)) {
    // All learn of a failure before the next step: it waits for processes of the host, or for the first ones of all.
    HostParts inside;
    run_collectively(comm, [&] { inside = parts_inside(place); });
    run_collectively(comm, [&] {
      if (leaders_.valid()) keep_kinds(inside, kinds_here(kinds_in(inside)));
    });
    run_collectively(comm, [&] { take(wire::Reach::Package, host_, inside); });
    run_collectively(comm, [&] {
      if (leaders_.valid()) take(wire::Reach::Switch, leaders_, parts_outside(place));
    });
  }

  const OwnComm& comm_of(std::size_t reach) const { return reach < kOutside ? host_ : leaders_; }
  /// Leaves the communicators as they are: a pair that has given up does not free its own, and to free one is
  /// collective.
  void abandon() const {
    host_.abandon();
    leaders_.abandon();
  }
  PairPart part(std::size_t reach) const { return parts_[reach]; }
  /// Returns, on the first process of all, a bit for each reach that is measured anywhere.
  std::uint64_t reaches() const { return reaches_; }

 private:
  /// Gives each process its parts in two reaches, which the first process of `comm` knows.
  void take(wire::Reach first, const OwnComm& comm, const HostParts& all) {
    const auto mine = unpacked(hand_out(comm, all).value_or(0));
    std::copy(mine.begin(), mine.end(), parts_.begin() + static_cast<std::ptrdiff_t>(first));
    reaches_ |= kinds_in(all) << static_cast<std::size_t>(first);
  }

  /// Returns the parts of the processes of this host, on its first process. Waits for nobody.
  HostParts parts_inside(const Place& place) const {
    if (!host_.valid() || (host_.rank() == 0 && !leaders_.valid())) throw CollectiveError("MPI gave no communicator");
    if (host_.rank() != 0) return {};
    return parts_in_host(packages_in(place.of_host, static_cast<std::size_t>(host_.size())));
  }

  /// Returns what this host measures of the kinds that it has. The first host chooses: it may have none itself.
  std::uint64_t kinds_here(std::uint64_t kinds) {
    const HostParts of_hosts = gather_numbers(leaders_, kinds);
    HostParts chosen;
    run_collectively(leaders_, [&] { chosen = kinds_of_hosts(of_hosts); });
    for (const std::uint64_t host : chosen) reaches_ |= host << static_cast<std::size_t>(wire::Reach::Package);
    return hand_out(leaders_, chosen).value_or(0);
  }

  HostParts parts_outside(const Place& place) const {
    const HostParts switches = gather_numbers(leaders_, switch_of(place.network));
    HostParts parts;
    run_collectively(leaders_, [&] {
      if (leaders_.rank() == 0) parts = parts_of_hosts(switches);
    });
    return parts;
  }

  const OwnComm host_, leaders_;
  std::array<PairPart, wire::kReaches> parts_;  ///< by wire::Reach
  std::uint64_t reaches_ = 0;
};

wire::NetworkRecord network_record(std::size_t reach, const measuring::PairFinding& found) {
  const measuring::PairCosts& costs = found.costs;
  // Only links have bursts: the copies of the first messages inside a host are cached.
  const measuring::BurstCost burst = reach < kOutside ? measuring::BurstCost() : costs.burst;
  return {static_cast<wire::Reach>(reach),
          0,
          found.other,
          costs.latency,
          costs.bandwidth,
          burst.bytes,
          burst.bandwidth,
          costs.send,
          costs.receive,
          0};
}

/// Takes this process's part in one pair.
void measure_part(const Sample& sample, std::size_t reach, double seconds,
                  std::unique_ptr<measuring::LinkBuffers>& buffers, std::vector<wire::NetworkRecord>& records) {
  const PairPart part = sample.part(reach);
  NetworkLink link(sample.comm_of(reach), part.other, buffers);
  if (part.starts) {
    records.push_back(network_record(reach, measuring::measure_pair(link, seconds)));
  } else {
    measuring::answer_pair(link, visible_world_rank());
  }
}

/// When each reach is measured, in seconds from the common start. The last one between hosts takes the time of those
/// that are not.
struct Window {
  double begin = 0, length = 0;
};
std::array<Window, wire::kReaches> windows_of(std::uint64_t reaches) {
  std::array<Window, wire::kReaches> windows;
  double begin = 0;
  for (std::size_t reach = 0; reach < windows.size(); ++reach) {
    if ((reaches >> reach & 1) == 0) continue;
    const bool last = reaches >> reach == 1 && reach >= kOutside;
    windows[reach] = {begin, last ? kSeconds - begin : kShares[reach] * kSeconds};
    begin += windows[reach].length;
  }
  return windows;
}

double end_of(const std::array<Window, wire::kReaches>& windows) {
  double end = 0;
  for (const Window& window : windows) end = std::max(end, window.begin + window.length);
  return end;
}

/// Returns the part of a core that this process takes while it waits inside MPI, as it does in the application: all
/// wait for the last one. Only after everything went well, because this wait has no end of its own.
double waiting_part(const OwnComm& comm) {
  if (comm.rank() == comm.size() - 1) std::this_thread::sleep_for(std::chrono::duration<double>(kLate));
  const Stopwatch clock;
  const double start = thread_seconds();
  real::Barrier(comm.get());
  return (thread_seconds() - start) / clock.seconds();
}

/// Measures one reach after the other. The clocks of the processes part them: to wait for each other would take longer.
std::vector<wire::NetworkRecord> measure_all(const OwnComm& comm, const Sample& sample) {
  const auto windows = windows_of(broadcast(comm, sample.reaches()));
  const auto takes_part = [&](std::size_t reach) { return windows[reach].length > 0 && sample.part(reach).other >= 0; };
  std::unique_ptr<measuring::LinkBuffers> buffers;
  std::vector<wire::NetworkRecord> records;
  run_collectively(comm, [&] {
    for (std::size_t reach = 0; reach < windows.size(); ++reach) {
      if (!buffers && takes_part(reach)) buffers = std::make_unique<measuring::LinkBuffers>();
    }
    records.reserve(wire::kReaches);
  });
  const Stopwatch clock;
  const process::FixedString failure = failure_of([&] {
    for (std::size_t reach = 0; reach < windows.size(); ++reach) {
      if (!takes_part(reach)) continue;
      clock.sleep_until(windows[reach].begin);
      measure_part(sample, reach, windows[reach].length, buffers, records);
    }
  });
  clock.sleep_until(end_of(windows));
  comm.wait_asleep();
  try {
    share_failure(comm, failure);
  } catch (...) {
    sample.abandon();
    throw;
  }
  const double waiting = waiting_part(comm);
  for (wire::NetworkRecord& record : records) record.waiting = waiting;
  return records;
}

/// Rank 0 decides.
bool is_wanted(const OwnComm& comm) {
  return collective_maximum(comm, [&] {
           return std::size_t{comm.rank() == 0 && settings::flag(settings::Id::MeasureNetwork) ? 1U : 0U};
         }) != 0;
}

}  // namespace

wire::Buffer measured_network(const OwnComm& comm, const Place& place) noexcept {
  if (comm.size() == 1) return {};
  wire::Buffer frame;
  const process::FixedString failure = failure_of([&] {
    const process::PhaseTimer timer("network");
    arrive(comm);  // throws at once if an earlier operation has not ended: others may not come either
    // Another one, so that `comm` is still good if an operation does not end.
    const OwnComm own = OwnComm::duplicate_of(handles::comm_world());
    if (!is_wanted(own)) return;
    const std::vector<wire::NetworkRecord> records = measure_all(own, Sample(own, place));
    if (!records.empty()) wire::append_records<wire::NetworkRecord>(frame, wire::FrameType::Network, records);
  });
  return failure.empty() ? std::move(frame) : wire::Buffer();  // no memory for the end of a frame leaves its head
}

}  // namespace topomorph::reorder
