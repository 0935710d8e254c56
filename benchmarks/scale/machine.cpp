// The simulated machines: a network, the hosts of it that a job got, and the costs of messages.
#include "benchmarks/scale/machine.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "benchmarks/scale/fat_tree.h"
#include "core/allocation/allocators.h"
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/mapping/baselines/linear_order.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/dragonfly.h"
#include "core/topology/shapes/grid.h"

namespace topomorph::scale {

namespace {

constexpr std::array<std::string_view, 6> kMachineNames = {"fat2-1:1", "fat2-2:1", "fat3-1:1",
                                                           "fat3-2:1", "torus",    "dragonfly"};
constexpr std::uint64_t kPair = 2, kChassis = 4;  // hosts
constexpr double kBusy = 0.6;

/// Shapes for jobs of 4, 16, 64 and 256 hosts; all have three times as many.
struct Shapes {
  std::uint64_t ranks;
  FatTreeShape two, three;
  std::array<std::uint64_t, 3> torus;
  topology::DragonflyShape dragonfly;
};
constexpr std::array kShapes = {
    Shapes{64, {.hosts = 4, .leaves = 3}, {.hosts = 2, .leaves = 2, .pods = 3}, {3, 2, 2}, {3, 2, 2, 1}},
    Shapes{256, {.hosts = 8, .leaves = 6}, {.hosts = 4, .leaves = 3, .pods = 4}, {4, 4, 3}, {4, 4, 3, 2}},
    Shapes{1024, {.hosts = 16, .leaves = 12}, {.hosts = 8, .leaves = 4, .pods = 6}, {8, 6, 4}, {6, 8, 4, 2}},
    Shapes{4096, {.hosts = 32, .leaves = 24}, {.hosts = 16, .leaves = 6, .pods = 8}, {12, 8, 8}, {8, 12, 8, 4}},
};

/// The network of all hosts, and the routes between them.
struct Network {
  std::shared_ptr<const Topology> topology;
  std::shared_ptr<const Routing> routing;
  std::string description;
};

/// Each switch has `over` times as many cables down as up.
Network fat_tree(FatTreeShape shape, std::uint64_t over) {
  shape.spines = shape.hosts / over;
  shape.cores = std::max<std::uint64_t>(shape.leaves / over, 1);
  const bool deep = shape.pods > 1;
  const std::string text =
      fmt::format("{}{} leaf switches x {} hosts, spines{}: {}{}", deep ? fmt::format("{} pods x ", shape.pods) : "",
                  shape.leaves, shape.hosts, deep ? " of a pod" : "", shape.spines,
                  deep ? fmt::format(", cables up of each: {}", shape.cores) : "");
  return {std::make_shared<TreeTopology>(hosts_of(shape)), std::make_shared<FatTreeRouting>(shape), text};
}

template <class Kind>
Network of_network(std::shared_ptr<Kind> topology) {
  return {topology, topology->routing(), topology->describe()};
}

Network torus(const std::array<std::uint64_t, 3>& sizes) {
  std::vector<topology::GridDimension> dimensions;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    dimensions.push_back({.size = sizes[d], .wraps = true, .cost = d == 1 ? std::uint64_t{2} : 1});
  }
  return of_network(std::make_shared<topology::GridTopology>(dimensions));
}

Network make_network(std::string_view name, const Shapes& shapes) {
  if (name == "fat2-1:1") return fat_tree(shapes.two, 1);
  if (name == "fat2-2:1") return fat_tree(shapes.two, 2);
  if (name == "fat3-1:1") return fat_tree(shapes.three, 1);
  if (name == "fat3-2:1") return fat_tree(shapes.three, 2);
  if (name == "torus") return torus(shapes.torus);
  if (name == "dragonfly") return of_network(std::make_shared<topology::DragonflyTopology>(shapes.dragonfly));
  throw InputError(fmt::format("found machine \"{}\", expected fat2-1:1, torus, ...", name));
}

const Shapes& shapes_for(std::uint64_t ranks) {
  const auto found = std::ranges::find(kShapes, ranks, &Shapes::ranks);
  if (found == kShapes.end()) throw InputError(fmt::format("found {} ranks, expected 64, 256, 1024 or 4096", ranks));
  return *found;
}

/// Returns the free hosts, ascending.
std::vector<Slot> free_hosts(std::uint64_t hosts, Random& random) {
  std::vector<std::uint64_t> pairs = random.permutation<std::uint64_t>(hosts / kPair);
  pairs.resize(pairs.size() - static_cast<std::size_t>(kBusy * static_cast<double>(pairs.size())));
  std::ranges::sort(pairs);
  std::vector<Slot> free;
  for (const std::uint64_t pair : pairs) {
    for (std::uint64_t i = 0; i < kPair; ++i) free.push_back(pair * kPair + i);
  }
  return free;
}

/// Returns the number in the name of each host.
std::vector<std::uint64_t> names_of(std::uint64_t hosts, Random& random) {
  const auto places = random.permutation<std::uint64_t>(hosts / kChassis);
  std::vector<std::uint64_t> names;
  for (std::uint64_t host = 0; host < hosts; ++host) {
    names.push_back(places[host / kChassis] * kChassis + host % kChassis);
  }
  return names;
}

/// Between the slots of hosts, over the routes of the network.
class SlotRouting final : public Routing {
 public:
  SlotRouting(std::shared_ptr<const Routing> network, std::vector<Slot> hosts)
      : network_(std::move(network)), hosts_(std::move(hosts)) {}

