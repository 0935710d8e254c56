// Draws topologies as SVG.
#include "core/topology/drawing/draw.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/topology/export/distance_statistics.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::topology {

namespace {

constexpr double kMargin = 16, kTitle = 44;
constexpr std::size_t kMostKinds = 6;  // of machines that are drawn below a network

Drawing draw_any(const Topology& topology, const HostTable& hosts, const Marks& marks);

GivenTopology unowned(const Topology& topology, const HostTable& hosts) { return {borrowed(topology), hosts, {}}; }

/// Returns marks with the name of every host if each has one slot, else with the slots' numbers.
Marks plain_marks(const HostTable& hosts, std::uint64_t slots) {
  const bool named = hosts.names.size() == slots && hosts.begin.size() == slots + 1;
  return [&hosts, named](Slot slot) { return Mark{named ? hosts.names[slot] : std::to_string(slot)}; };
}

/// Draws the network with the host's name on every place, or the number or interval of its slots. If some slots of a
/// place are unused, the used ones are counted.
Drawing draw_network(const ComposedTopology& composed, const HostTable& hosts, const Marks& marks) {
  const bool named = hosts.begin == composed.begin() && hosts.names.size() + 1 == hosts.begin.size();
  const Marks of_places = [&](Slot place) -> Mark {
    const Slot begin = composed.begin()[place], end = composed.begin()[place + 1];
    std::uint64_t used = 0;
    for (Slot slot = begin; slot < end; ++slot) used += marks(slot).fill != colour::kUnused ? 1 : 0;
    const std::string_view fill = used == 0 ? colour::kUnused : colour::kPlace;
    if (named) return {hosts.names[place], fill};
    if (used < end - begin) return {used == 0 ? "" : fmt::format("{} of {}", used, end - begin), fill};
    return {end - begin == 1 ? fmt::format("{}", begin) : fmt::format("{}-{}", begin, end - 1), fill};
  };
  return draw_any(composed.network(), {}, of_places);
}

/// Draws the network, and below it the machines in its places, each kind once.
Drawing draw_composed(const ComposedTopology& composed, const HostTable& hosts, const Marks& marks) {
  Drawing drawing = draw_network(composed, hosts, marks);
  std::vector<std::pair<const Topology*, std::uint64_t>> kinds;
  for (const auto& part : composed.parts()) {
    const auto same = std::find_if(kinds.begin(), kinds.end(), [&](const auto& kind) {
      return kind.first == part.get() || kind.first->describe() == part->describe();
    });
    if (same == kinds.end()) {
      kinds.emplace_back(part.get(), 1);
    } else {
      ++same->second;
    }
  }
  for (std::size_t kind = 0; kind < std::min(kinds.size(), kMostKinds); ++kind) {
    const auto& [machine, places] = kinds[kind];
    const Drawing inside = draw_any(*machine, {}, plain_marks({}, machine->slots()));
    drawing.svg.text(0, drawing.size.height + 26, 11, fmt::format("in {} places: {}", places, machine->describe()));
    drawing.svg.append(0, drawing.size.height + 34, inside.svg);
    drawing.size.width = std::max(drawing.size.width, inside.size.width);
    drawing.size.height += 34 + inside.size.height;
  }
  return drawing;
}

/// Draws the whole, with the part's slot numbers on the slots of the part.
Drawing draw_part(const RestrictedTopology& part, const Marks& marks) {
  std::unordered_map<Slot, Slot> slot_of_whole;
  for (Slot slot = 0; slot < part.slots(); ++slot) slot_of_whole.emplace(part.kept()[slot], slot);
  const Marks of_whole = [&](Slot slot) {
    const auto found = slot_of_whole.find(slot);
    return found == slot_of_whole.end() ? Mark{"", colour::kUnused} : marks(found->second);
  };
  return draw_any(part.whole(), {}, of_whole);
}

Drawing draw_any(const Topology& topology, const HostTable& hosts, const Marks& marks) {
  return visit_shape(
      topology, [&](const TreeTopology& tree) { return draw_tree(tree, hosts, marks); },
      [&](const GridTopology& grid) { return draw_lattice(grid, marks); },
      [&](const RestrictedTopology& part) { return draw_part(part, marks); },
      [&](const ComposedTopology& composed) { return draw_composed(composed, hosts, marks); },
      [&](const NetworkTopology& network) { return draw_circle(unowned(network, hosts), marks); });
}

std::string subtitle(const Topology& topology) {
  const DistanceStatistics statistics = distance_statistics(topology);
  const std::string slots = counted(topology.slots(), "slot");
  if (topology.slots() == 1) return slots;
  return fmt::format("{}, diameter {}{}, average distance {:.2f}", slots, statistics.sampled > 0 ? "at least " : "",
                     statistics.diameter, statistics.average);
}

}  // namespace

std::string draw(const GivenTopology& given) {
  const std::string title = given.topology->describe(), below = subtitle(*given.topology);
  const Drawing drawing = draw_any(*given.topology, given.hosts, plain_marks(given.hosts, given.topology->slots()));
  Svg svg;
  svg.text(kMargin, 22, 14, title);
  svg.text(kMargin, 38, 11, below, Anchor::Start, colour::kFaint);
  svg.append(kMargin, kTitle, drawing.svg);
  const double width = std::max({drawing.size.width, text_width(title, 14), text_width(below, 11)});
  return svg.file({width + 2 * kMargin, drawing.size.height + kTitle + kMargin}, title);
}

}  // namespace topomorph::topology
