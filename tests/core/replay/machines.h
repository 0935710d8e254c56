// Small machines and traces whose replay has a closed form.
#pragma once

#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/replay/replay.h"
#include "tests/core/testing.h"

namespace topomorph::replay::testing {

/// Hosts at one switch: link i leads from host i up to it, link n + i down to host i.
class Star final : public Routing {
 public:
  explicit Star(std::uint64_t hosts, std::uint64_t slots_per_host = 1) : hosts_(hosts), slots_(slots_per_host) {}
  std::uint64_t links() const override { return 2 * hosts_; }
  std::string name(Link link) const override { return std::to_string(link); }
  double bandwidth(Link) const override { return 1; }
  void route(Slot a, Slot b, std::vector<Link>& path) const override {
    if (a / slots_ == b / slots_) return;
    path.push_back(a / slots_);
    path.push_back(hosts_ + b / slots_);
  }

 private:
  std::uint64_t hosts_, slots_;
};

inline constexpr double kRate = 1e6;      // bytes per second of a link
inline constexpr double kLatency = 1e-4;  // between hosts
inline constexpr evaluation::LinkCost kInside = {1e-5, 1e8};

/// Nothing costs processor time, everything is eager, all rates are exact.
inline Platform star(std::uint64_t hosts, std::uint64_t slots_per_host = 1) {
  std::vector<std::uint32_t> host_of;
  for (std::uint64_t slot = 0; slot < hosts * slots_per_host; ++slot) {
    host_of.push_back(static_cast<std::uint32_t>(slot / slots_per_host));
  }
  Platform platform = network_platform(std::make_shared<Star>(hosts, slots_per_host), host_of, kLatency, 0, kInside);
  platform.link_bandwidth = kRate;
  platform.eager_limit = std::uint64_t{1} << 40;
  return platform;
}

inline Options exact() {
  Options options;
  options.sharing_tolerance = 0;
  options.small_messages = 0;
  return options;
}

inline Mapping identity(std::size_t roles) {
  Mapping mapping(roles);
  std::iota(mapping.begin(), mapping.end(), Slot{0});
  return mapping;
}

/// One list of steps a process; all processes are group 0.
inline trace::Trace trace_of(std::vector<std::vector<trace::Step>> steps) {
  trace::Trace trace;
  trace.groups.emplace_back(steps.size());
  std::iota(trace.groups[0].begin(), trace.groups[0].end(), 0U);
  for (auto& list : steps) trace.processes.push_back({.steps = std::move(list)});
  return trace;
}

inline Result replayed(const trace::Trace& trace, const Platform& platform, const Options& options = exact()) {
  return replay(trace, platform, identity(trace.processes.size()), options).value();
}

inline double seconds(const trace::Trace& trace, const Platform& platform) { return replayed(trace, platform).seconds; }

}  // namespace topomorph::replay::testing
