// Adds up the counters of all threads and writes them as frames.
#include "monitoring/record.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "core/wire/frame_io.h"
#include "monitoring/counting/clock.h"
#include "monitoring/counting/name_lists.h"
#include "monitoring/counting/roles.h"
#include "monitoring/counting/thread_counters.h"
#include "monitoring/raw_record.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::monitoring {
namespace {

std::atomic<bool> summarised{false};

struct CallSum {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  std::uint64_t ticks = 0;
};

/// Returns the role of a process of this job; roles::kNone if it has none.
int role_of_process(MPI_Group processes, int process) {
  int role = MPI_UNDEFINED;
  real::Group_translate_ranks(processes, 1, &process, roles::world_group(), &role);
  return role < 0 ? roles::kNone : role;
}

/// Returns the traffic of all threads by key, with roles in place of processes.
Volumes summed_traffic() {
  Volumes sums;
  const auto me = static_cast<std::uint32_t>(roles::known.mine);
  MPI_Group processes{};
  real::Comm_group(handles::comm_world(), &processes);
  ThreadCounters::for_each_current(&ThreadCounters::traffic, [&](const TrafficCounter& counter) {
    TrafficKey key = TrafficKey::unpacked(counter.key);
    if (key.process) {
      const int role = role_of_process(processes, static_cast<int>(key.peer));
      if (role < 0) return;
      key.process = false, key.peer = static_cast<std::uint32_t>(role);
    }
    if (key.peer == me && !key.group) key.inward = false;  // one row for one pair of roles
    const std::uint64_t bytes = counter.bytes.load(std::memory_order_relaxed);
    const std::uint64_t messages = counter.messages.load(std::memory_order_relaxed);
    if (bytes + messages == 0) return;  // counted before the last reset
    Volume& sum = sums[key.packed()];
    sum.bytes += bytes;
    sum.messages += messages;
  });
  real::Group_free(&processes);
  return sums;
}

/// Notes whether any traffic was summarised.
Volumes kept(Volumes volumes, std::size_t most_pairs) {
  if (kept_pairs(volumes, most_pairs)) summarised.store(true, std::memory_order_relaxed);
  return volumes;
}

/// The traffic that this process reports.
struct TrafficRecords {
  std::vector<wire::TrafficRecord> pairs;
  std::vector<wire::GroupTrafficRecord> groups;
};

TrafficRecords traffic_records(std::size_t most_pairs) {
  TrafficRecords records;
  const auto me = static_cast<std::uint64_t>(roles::known.mine);
  for (const auto& [packed, volume] : kept(summed_traffic(), most_pairs)) {
    const TrafficKey key = TrafficKey::unpacked(packed);
    if (key.group) {
      records.groups.push_back(
          {key.phase, key.layer, key.peer, key.inward ? 1U : 0U, me, volume.bytes, volume.messages});
    } else {
      records.pairs.push_back({key.phase, key.layer, key.inward ? key.peer : me, key.inward ? me : key.peer,
                               volume.bytes, volume.messages});
    }
  }
  return records;
}

std::map<std::uint64_t, CallSum> summed_calls() {
  std::map<std::uint64_t, CallSum> sums;
  ThreadCounters::for_each_current(&ThreadCounters::calls, [&](const CallCounter& counter) {
    CallSum& sum = sums[counter.key];
    sum.count += counter.count.load(std::memory_order_relaxed);
    sum.bytes += counter.bytes.load(std::memory_order_relaxed);
    sum.ticks += counter.ticks.load(std::memory_order_relaxed);
  });
  return sums;
}

std::vector<wire::CallRecord> call_records() {
  const double tick = Clock::nanoseconds_per_tick();
  std::vector<wire::CallRecord> records;
  for (const auto& [key, sum] : summed_calls()) {
    if (sum.count > 0) records.push_back(call_record(key, sum.count, sum.bytes, static_cast<double>(sum.ticks) * tick));
  }
  return records;
}

/// Returns the records in the order of phase, layer and class.
std::vector<wire::SizeRecord> size_records() {
  std::map<std::uint64_t, std::uint64_t> sums;
  ThreadCounters::for_each_current(&ThreadCounters::sizes, [&](const SizeCounters& phase) {
    for (std::size_t i = 0; i < kLayers * kSizeClasses; ++i) {
      const auto messages = phase.messages[i / kSizeClasses][i % kSizeClasses].load(std::memory_order_relaxed);
      if (messages > 0) sums[phase.key * kLayers * kSizeClasses + i] += messages;
    }
  });
  std::vector<wire::SizeRecord> records;
  for (const auto& [key, messages] : sums) {
    records.push_back({static_cast<std::uint32_t>(key / (kLayers * kSizeClasses)),
                       static_cast<wire::Layer>(key / kSizeClasses % kLayers),
                       static_cast<std::uint32_t>(key % kSizeClasses), 0, messages});
  }
  return records;
}

}  // namespace

double mpi_seconds() {
  std::uint64_t ticks = 0;
  for (const auto& [key, sum] : summed_calls()) ticks += sum.ticks;
  return static_cast<double>(ticks) * Clock::nanoseconds_per_tick() * 1e-9;
}

bool is_summarised() {
  return summarised.load(std::memory_order_relaxed) || room_for_peers.load(std::memory_order_relaxed) == 0;
}

wire::Buffer record(std::size_t most_pairs) {
  wire::Buffer buffer;
  const TrafficRecords traffic = traffic_records(most_pairs);
  const auto calls = call_records();
  const auto sizes = size_records();
  wire::append_text(buffer, wire::FrameType::Phases, phases::all().listed());
  wire::append_text(buffer, wire::FrameType::Groups, groups::all().listed());
  wire::append_records<wire::TrafficRecord>(buffer, wire::FrameType::Traffic, traffic.pairs);
  wire::append_records<wire::GroupTrafficRecord>(buffer, wire::FrameType::GroupTraffic, traffic.groups);
  wire::append_records<wire::CallRecord>(buffer, wire::FrameType::Calls, calls);
  wire::append_records<wire::SizeRecord>(buffer, wire::FrameType::Sizes, sizes);
  return buffer;
}

namespace {

using VolumeWeight = std::pair<std::uint64_t, std::uint64_t>;

VolumeWeight weight_of(const Volume& volume) { return {volume.bytes, volume.messages}; }

/// Returns the weight of the heaviest pair that has to go; nothing if none has to.
VolumeWeight heaviest_to_go(const Volumes& volumes, std::size_t most) {
  std::vector<VolumeWeight> weights;
  for (const auto& [packed, volume] : volumes) {
    if (!TrafficKey::unpacked(packed).group) weights.push_back(weight_of(volume));
  }
  if (weights.size() <= most) return {0, 0};
  const auto first = weights.begin() + static_cast<std::ptrdiff_t>(most);
  std::nth_element(weights.begin(), first, weights.end(), std::greater<>());
  return *first;
}

}  // namespace

bool kept_pairs(Volumes& volumes, std::size_t most) {
  const VolumeWeight limit = heaviest_to_go(volumes, most);
  if (limit == VolumeWeight{} || groups::all().first() == nullptr) return false;
  Volumes kept;
  for (const auto& [packed, volume] : volumes) {
    TrafficKey key = TrafficKey::unpacked(packed);
    if (!key.group && weight_of(volume) <= limit) key.group = true, key.peer = groups::kWorld;
    Volume& sum = kept[key.packed()];
    sum.bytes += volume.bytes;
    sum.messages += volume.messages;
  }
  volumes = std::move(kept);
  return true;
}

}  // namespace topomorph::monitoring
