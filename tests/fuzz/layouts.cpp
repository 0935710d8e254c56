// Process layouts and the hosts they are for.
#include <algorithm>

#include "core/mapping/layouts/machine_units.h"
#include "core/mapping/layouts/rank_places.h"
#include "core/wire/frame_io.h"
#include "tests/fuzz/support.h"
#include "tests/fuzz/targets.h"

namespace topomorph::fuzz {

namespace {

/// Files and the real machine have targets of their own; large machines are no fault, but each costs the time of many.
bool is_elsewhere_or_large(std::string_view text) {
  std::size_t digits = 0, numbers = 0;
  for (const char c : text) {
    const bool is_digit = c >= '0' && c <= '9';
    numbers += is_digit && digits == 0;
    digits = is_digit ? digits + 1 : 0;
    if (digits > 1) return true;
  }
  return numbers > 24 || text.find(".xml") != text.npos || text.find("hwloc:") != text.npos ||
         text.find("host:") != text.npos;
}

void check(const mapping::RankPlaces& places, std::span<const mapping::LayoutUnit> units,
           const mapping::LayoutRequest& request) {
  const std::uint64_t ranks = request.ranks;
  require(places.first_unit.size() == ranks && places.binding.size() == ranks, "every rank has a place");
  for (std::uint64_t rank = 0; rank < ranks; ++rank) {
    const auto& bound = places.bindings.at(places.binding[rank]);
    require(std::binary_search(bound.begin(), bound.end(), places.first_unit[rank]), "ranks are bound to their places");
    require(std::all_of(bound.begin(), bound.end(), [&](auto unit) { return units[unit].available; }),
            "only what is available is used");
    require(!request.layout.limits.empty() || rank < places.places ||
                places.first_unit[rank] == places.first_unit[rank - places.places],
            "what follows the last place is the first");
  }
}

}  // namespace

/// Layout, level to bind to (or nothing), then hosts, a line each.
void process_layout(std::string_view input) {
  if (is_elsewhere_or_large(input)) return;
  std::vector<std::string> lines = wire::lines(input);
  if (lines.size() < 3 || lines.size() > 8) return;
  mapping::LayoutRequest request{mapping::parse_layout(lines[0]), 50, true, std::nullopt};
  require(mapping::parse_layout(mapping::to_string(request.layout)) == request.layout,
          "a layout of ours is read again");
  if (!lines[1].empty()) request.bind = mapping::parse_binding_width(lines[1]);
  lines.erase(lines.begin(), lines.begin() + 2);
  const auto units = mapping::all_units(mapping::read_layout_hosts(lines));
  check(mapping::place_ranks(units, request), units, request);
}

}  // namespace topomorph::fuzz
