// Measures the pairs of a job in rounds, until repetitions agree.
#include "reorder/network_rounds.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <thread>

#include "core/base/deadline.h"
#include "core/measuring/repetitions.h"
#include "reorder/network_link.h"
#include "reorder/steps/collective_error.h"
#include "reorder/steps/collective_step.h"
#include "reorder/steps/messages.h"
#include "reorder/steps/own_comm.h"
#include "reorder/steps/this_process.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::reorder {
namespace {

using measuring::Repetitions;
using measuring::Way;

constexpr double kSeconds = 0.0225;  // of a round, for all pairs
constexpr double kMostSeconds = 0.25;
constexpr std::size_t kWaits = 3;
constexpr double kLate = 0.005 / kWaits;  // of the process that others wait for
/// Shares of the time by wire::Reach. In less, a copy does not reach its speed; between hosts a burst must pass before
/// the rate shows.
constexpr std::array<double, wire::kReaches> kShares = {0.2, 0.2, 0.2, 0.4};

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

/// When each reach is measured, in seconds from the start of a round. The last one between hosts takes the time of
/// those that are not.
struct Window {
  double begin = 0, length = 0;
};
using Windows = std::array<Window, wire::kReaches>;

Windows windows_of(std::uint64_t reaches) {
  Windows windows;
  double begin = 0;
  for (std::size_t reach = 0; reach < windows.size(); ++reach) {
    if ((reaches >> reach & 1) == 0) continue;
    const bool last = reaches >> reach == 1 && reach >= kOutside;
    windows[reach] = {begin, last ? kSeconds - begin : kShares[reach] * kSeconds};
    begin += windows[reach].length;
  }
  return windows;
}

double end_of(const Windows& windows) {
  double end = 0;
  for (const Window& window : windows) end = std::max(end, window.begin + window.length);
  return end;
}

Way way_of(std::size_t reach) { return reach < kOutside ? Way::Memory : Way::Links; }

/// This process's part in all rounds.
class Rounds {
 public:
  Rounds(const NetworkPairs& pairs, std::uint64_t reaches) : pairs_(pairs), windows_(windows_of(reaches)) {
    for (std::size_t reach = 0; reach < windows_.size(); ++reach) {
      if (!buffers_ && takes_part(reach)) buffers_ = std::make_unique<measuring::LinkBuffers>();
    }
    records_.reserve(wire::kReaches);
  }

  /// Takes part in some rounds and sleeps through the rest of their time. Measures one reach after the other. The
  /// clocks of the processes part them: to wait for each other would take longer.
  void measure(std::size_t rounds) {
    const Stopwatch clock;
    const double length = end_of(windows_);
    for (std::size_t round = 0; round < rounds; ++round, ++count_) {
      for (std::size_t reach = 0; reach < windows_.size(); ++reach) {
        if (!takes_part(reach)) continue;
        clock.sleep_until(static_cast<double>(round) * length + windows_[reach].begin);
        measure_part(reach);
      }
    }
    clock.sleep_until(static_cast<double>(rounds) * length);
  }

  std::size_t count() const { return count_; }

  bool is_doubtful() const {
    for (std::size_t reach = 0; reach < windows_.size(); ++reach) {
      if (starts(reach) && found_[reach].doubts(way_of(reach)) != 0) return true;
    }
    return false;
  }

  /// `waits` are the parts of a core that this process has taken while it waited.
  std::vector<wire::NetworkRecord> take_records(const measuring::Repeated& waits) {
    for (std::size_t reach = 0; reach < windows_.size(); ++reach) {
      if (starts(reach)) records_.push_back(record_of(reach, waits));
    }
    return std::move(records_);
  }

 private:
  bool takes_part(std::size_t reach) const { return windows_[reach].length > 0 && pairs_.part(reach).other >= 0; }
  bool starts(std::size_t reach) const { return takes_part(reach) && pairs_.part(reach).starts; }

  void measure_part(std::size_t reach) {
    NetworkLink link(pairs_.comm_of(reach), pairs_.part(reach).other, buffers_);
    if (!starts(reach)) return measuring::answer_pair(link, visible_world_rank());
    const measuring::PairFinding finding = measuring::measure_pair(link, windows_[reach].length);
    found_[reach].add(finding.costs);
    others_[reach] = finding.other;
  }

  wire::NetworkRecord record_of(std::size_t reach, const measuring::Repeated& waits) const {
    const Way way = way_of(reach);
    const measuring::PairCosts costs = found_[reach].costs(way);
    // Only links have bursts: the copies of the first messages inside a host are cached.
    const measuring::BurstCost burst = way == Way::Memory ? measuring::BurstCost() : costs.burst;
    const std::uint32_t waiting = measuring::is_waiting_confirmed(waits) ? 0 : bit_of(NetworkValue::Waiting);
    return {static_cast<wire::Reach>(reach),
            found_[reach].doubts(way) | waiting,
            others_[reach],
            costs.latency,
            costs.bandwidth,
            burst.bytes,
            burst.bandwidth,
            costs.send,
            costs.receive,
            waits.median()};
  }

  const NetworkPairs& pairs_;
  const Windows windows_;
  std::unique_ptr<measuring::LinkBuffers> buffers_;
  std::vector<wire::NetworkRecord> records_;
  std::array<Repetitions, wire::kReaches> found_;
  std::array<std::uint64_t, wire::kReaches> others_{};
  std::size_t count_ = 0;
};

/// Returns the part of a core that this process takes while it waits inside MPI, as it does in the application: all
/// wait for the last one. Only after everything went well, because this wait has no end of its own.
double waiting_part(const OwnComm& comm) {
  if (comm.rank() == comm.size() - 1) std::this_thread::sleep_for(std::chrono::duration<double>(kLate));
  const Stopwatch clock;
  const double start = thread_seconds();
  real::Barrier(comm.get());
  return std::min((thread_seconds() - start) / clock.seconds(), 1.0);
}

/// What comes after some rounds. What any process finds counts, the greatest.
enum After : std::size_t { kAgreed, kAnother, kTooLate };

After after(const Rounds& mine, const Stopwatch& clock) {
  if (clock.seconds() > kMostSeconds) return kTooLate;
  return mine.is_doubtful() ? kAnother : kAgreed;
}

/// Collective. Throws CollectiveError if a pair has given up.
After measured(const OwnComm& comm, const NetworkPairs& pairs, Rounds& mine, std::size_t rounds,
               const Stopwatch& clock) {
  const process::FixedString failure = failure_of([&] { mine.measure(rounds); });
  comm.wait_asleep();
  try {
    return static_cast<After>(share_failure(comm, failure, 1, after(mine, clock)));
  } catch (...) {
    pairs.abandon();
    throw;
  }
}

}  // namespace

std::vector<wire::NetworkRecord> measure_in_rounds(const OwnComm& comm, const NetworkPairs& pairs) {
  const std::uint64_t reaches = broadcast(comm, pairs.reaches());
  std::optional<Rounds> mine;
  run_collectively(comm, [&] { mine.emplace(pairs, reaches); });
  const Stopwatch clock;
  After next = measured(comm, pairs, *mine, Repetitions::kLeast, clock);
  while (next == kAnother && mine->count() < Repetitions::kMost) next = measured(comm, pairs, *mine, 1, clock);
  measuring::Repeated waits;
  for (std::size_t wait = 0; wait < kWaits; ++wait) waits.add(waiting_part(comm));
  return mine->take_records(waits);
}

}  // namespace topomorph::reorder
