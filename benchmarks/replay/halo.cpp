// A program with a three-dimensional halo exchange and a sum over all in each iteration, as a trace; and its machine.
#include "benchmarks/replay/halo.h"

#include <algorithm>
#include <numeric>

#include "core/base/random.h"

namespace topomorph::benchmarks {

namespace {

constexpr std::uint64_t kCores = 32, kHostsPerLeaf = 16;
constexpr double kPort = 12.5e9;  // bytes per second

/// Returns the neighbour one step up or down in the dimension whose neighbours are `stride` apart.
std::uint32_t neighbour(std::uint32_t process, std::uint32_t side, std::uint32_t stride, bool up) {
  const std::uint32_t place = process / stride % side;
  const std::uint32_t other = (place + (up ? 1 : side - 1)) % side;
  return process + other * stride - place * stride;
}

}  // namespace

trace::Trace halo(std::uint32_t side, std::uint64_t bytes, std::uint64_t iterations, double unequal) {
  trace::Trace trace;
  Random random(1);
  trace.groups.emplace_back(side * side * side);
  std::iota(trace.groups[0].begin(), trace.groups[0].end(), 0U);
  for (const std::uint32_t process : trace.groups[0]) {
    std::vector<trace::Step> steps = {trace::loop(iterations, 0)};
    std::vector<trace::Step> sends;
    for (std::uint32_t side_of = 0; side_of < 6; ++side_of) {
      const std::uint32_t stride = side_of < 2 ? 1 : side_of < 4 ? side : side * side;
      const bool up = side_of % 2 == 0;
      const auto channel = static_cast<std::uint16_t>(side_of);
      steps.push_back(trace::start_receive(neighbour(process, side, stride, !up), side_of, channel));
      sends.push_back(trace::start_send(neighbour(process, side, stride, up), bytes, side_of + 6, channel));
    }
    const double part = static_cast<double>(random.below(2001)) / 1000 - 1;
    steps[1].seconds = 1e-3 * (1 + unequal * part);
    steps.insert(steps.end(), sends.begin(), sends.end());
    steps.push_back(trace::wait(0, 12));
    steps.push_back(trace::collective(trace::Collective::Allreduce, 8));
    steps[0].length = static_cast<std::uint32_t>(steps.size() - 1);
    trace.processes.push_back({.steps = std::move(steps)});
  }
  return trace;
}

TreeTopology fat_tree(std::uint64_t processes) {
  const std::uint64_t hosts = std::max<std::uint64_t>(processes / kCores, 2);
  const std::uint64_t leaf = std::min(hosts, kHostsPerLeaf);
  const std::vector<std::uint64_t> arities = {kCores, leaf, (hosts + leaf - 1) / leaf};
  return TreeTopology::regular(arities);
}

replay::Platform fat_tree_platform(const TreeTopology& tree) {
  const evaluation::TreeCosts costs = {
      {{0.3e-6, 8e9}, {1.5e-6, kPort}, {2.5e-6, kPort * static_cast<double>(kHostsPerLeaf) / 2}}, false};
  replay::Platform platform = replay::tree_platform(tree, costs, 1);
  platform.between_hosts = {0.3e-6, 0.3e-6};
  platform.inside_host = {0.1e-6, 0.1e-6};
  return platform;
}

}  // namespace topomorph::benchmarks
