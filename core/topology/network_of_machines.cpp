// Composes NETWORK+NODE: a network as its source describes it, with machines, which may be of several kinds, in its
// places.
#include "core/topology/network_of_machines.h"

#include <algorithm>
#include <array>

#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/sources/hwloc/machine_folder.h"
#include "core/topology/sources/infiniband/netloc_nodes.h"

namespace topomorph::topology {
namespace {

/// Returns the usual position of a level, from the inside out. Other names (groups) are last, so they stay where they
/// are first found.
std::size_t usual_place(const std::string& name) {
  static constexpr std::array<std::string_view, 9> kOrder = {"Core", "L1Cache",  "L2Cache", "L3Cache", "L4Cache",
                                                             "Die",  "NUMANode", "Package", "Machine"};
  return static_cast<std::size_t>(std::find(kOrder.begin(), kOrder.end(), name) - kOrder.begin());
}

/// Inserts the names that `order` lacks, so that it holds all of them in the order of the levels.
void merge_names(const std::vector<TreeLevel>& levels, std::vector<std::string>& order) {
  auto from = order.begin();
  for (const TreeLevel& level : levels) {
    auto found = std::find(from, order.end(), level.name);
    if (found == order.end()) {
      const auto outside = [&](const std::string& name) { return usual_place(name) > usual_place(level.name); };
      found = order.insert(std::find_if(from, order.end(), outside), level.name);
    }
    from = found + 1;
  }
}

}  // namespace

std::size_t MachineKinds::add(const TreeTopology& machine) {
  Signature signature;
  std::vector<TreeLevel> levels;
  for (std::size_t l = 1; l <= machine.levels(); ++l) {
    levels.push_back(machine.level(l));
    signature.emplace_back(levels.back().name, levels.back().begin);
  }
  const auto [found, is_new] = number_.try_emplace(std::move(signature), levels_.size());
  if (is_new) levels_.push_back(std::move(levels)), count_.push_back(0);
  ++count_[found->second];
  return found->second;
}

std::size_t MachineKinds::commonest() const {
  return static_cast<std::size_t>(std::max_element(count_.begin(), count_.end()) - count_.begin());
}

std::vector<std::shared_ptr<const Topology>> MachineKinds::aligned() const {
  std::vector<std::string> order;
  for (const auto& levels : levels_) merge_names(levels, order);
  std::vector<std::shared_ptr<const Topology>> machines;
  for (std::vector<TreeLevel> levels : levels_) {
    auto at = order.begin();
    for (TreeLevel& level : levels) {
      at = std::find(at, order.end(), level.name) + 1;
      level.distance = 2 * static_cast<std::uint64_t>(at - order.begin());
    }
    machines.push_back(std::make_shared<TreeTopology>(std::move(levels)));
  }
  return machines;
}

namespace {

using Parts = std::vector<std::shared_ptr<const Topology>>;
/// Every machine costs memory, even if all are alike.
constexpr std::uint64_t kMaxMachines = std::uint64_t{1} << 22;

using PusOfSlots = std::vector<std::vector<std::uint32_t>>;

/// Routes of a tree that merges a network and its machines: the network's routes between the hosts of the slots.
class HostRouting final : public Routing {
 public:
  HostRouting(std::shared_ptr<const Routing> network, std::vector<Slot> begin)
      : network_(std::move(network)), begin_(std::move(begin)) {}

  std::uint64_t links() const override { return network_->links(); }
  std::string name(Link link) const override { return network_->name(link); }
  std::optional<LinkEnds> ends(Link link) const override { return network_->ends(link); }
  double bandwidth(Link link) const override { return network_->bandwidth(link); }
  void route(Slot a, Slot b, std::vector<Link>& path) const override {
    const Slot from = interval_of(begin_, a), to = interval_of(begin_, b);
    if (from != to) network_->route(from, to, path);
  }

 private:
  std::shared_ptr<const Routing> network_;
  std::vector<Slot> begin_;
};

/// Returns, for each slot, the speed of its place times its speed inside the machine. Missing speeds count as 1;
/// returns an empty list if both are missing.
std::vector<std::uint64_t> speeds_of(const std::vector<std::uint64_t>& of_places,
                                     const std::vector<std::uint64_t>& of_machine, const Parts& parts) {
  std::vector<std::uint64_t> speeds;
  if (of_places.empty() && of_machine.empty()) return speeds;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const std::uint64_t place = of_places.empty() ? 1 : of_places[p];
    for (Slot slot = 0; slot < parts[p]->slots(); ++slot) {
      std::uint64_t speed = place;
      if (!of_machine.empty() && __builtin_mul_overflow(place, of_machine[slot], &speed)) {
        throw InputError(
            fmt::format("found speeds of {} and, inside, {}, expected a product below 2^64", place, of_machine[slot]));
      }
      speeds.push_back(speed);
    }
  }
  return speeds;
}

/// Place p of the network holds parts[p] in the slots first[p] .. first[p + 1]-1. `inside` has the hosts of a machine
/// that contains hosts itself.
GivenTopology composed(const GivenTopology& network, const Parts& parts, const std::vector<Slot>& inside,
                       const std::vector<std::uint64_t>& machine_speeds) {
  std::vector<Slot> first = {0};
  for (const auto& part : parts) first.push_back(first.back() + part->slots());
  GivenTopology whole;
  whole.topology = compose(network.topology, parts);
  if (network.netloc_distances) whole.topology = with_netloc_distances(whole.topology, first);
  whole.notes = network.notes;
  whole.skipped_places = network.skipped_places;
  whole.speeds = speeds_of(network.speeds, machine_speeds, parts);
  const bool merged = as_composed(*whole.topology) == nullptr;
  whole.routing = network.routing;
  if (network.routing && merged) whole.routing = std::make_shared<HostRouting>(network.routing, first);
  if (inside.empty()) whole.slurm = network.slurm;
  if (!inside.empty()) {  // the hosts are inside the machines
    for (std::size_t p = 0; p + 1 < first.size(); ++p) {
      for (std::size_t host = 0; host + 1 < inside.size(); ++host) whole.hosts.begin.push_back(first[p] + inside[host]);
    }
    whole.hosts.begin.push_back(first.back());
  } else if (network.hosts.begin.empty()) {
    whole.hosts = {network.hosts.names, first};
  } else {
    whole.hosts.names = network.hosts.names;
    for (const Slot place : network.hosts.begin) whole.hosts.begin.push_back(first[place]);
  }
  return whole;
}

/// Returns "n1, n2, n3 and 9 others" for long lists.
std::string names_of_some(const std::vector<std::string>& hosts) {
  constexpr std::size_t kMost = 8;
  const std::size_t told = hosts.size() > kMost + 1 ? kMost : hosts.size();
  const std::string names =
      fmt::format("{}", fmt::join(hosts.begin(), hosts.begin() + static_cast<std::ptrdiff_t>(told), ", "));
  return told == hosts.size() ? names : fmt::format("{} and {} others", names, hosts.size() - told);
}

struct MachinesOfHosts {
  static constexpr std::size_t kUnknown = static_cast<std::size_t>(-1);

