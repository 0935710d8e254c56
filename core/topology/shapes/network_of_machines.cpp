// NETWORK+NODE: what a source tells of a network, with machines in its places.
#include "core/topology/shapes/network_of_machines.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "core/support/error.h"
#include "core/topology/hwloc/machine.h"
#include "core/topology/infiniband/netloc_distances.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/tree.h"

namespace topomorph {

namespace {

using Parts = std::vector<std::shared_ptr<const Topology>>;
/// Each costs memory, even where all are alike.
constexpr std::uint64_t kMaxMachines = std::uint64_t{1} << 22;

using PusOfSlots = std::vector<std::vector<std::uint32_t>>;

/// Routes between the slots of one tree made of a network and its machines: those between their hosts.
class HostRouting final : public Routing {
 public:
  HostRouting(std::shared_ptr<const Routing> network, std::vector<Slot> begin)
      : network_(std::move(network)), begin_(std::move(begin)) {}

  std::uint64_t links() const override { return network_->links(); }
  std::string name(Link link) const override { return network_->name(link); }
  double bandwidth(Link link) const override { return network_->bandwidth(link); }
  void route(Slot a, Slot b, std::vector<Link>& path) const override {
    const Slot from = place_of(a), to = place_of(b);
    if (from != to) network_->route(from, to, path);
  }

 private:
  Slot place_of(Slot slot) const {
    return static_cast<Slot>(std::upper_bound(begin_.begin(), begin_.end(), slot) - begin_.begin()) - 1;
  }

  std::shared_ptr<const Routing> network_;
  std::vector<Slot> begin_;
};

/// Place p of the network holds the slots first[p] .. first[p + 1]-1.
GivenTopology composed(const GivenTopology& network, const Parts& parts, const std::vector<Slot>& inside) {
  std::vector<Slot> first = {0};
  for (const auto& part : parts) first.push_back(first.back() + part->slots());
  GivenTopology whole;
  whole.topology = compose(network.topology, parts);
  if (network.netloc_distances) whole.topology = with_netloc_distances(whole.topology, first);
  whole.notes = network.notes;
  for (std::size_t p = 0; p < network.speeds.size(); ++p) {
    whole.speeds.insert(whole.speeds.end(), parts[p]->slots(), network.speeds[p]);
  }
  const bool merged = dynamic_cast<const ComposedTopology*>(whole.topology.get()) == nullptr;
  whole.routing = network.routing;
  if (network.routing && merged) whole.routing = std::make_shared<HostRouting>(network.routing, first);
  if (!inside.empty()) {  // the machines are inside the places
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

std::string file_of(const std::string& folder, const std::string& host) {
  for (const std::string& name : {host, host.substr(0, host.find('.'))}) {
    const std::string path = folder + "/" + name + ".xml";
    if (!name.empty() && name.find('/') == std::string::npos && std::filesystem::exists(path)) return path;
  }
  return "";
}

/// From the inside out; what is not here (groups) goes where it is found first.
std::size_t usual_place(const std::string& name) {
  static constexpr std::array<std::string_view, 8> kOrder = {"L1Cache", "L2Cache",  "L3Cache", "L4Cache",
                                                             "Die",     "NUMANode", "Package", "Machine"};
  return static_cast<std::size_t>(std::find(kOrder.begin(), kOrder.end(), name) - kOrder.begin());
}

std::vector<TreeLevel> levels_of(const TreeTopology& tree) {
  std::vector<TreeLevel> levels;
  for (std::size_t l = 1; l <= tree.levels(); ++l) levels.push_back(tree.level(l));
  return levels;
}

/// Machines that may differ: each kind once.
class MachineKinds {
 public:
  static constexpr std::size_t kUnknown = static_cast<std::size_t>(-1);

  std::size_t add(const TreeTopology& tree) {
    std::vector<Signature> signature;
    for (const TreeLevel& level : levels_of(tree)) signature.emplace_back(level.name, level.begin);
    const auto [found, is_new] = number_.try_emplace(std::move(signature), trees_.size());
    if (is_new) trees_.push_back(levels_of(tree)), count_.push_back(0);
    ++count_[found->second];
    return found->second;
  }

  std::size_t commonest() const {
    return static_cast<std::size_t>(std::max_element(count_.begin(), count_.end()) - count_.begin());
  }

  /// All kinds, with the same distance (2, 4, 6, ... as in one machine) for levels of the same name.
  Parts aligned() {
    std::vector<std::string> order;
    for (const auto& levels : trees_) merge_names(levels, order);
    Parts parts;
    for (auto& levels : trees_) {
      std::size_t at = 0;
      for (TreeLevel& level : levels) {
        at = static_cast<std::size_t>(
                 std::find(order.begin() + static_cast<std::ptrdiff_t>(at), order.end(), level.name) - order.begin()) +
             1;
        level.distance = 2 * at;
      }
      parts.push_back(std::make_shared<TreeTopology>(levels));
    }
    return parts;
  }

 private:
  using Signature = std::pair<std::string, std::vector<Slot>>;

  static void merge_names(const std::vector<TreeLevel>& levels, std::vector<std::string>& order) {
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

  std::map<std::vector<Signature>, std::size_t> number_;
  std::vector<std::vector<TreeLevel>> trees_;
  std::vector<std::uint64_t> count_;
};

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
  return composed(network, Parts(places, node.topology), node.hosts.begin);
}

GivenTopology compose_from_folder(const GivenTopology& network, const std::string& folder) {
  const std::vector<std::string>& hosts = network.hosts.names;
  if (hosts.size() != network.topology->slots()) {
    throw InputError(
        fmt::format("hwloc:{}: found a folder of machines, expected a network that names its hosts ({} does not)",
                    folder, network.topology->describe()));
  }
  MachineKinds kinds;
  std::vector<std::size_t> kind_of_host;
  std::vector<PusOfSlots> pus_of_host;
  std::string missing;
  for (const std::string& host : hosts) {
    const std::string path = file_of(folder, host);
    kind_of_host.push_back(MachineKinds::kUnknown);
    pus_of_host.emplace_back();
    if (path.empty()) {
      missing += (missing.empty() ? "" : ", ") + host;
      continue;
    }
    const Machine machine = Machine::whole_from_xml(path);
    kind_of_host.back() = kinds.add(tree_of(machine));
    pus_of_host.back() = pus_of_slots(machine);
  }
  const Parts machines = kinds.aligned();
  if (machines.empty())
    throw InputError(folder, 0, fmt::format("found no file of a host, expected e.g. {}.xml", hosts[0]));
  Parts parts;
  for (const std::size_t kind : kind_of_host) {
    parts.push_back(machines[kind == MachineKinds::kUnknown ? kinds.commonest() : kind]);
  }
  GivenTopology whole = composed(network, parts, {});
  const auto example = std::find(kind_of_host.begin(), kind_of_host.end(), kinds.commonest()) - kind_of_host.begin();
  for (std::size_t host = 0; host < hosts.size(); ++host) {
    const bool unknown = kind_of_host[host] == MachineKinds::kUnknown;
    const PusOfSlots& pus = pus_of_host[unknown ? static_cast<std::size_t>(example) : host];
    whole.hosts.pus.insert(whole.hosts.pus.end(), pus.begin(), pus.end());
  }
  if (!missing.empty()) {
    whole.notes.push_back(fmt::format("{} has no file for {}; taken for the commonest machine, a {}", folder, missing,
                                      machines[kinds.commonest()]->describe()));
  }
  return whole;
}

}  // namespace topomorph
