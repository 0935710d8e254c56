// Measures the network of the job.
#include "reorder/network.h"

#include <array>
#include <cmath>
#include <memory>

#include <time.h>

#include "core/measuring/pair.h"
#include "core/settings/settings.h"
#include "plugin/process/phase_timer.h"
#include "plugin/runtime/handles.h"
#include "reorder/collective_step.h"
#include "reorder/job.h"
#include "reorder/network_link.h"
#include "reorder/network_sample.h"

namespace topomorph::reorder {
namespace {

constexpr double kSeconds = 0.05;  // for everything
/// Shares of the time by wire::Reach. Between hosts a burst must pass before the rate shows.
constexpr std::array<double, wire::kReaches> kShares = {0.1, 0.1, 0.2, 0.6};
constexpr auto kOutside = static_cast<std::size_t>(wire::Reach::Switch);  // from here on between hosts

/// Sleeps while others measure, perhaps on this core.
void sleep_for(double seconds) {
  const double whole = std::floor(seconds);
  const timespec time{static_cast<time_t>(whole), static_cast<long>((seconds - whole) * 1e9)};
  nanosleep(&time, nullptr);
}

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

/// The communicators of a measurement, and the parts of this process in it. Collective.
class Sample {
 public:
  Sample(const OwnComm& comm, const Place& place)
      : host_(OwnComm::host_of(comm)),
        leaders_((check(comm, host_.valid()), OwnComm::part_of(comm, host_.rank() == 0))) {
    check(comm, host_.rank() != 0 || leaders_.valid());
    run_collectively(comm, [&] {  // processes of other hosts must learn of a failure on this host
      take(wire::Reach::Package, hand_out(host_, parts_inside(place)));
      if (leaders_.valid()) take(wire::Reach::Switch, hand_out(leaders_, parts_outside(place)));
    });
  }

  const OwnComm& comm_of(std::size_t reach) const { return reach < kOutside ? host_ : leaders_; }
  PairPart part(std::size_t reach) const { return parts_[reach]; }

 private:
  static void check(const OwnComm& comm, bool made) {
    share_failure(comm, made ? process::FixedString() : process::FixedString("MPI gave no communicator"));
  }

  /// Two hosts speak for all, the first and one in the middle.
  bool measures_inside() const { return leaders_.rank() == 0 || leaders_.rank() == leaders_.size() / 2; }

  std::vector<std::uint64_t> parts_inside(const Place& place) const {
    std::vector<std::uint64_t> parts;
    run_collectively(host_, [&] {
      if (host_.rank() != 0) return;
      const auto processes = static_cast<std::size_t>(host_.size());
      parts.resize(processes);
      if (measures_inside()) parts = parts_in_host(packages_in(place.of_host, processes));
    });
    return parts;
  }

  std::vector<std::uint64_t> parts_outside(const Place& place) const {
    const std::vector<std::uint64_t> switches = gather_numbers(leaders_, switch_of(place.network));
    std::vector<std::uint64_t> parts;
    run_collectively(leaders_, [&] {
      if (leaders_.rank() == 0) parts = parts_of_hosts(switches);
    });
    return parts;
  }

  void take(wire::Reach first, std::optional<std::uint64_t> parts) {
    const auto both = unpacked(parts.value_or(0));
    std::copy(both.begin(), both.end(), parts_.begin() + static_cast<std::ptrdiff_t>(first));
  }

  const OwnComm host_, leaders_;
  std::array<PairPart, wire::kReaches> parts_;  ///< by wire::Reach
};

wire::NetworkRecord record_of(std::size_t reach, const measuring::PairFinding& found) {
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
          costs.receive};
}

/// Takes this process's part in one pair.
void measure(const Sample& sample, std::size_t reach, double seconds, std::unique_ptr<LinkBuffers>& buffers,
             std::vector<wire::NetworkRecord>& records) {
  const PairPart part = sample.part(reach);
  NetworkLink link(sample.comm_of(reach), part.other, buffers);
  if (part.starts) {
    records.push_back(record_of(reach, measuring::measure_pair(link, seconds)));
  } else {
    measuring::answer_pair(link, job().identity.rank);
  }
}

/// Measures one kind of pairs after the other.
std::vector<wire::NetworkRecord> measure_all(const OwnComm& comm, const Sample& sample) {
  std::unique_ptr<LinkBuffers> buffers;
  std::vector<wire::NetworkRecord> records;
  process::FixedString failure;
  double left = 1;
  for (std::size_t reach = 0; reach < wire::kReaches; ++reach) {
    const bool mine = sample.part(reach).other >= 0;
    const std::size_t measuring = collective_maximum(comm, [&] {
      if (!failure.empty()) throw CollectiveError(failure);
      if (mine && !buffers) buffers = std::make_unique<LinkBuffers>();
      if (mine) records.reserve(wire::kReaches);
      return std::size_t{mine ? 1U : 0U};
    });
    if (measuring == 0) continue;
    const bool last = reach + 1 == wire::kReaches;
    const double seconds = kSeconds * (last ? left : kShares[reach]);
    left -= kShares[reach];
    if (mine) {
      failure = failure_of([&] { measure(sample, reach, seconds, buffers, records); });
    } else {
      sleep_for(seconds);
    }
  }
  share_failure(comm, failure);
  return records;
}

bool is_wanted(const OwnComm& comm) {
  std::uint64_t wanted = 0;
  run_collectively(comm, [&] { wanted = settings::flag(settings::Id::MeasureNetwork) ? 1 : 0; });
  return broadcast(comm, wanted) != 0;
}

}  // namespace

wire::Buffer measured_network(const OwnComm& comm, const Place& place) noexcept {
  wire::Buffer frame;
  if (comm.size() == 1) return frame;
  failure_of([&] {
    const process::PhaseTimer timer("network");
    // Another one, so that `comm` is still good if an operation does not end.
    const OwnComm own = OwnComm::duplicate_of(handles::comm_world());
    if (!is_wanted(own)) return;
    const std::vector<wire::NetworkRecord> records = measure_all(own, Sample(own, place));
    if (!records.empty()) wire::append_records<wire::NetworkRecord>(frame, wire::FrameType::Network, records);
  });
  return frame;
}

}  // namespace topomorph::reorder
