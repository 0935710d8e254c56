// Writes the record of a process that is being ended, in two passes over the counters: the first finds the length of a
// frame, the second writes it.
#include "monitoring/raw_record.h"

#include <cstring>

#include "monitoring/counting/clock.h"
#include "monitoring/counting/name_lists.h"
#include "monitoring/counting/roles.h"
#include "monitoring/counting/thread_counters.h"

namespace topomorph::monitoring {
namespace {

/// Calls use(const wire::TrafficRecord&) for every counter of a peer that is not zero.
template <class Use>
void for_each_traffic(Use use) {
  const auto me = static_cast<std::uint64_t>(roles::known.mine);
  ThreadCounters::for_each_current(&ThreadCounters::traffic, [&](const TrafficCounter& counter) {
    const TrafficKey key = TrafficKey::unpacked(counter.key);
    const std::uint64_t messages = counter.messages.load(std::memory_order_relaxed), peer = key.peer;
    const std::uint64_t bytes = counter.bytes.load(std::memory_order_relaxed);
    if (messages + bytes == 0 || key.group) return;
    use(wire::TrafficRecord{key.phase, key.layer, key.inward ? peer : me, key.inward ? me : peer, bytes, messages});
  });
}

/// Does the same for the counters of groups.
template <class Use>
void for_each_group_traffic(Use use) {
  const auto me = static_cast<std::uint64_t>(roles::known.mine);
  ThreadCounters::for_each_current(&ThreadCounters::traffic, [&](const TrafficCounter& counter) {
    const TrafficKey key = TrafficKey::unpacked(counter.key);
    const std::uint64_t messages = counter.messages.load(std::memory_order_relaxed);
    if (messages == 0 || !key.group) return;
    use(wire::GroupTrafficRecord{key.phase, key.layer, key.peer, key.inward ? 1U : 0U, me,
                                 counter.bytes.load(std::memory_order_relaxed), messages});
  });
}

template <class Use>
void for_each_call(Use use) {
  const double tick = Clock::nanoseconds_per_tick();
  ThreadCounters::for_each_current(&ThreadCounters::calls, [&](const CallCounter& counter) {
    const std::uint64_t count = counter.count.load(std::memory_order_relaxed);
    if (count == 0) return;
    use(call_record(counter.key, count, counter.bytes.load(std::memory_order_relaxed),
                    static_cast<double>(counter.ticks.load(std::memory_order_relaxed)) * tick));
  });
}

template <class Use>
void for_each_size(Use use) {
  ThreadCounters::for_each_current(&ThreadCounters::sizes, [&](const SizeCounters& phase) {
    for (std::size_t i = 0; i < kLayers * kSizeClasses; ++i) {
      const auto messages = phase.messages[i / kSizeClasses][i % kSizeClasses].load(std::memory_order_relaxed);
      if (messages == 0) continue;
      use(wire::SizeRecord{static_cast<std::uint32_t>(phase.key), static_cast<wire::Layer>(i / kSizeClasses),
                           static_cast<std::uint32_t>(i % kSizeClasses), 0, messages});
    }
  });
}

/// Writes a frame of the records that `for_each` finds. Another thread may count at the same time: records that are new
/// in the second pass are left out, and records that a reset has removed are replaced by zeros.
template <class Record, class ForEach>
void write_frame(wire::RawWriter& out, wire::FrameType type, ForEach for_each) {
  std::uint64_t announced = 0;
  for_each([&](const Record&) { ++announced; });
  out.begin(type, announced * sizeof(Record));
  for_each([&](const Record& record) {
    if (announced > 0) --announced, out.put(&record, sizeof record);
  });
  for (const Record nothing{}; announced > 0; --announced) out.put(&nothing, sizeof nothing);
}

void write_names(wire::RawWriter& out, wire::FrameType type, const NameList& list) {
  std::uint64_t bytes = 0;
  const NameList::Name* const last = list.for_each([&](const NameList::Name& name) { bytes += name.name.size() + 1; });
  out.begin(type, bytes);
  if (last != nullptr) list.for_each([&](const NameList::Name& name) { out.put(name.name), out.put("\n"); }, last);
}

}  // namespace

wire::CallRecord call_record(std::uint64_t key, std::uint64_t count, std::uint64_t bytes, double nanoseconds) noexcept {
  wire::CallRecord record{};
  std::strncpy(record.function, runtime::function_name(static_cast<runtime::Function>(key & 0xFFFF)),
               sizeof record.function - 1);
  record.phase = key >> 32;
  record.count = count;
  record.bytes = bytes;
  record.nanoseconds = static_cast<std::uint64_t>(nanoseconds);
  return record;
}

std::uint64_t mpi_nanoseconds() noexcept {
  std::uint64_t sum = 0;
  for_each_call([&](const wire::CallRecord& call) { sum += call.nanoseconds; });
  return sum;
}

void write_raw_record(wire::RawWriter& out) noexcept {
  using wire::FrameType;
  write_names(out, FrameType::Phases, phases::all());
  write_names(out, FrameType::Groups, groups::all());
  write_frame<wire::TrafficRecord>(out, FrameType::Traffic, [](auto use) { for_each_traffic(use); });
  write_frame<wire::GroupTrafficRecord>(out, FrameType::GroupTraffic, [](auto use) { for_each_group_traffic(use); });
  write_frame<wire::CallRecord>(out, FrameType::Calls, [](auto use) { for_each_call(use); });
  write_frame<wire::SizeRecord>(out, FrameType::Sizes, [](auto use) { for_each_size(use); });
}

}  // namespace topomorph::monitoring