  MachineKinds kinds;
  std::vector<std::size_t> kind_of_host;
  std::vector<PusOfSlots> pus_of_host;
  std::vector<std::string> missing;
  MachineFolder folder;

  MachinesOfHosts(const std::vector<std::string>& hosts, const std::string& path, SlotKind slots)
      : kind_of_host(hosts.size(), kUnknown), pus_of_host(hosts.size()), folder(path, slots) {
    for (std::size_t host = 0; host < hosts.size(); ++host) {
      if (auto machine = folder.find(hosts[host])) {
        kind_of_host[host] = kinds.add(machine->tree);
        pus_of_host[host] = std::move(machine->pus);
      } else {
        missing.push_back(hosts[host]);
      }
    }
    if (!kinds.empty()) return;
    if (!folder.first_error().empty()) throw InputError(folder.first_error());
    throw InputError(path, 0, "found no file of a host, expected e.g. " + hosts[0] + ".xml");
  }

  /// Gives hosts without a file the machine of the first host of the commonest kind.
  void assume_commonest() {
    const std::size_t kind = kinds.commonest();
    const auto example = std::find(kind_of_host.begin(), kind_of_host.end(), kind) - kind_of_host.begin();
    for (std::size_t host = 0; host < kind_of_host.size(); ++host) {
      if (kind_of_host[host] != kUnknown) continue;
      kind_of_host[host] = kind;
      pus_of_host[host] = pus_of_host[static_cast<std::size_t>(example)];
    }
  }
};

/// Throws if a level inside the network or inside the machine has the name "host": the machine is the host, and the
/// root of the machine may say so.
void refuse_host_level(const GivenTopology& part, bool is_machine) {
  const TreeTopology* tree = part.hosts.begin.empty() ? as_tree(*part.topology) : nullptr;
  const std::size_t levels = tree == nullptr ? 0 : tree->levels();
  for (std::size_t l = 1; l <= levels && !(is_machine && l == levels); ++l) {
    if (tree->level(l).name != "host") continue;
    throw InputError(
        fmt::format("found the word host inside {}, expected none: in NETWORK+MACHINE each machine is a host",
                    part.topology->describe()));
  }
}

}  // namespace

GivenTopology compose_given(const GivenTopology& network, const GivenTopology& node) {
  const std::uint64_t places = network.topology->slots();
  if (places > kMaxMachines) {
    throw InputError(fmt::format("found a network of {} machines, expected at most {}", places, kMaxMachines));
  }
  if (node.topology->slots() > kMaxSlots / places) {
    throw InputError(fmt::format("found {} machines of {} slots, expected at most {} slots", places,
                                 node.topology->slots(), kMaxSlots));
  }
  refuse_host_level(network, false);
  refuse_host_level(node, true);
  GivenTopology whole = composed(network, Parts(places, node.topology), node.hosts.begin, node.speeds);
  whole.hosts.threads = node.hosts.threads;
  return whole;
}

GivenTopology compose_from_folder(const GivenTopology& network, const std::string& folder, SlotKind slots) {
  const std::vector<std::string>& hosts = network.hosts.names;
  if (hosts.size() != network.topology->slots()) {
    throw InputError(
        fmt::format("hwloc:{}: found a folder of machines, expected a network that names its hosts ({} does not)",
                    folder, network.topology->describe()));
  }
  MachinesOfHosts machines(hosts, folder, slots);
  machines.assume_commonest();
  const Parts kinds = machines.kinds.aligned();
  Parts parts;
  for (const std::size_t kind : machines.kind_of_host) parts.push_back(kinds[kind]);
  GivenTopology whole = composed(network, parts, {}, {});
  whole.hosts.threads = slots == SlotKind::Thread;
  for (const PusOfSlots& pus : machines.pus_of_host) {
    whole.hosts.pus.insert(whole.hosts.pus.end(), pus.begin(), pus.end());
  }
  for (std::string& line : machines.folder.warnings().lines()) whole.notes.push_back(std::move(line));
  whole.skipped_places += machines.folder.warnings().count();
  if (!machines.missing.empty()) {
    whole.notes.push_back(fmt::format("{} has no file for {}; taken for the commonest machine, a {}", folder,
                                      names_of_some(machines.missing), kinds[machines.kinds.commonest()]->describe()));
  }
  return whole;
}

}  // namespace topomorph::topology
