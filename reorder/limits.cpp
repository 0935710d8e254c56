// Measures time against a budget, and converts budgets of records and memory.
#include "reorder/limits.h"

#include <algorithm>
#include <chrono>
#include <string>

#include "core/base/number.h"
#include "core/wire/wire.h"
#include "reorder/steps/collective_error.h"
#include "reorder/steps/waiting.h"

namespace topomorph::reorder {
namespace {

constexpr double kMegabyte = 1e6;

}  // namespace

Budget::Budget(settings::Id setting) noexcept
    : setting_(setting), seconds_(value_or_default(setting)), began_(std::chrono::steady_clock::now()) {}

double Budget::left() const noexcept {
  return seconds_ - std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
}

bool Budget::long_passed() const noexcept {
  constexpr double kLeast = 10;
  return left() < -std::max(seconds_, kLeast);
}

process::FixedString Budget::why() const noexcept {
  process::FixedString line(setting_ == settings::Id::InitBudget ? "MPI_Init" : "MPI_Finalize");
  line << " took longer than ";
  failure_of([&] {
    std::string seconds = decimal(seconds_);
    seconds.erase(seconds.find_last_not_of('0') + 1);
    if (seconds.ends_with('.')) seconds.pop_back();
    line << seconds;
  });
  return line << " s (" << settings::get(setting_).option << ")";
}

std::size_t most_pairs(std::uint64_t ranks) {
  constexpr double kLeast = 16;
  const double rows = value_or_default(settings::Id::GatherBudget) * kMegabyte / sizeof(wire::TrafficRecord);
  return static_cast<std::size_t>(std::max(kLeast, rows / static_cast<double>(std::max<std::uint64_t>(ranks, 1))));
}

std::size_t most_trace_bytes() {
  return static_cast<std::size_t>(value_or_default(settings::Id::TraceMemory) * kMegabyte);
}

std::size_t most_record_bytes(std::uint64_t ranks) {
  const double bytes = value_or_default(settings::Id::GatherBudget) * kMegabyte;
  return static_cast<std::size_t>(bytes / static_cast<double>(std::max<std::uint64_t>(ranks, 1)));
}

std::uint64_t most_peers() {
  constexpr double kBytesOfPeer = 100;  // at most; benchmarks/OVERHEAD.md
  return static_cast<std::uint64_t>(value_or_default(settings::Id::MemoryBudget) * kMegabyte / kBytesOfPeer);
}

}  // namespace topomorph::reorder