  std::uint64_t links() const override { return network_->links(); }
  std::string name(Link link) const override { return network_->name(link); }
  double bandwidth(Link link) const override { return network_->bandwidth(link); }
  void route(Slot a, Slot b, std::vector<Link>& path) const override {
    network_->route(hosts_[a / kCores], hosts_[b / kCores], path);
  }

 private:
  std::shared_ptr<const Routing> network_;
  std::vector<Slot> hosts_;
};

/// Returns the distances of the job's slots, as topomorph has them for the slots of a job in a larger machine.
std::shared_ptr<const Topology> slots_of(const std::shared_ptr<const Topology>& network,
                                         const std::vector<Slot>& hosts) {
  const std::vector<std::uint64_t> cores = {kCores};
  const auto host = std::make_shared<const TreeTopology>(TreeTopology::regular(cores));
  std::vector<Slot> slots;
  for (const Slot place : hosts) {
    for (std::uint64_t core = 0; core < kCores; ++core) slots.push_back(place * kCores + core);
  }
  return topology::restrict_to(
      topology::compose(network, std::vector<std::shared_ptr<const Topology>>(network->slots(), host)),
      std::move(slots));
}

/// Returns the numbers 0 .. count-1, ascending by rank_of(number).
template <class RankOf>
std::vector<std::uint32_t> sorted_by(std::size_t count, RankOf rank_of) {
  auto numbers = successive<std::uint32_t>(count);
  std::ranges::sort(numbers, {}, rank_of);
  return numbers;
}

}  // namespace

std::span<const std::string_view> machine_names() { return kMachineNames; }

Machine make_machine(std::string_view name, std::uint64_t ranks) {
  const Network network = make_network(name, shapes_for(ranks));
  const std::uint64_t all = network.topology->slots();
  Random random(2);
  const std::vector<Slot> curve = mapping::linear_order(*network.topology);
  std::vector<Slot> hosts = allocation::best_fit({*network.topology, free_hosts(all, random), curve}, ranks / kCores);
  std::ranges::sort(hosts);
  const auto names = names_of(all, random);
  std::vector<std::uint64_t> on_curve(all);
  for (std::uint64_t i = 0; i < all; ++i) on_curve[curve[i]] = i;
  Machine machine;
  machine.description = network.description;
  machine.network = network.topology;
  machine.topology = slots_of(network.topology, hosts);
  machine.routing = std::make_shared<SlotRouting>(network.routing, hosts);
  machine.by_name = sorted_by(hosts.size(), [&](std::uint32_t host) { return names[hosts[host]]; });
  machine.by_network = sorted_by(hosts.size(), [&](std::uint32_t host) { return on_curve[hosts[host]]; });
  return machine;
}

NetworkCosts costs_at(double gigabits) {
  if (gigabits == 10) return {gigabits, 8e-6, 0.5e-6, 2e-6};
  if (gigabits == 100) return {gigabits, 0.8e-6, 0.1e-6, 0.3e-6};
  throw InputError(fmt::format("found {} Gbit/s, expected 10 or 100", gigabits));
}

replay::Platform platform_of(const Machine& machine, const NetworkCosts& costs) {
  std::vector<std::uint32_t> host_of;
  for (Slot slot = 0; slot < machine.topology->slots(); ++slot) {
    host_of.push_back(static_cast<std::uint32_t>(slot / kCores));
  }
  replay::Platform platform =
      replay::network_platform(machine.routing, std::move(host_of), costs.latency, costs.link_latency, kInsideHost);
  platform.link_bandwidth = costs.gigabits * 1e9 / 8;
  platform.between_hosts = {costs.message, costs.message};
  platform.inside_host = {kInsideMessage, kInsideMessage};
  return platform;
}

}  // namespace topomorph::scale
