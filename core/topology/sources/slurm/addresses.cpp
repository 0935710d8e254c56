// Builds the network from the addresses that Slurm gives to the processes of a job.
#include "core/topology/sources/slurm/addresses.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/model/tree.h"
#include "core/topology/sources/slurm/tori.h"

namespace topomorph::topology {

namespace {

std::vector<std::string> fields_of(std::string_view text) {
  std::vector<std::string> fields;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t dot = std::min(text.find('.', at), text.size());
    fields.emplace_back(text.substr(at, dot - at));
    at = dot + 1;
  }
  return fields;
}

/// Returns the pattern's name of the innermost level: "switch", "block".
std::string kind_of_address(std::string_view address) {
  const auto pattern = fields_of(address.substr(address.find(' ') + 1));
  return pattern.size() < 2 ? "switch" : pattern[pattern.size() - 2];
}

/// Returns the address of each host, in order of first appearance; empty if addresses contradict each other.
std::vector<AddressOfHost> addresses_of_hosts(std::span<const ProcessLocation> processes) {
  std::unordered_map<std::string_view, std::string_view> of_host;
  std::unordered_set<std::string_view> taken;
  std::vector<AddressOfHost> addresses;
  for (const ProcessLocation& process : processes) {
    const auto [known, is_new] = of_host.try_emplace(process.host, process.network);
    if (known->second != process.network) return {};
    if (!is_new) continue;
    if (!taken.insert(process.network).second) return {};
    addresses.emplace_back(process.host, process.network);
  }
  return addresses;
}

/// Returns how many of the fields at the end of an address are the node's name; 0 if the address does not end so.
std::size_t fields_of_node(std::string_view address, std::string_view host) {
  const auto is_last = [&](std::string_view name) {
    return !name.empty() && address.ends_with(name) && address.substr(0, address.size() - name.size()).ends_with('.');
  };
  if (is_last(host)) return fields_of(host).size();
  return is_last(host.substr(0, host.find('.'))) ? 1 : 0;
}

/// Joins the fields of switches with dots in their names, equally many in each.
std::vector<std::string> join_names(const std::vector<std::string>& fields, std::size_t switches, std::size_t of_node) {
  const std::size_t above = fields.size() - of_node;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const bool begins = i < above ? i % (above / switches) == 0 : i == above;
    if (begins) {
      names.push_back(fields[i]);
    } else {
      names.back() += '.' + fields[i];
    }
  }
  return names;
}

}  // namespace

std::optional<HostPath> parse_slurm_address(std::string_view text, std::string_view host) {
  const std::size_t blank = text.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  std::vector<std::string> names = fields_of(text.substr(0, blank));
  const std::vector<std::string> pattern = fields_of(text.substr(blank + 1));
  if (pattern.back() != "node" || names.back().empty()) return std::nullopt;
  const std::size_t of_node = fields_of_node(text.substr(0, blank), host), all = pattern.size() - 1;
  if (of_node > 0 && all > 0 && names.size() - of_node > all && (names.size() - of_node) % all == 0) {
    names = join_names(names, all, of_node);
  }
  const std::size_t switches = std::min(pattern.size(), names.size()) - 1;
  HostPath path{names[switches], {names.rend() - static_cast<std::ptrdiff_t>(switches), names.rend()}};
  for (std::size_t i = switches + 1; i < names.size(); ++i) path.host += '.' + names[i];
  if (!path.above.empty() && std::ranges::all_of(path.above, &std::string::empty)) return std::nullopt;
  return path;
}

std::optional<GivenTopology> network_of_addresses(std::span<const ProcessLocation> processes) {
  std::vector<HostPath> paths;
  const auto addresses = addresses_of_hosts(processes);
  if (auto grid = network_of_grid_addresses(addresses)) return grid;
  for (const auto& [host, address] : addresses) {
    auto path = parse_slurm_address(address, host);
    if (!path || path->above.empty()) return std::nullopt;
    paths.push_back({std::string(host), std::move(path->above)});
  }
  if (paths.empty()) return std::nullopt;
  const std::string kind = kind_of_address(addresses.front().second);
  if (kind.find(':') != std::string::npos) return std::nullopt;  // places in a ring or torus that contradict each other
  return tree_of_host_paths(std::move(paths), kind);
}

namespace {

constexpr std::string_view kRing = "ring:position.node", kTorus = "torus:x:y:z.node";

bool ends_with_pattern(std::string_view address, std::string_view pattern) {
  const std::size_t blank = address.find(' ');
  return blank != std::string_view::npos && address.substr(blank + 1) == pattern;
}

/// Makes the torus as large as its hosts say.
void find_size(TorusRecord& torus) {
  for (std::size_t d = 0; d < torus.size.size(); ++d) {
    std::set<std::uint64_t> used;
    for (const PlacedHost& host : torus.hosts) used.insert(host.cell[d]);
    torus.size[d] = *used.rbegin() + 1;
    torus.wraps[d] = used.size() < torus.size[d] && *used.begin() == 0;
  }
}

/// Tori in the order in which their names come, found by name: there may be as many as hosts.
class NamedTori {
 public:
  /// Returns the torus of that name, a new one at the end of the list if there is none.
  TorusRecord& named(const std::string& name) {
    const auto [found, is_new] = place_.try_emplace(name, tori_.size());
    if (is_new) tori_.push_back({name, {1, 1, 1}, {}, {true, true, true}, 0});
    return tori_[found->second];
  }
  std::vector<TorusRecord> take() { return std::move(tori_); }

 private:
  std::vector<TorusRecord> tori_;
  std::unordered_map<std::string, std::size_t> place_;
};

}  // namespace

std::optional<GridAddress> parse_grid_address(std::string_view text) {
  const std::size_t dimensions = ends_with_pattern(text, kRing) ? 1 : ends_with_pattern(text, kTorus) ? 3 : 0;
  if (dimensions == 0) return std::nullopt;
  std::string_view place = text.substr(0, text.find(' '));
  const std::size_t node = place.find('.', std::min(place.rfind(':'), place.size()));
  if (node == std::string_view::npos) return std::nullopt;
  place = place.substr(0, node);
  GridAddress address;
  for (std::size_t d = dimensions; d-- > 0;) {
    const std::size_t colon = place.rfind(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const auto coordinate = parse_count(place.substr(colon + 1));
    if (!coordinate || *coordinate >= kMaxSlots) return std::nullopt;
    address.cell[d] = *coordinate;
    place = place.substr(0, colon);
  }
  address.unit = place;
  return address;
}

std::optional<GivenTopology> network_of_grid_addresses(std::span<const AddressOfHost> addresses) {
  NamedTori named_tori;
  for (const auto& [host, text] : addresses) {
    const auto address = parse_grid_address(text);
    if (!address) return std::nullopt;
    named_tori.named(address->unit).hosts.push_back({std::string(host), address->cell, 0});
  }
  std::vector<TorusRecord> tori = named_tori.take();
  if (tori.empty()) return std::nullopt;
  for (TorusRecord& torus : tori) find_size(torus);
  try {
    return network_of_tori("", std::move(tori),
                           ends_with_pattern(addresses.front().second, kRing) ? "ring" : "torus3d");
  } catch (const InputError&) {  // two hosts in one place, or a torus beyond all limits
    return std::nullopt;
  }
}

}  // namespace topomorph::topology
