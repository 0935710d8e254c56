// Builds the network from the places in rings and tori that Slurm gives to the processes of a job.
#include "core/topology/sources/slurm/grid_addresses.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/model/tree.h"
#include "core/topology/sources/slurm/tori.h"

namespace topomorph::topology {
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
