// topomorph layout: places ranks in a regular order.
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/number.h"
#include "tools/command/options.h"
#include "tools/command/verbs.h"
#include "tools/launchers/formats.h"
#include "tools/launchers/slurm_notes.h"
#include "tools/launchers/unit_table.h"
#include "tools/output/message.h"

namespace topomorph::command {

namespace {

struct LayoutOptions {
  std::string layout{mapping::layout_patterns().front().name}, topology, bind, ranks;
  std::vector<std::string> hosts;
  launchers::LauncherOptions launcher;
  bool oversubscribe = false, disallowed = false, json = false;
};

/// Larger than any job.
constexpr std::uint64_t kMaxRanks = std::uint64_t{1} << 26;

mapping::LayoutRequest request_of(const LayoutOptions& options) {
  mapping::LayoutRequest request{mapping::parse_layout(options.layout), 0, options.oversubscribe, std::nullopt};
  if (!options.bind.empty()) request.bind = mapping::parse_binding_width(options.bind);
  if (options.ranks.empty()) return request;
  const auto ranks = parse_count(options.ranks);
  if (!ranks || *ranks == 0 || *ranks > kMaxRanks) {
    throw InputError(fmt::format("-n: found '{}', expected a number of ranks from 1 to {}", options.ranks, kMaxRanks));
  }
  request.ranks = *ranks;
  return request;
}

launchers::UnitTable table_of(const LayoutOptions& options) {
  if (options.hosts.empty() == options.topology.empty()) {
    throw InputError("--hosts and --topology: expected one of them");
  }
  return options.hosts.empty() ? launchers::units_of_topology(options.topology)
                               : launchers::units_of_hosts(options.hosts);
}

std::string placement_json(const LayoutOptions& options, const launchers::UnitTable& table,
                           const mapping::RankPlaces& places, const launchers::Placement& placement) {
  nlohmann::ordered_json json;
  json["layout"] = options.layout;
  json["places"] = places.places;
  const mapping::PlaceGrid grid(table.units, mapping::kAllLayoutLevels);
  for (const mapping::LayoutLevel level : mapping::kAllLayoutLevels)
    json["widths"][std::string(mapping::letters_of(level))] = grid.width(level);
  json["hosts"] = table.hosts;
  json["ranks"] = nlohmann::ordered_json::array();
  for (std::size_t rank = 0; rank < placement.host_of.size(); ++rank) {
    json["ranks"].push_back({{"host", placement.hosts[placement.host_of[rank]]}, {"cpus", placement.cpus_of[rank]}});
  }
  return json_text(json) + "\n";
}

std::string placement_lines(const launchers::Placement& placement) {
  std::string lines;
  for (std::size_t rank = 0; rank < placement.host_of.size(); ++rank) {
    lines += fmt::format("{} {} {}\n", rank, placement.hosts[placement.host_of[rank]], placement.cpus_of[rank]);
  }
  return lines;
}

int run_layout(const LayoutOptions& options) {
  mapping::LayoutRequest request = request_of(options);
  const auto files = launchers::launcher_files(options.launcher);
  launchers::UnitTable table = table_of(options);
  for (mapping::LayoutUnit& unit : table.units) unit.available = unit.available || options.disallowed;
  launchers::check_names(files, table.named);
  if (request.ranks == 0) request.ranks = mapping::place_ranks(table.units, request).places;
  const mapping::RankPlaces places = mapping::place_ranks(table.units, request);
  if (!files.empty()) {
    launchers::note_slurm(files, table.slurm.get());
    const auto [placement, threads] = launchers::placement_of(places, table, options.launcher.numbers);
    launchers::write_launcher_files(files, placement);
    if (threads) launchers::note_threads();
  }
  const launchers::CoreNumbers shown =
      table.os_numbers.empty() ? launchers::CoreNumbers::Logical : launchers::CoreNumbers::Physical;
  const launchers::Placement placement = launchers::placement_of(places, table, shown).placement;
  if (options.json) {
    output::print(placement_json(options, table, places, placement));
  } else if (files.empty()) {
    output::print(placement_lines(placement));
  }
  return 0;
}

}  // namespace

Action declare_layout(CLI::App& app, char**) {
  auto options = std::make_shared<LayoutOptions>();
  std::string patterns;
  for (const mapping::LayoutPattern& pattern : mapping::layout_patterns())
    patterns += fmt::format("{}{}", patterns.empty() ? "" : ", ", pattern.name);
  app.add_option("layout", options->layout,
                 "innermost loop first: n (node) b (board) s (socket) N (NUMA node) L3 L2 L1 c (core) h (hardware "
                 "thread); levels may be left out. Behind a level its order of visits, as c[4-7,0-3] or c[reverse]; "
                 "after commas the most ranks on each object, as scbnh,2:s. Or one of " +
                     patterns)
      ->capture_default_str()
      ->type_name("LAYOUT");
  app.add_option("--hosts", options->hosts,
                 "machines: HOST.xml, hwloc:FILE.xml, synthetic:\"pack:2 core:8 pu:2\" or host:, with names or a "
                 "number in front: "
                 "n[0-3]=hwloc:FILE.xml, 4*synthetic:\"…\"")
      ->type_name("HOST");
  app.add_option("--topology", options->topology, "instead of --hosts: a tree, or a network of trees")
      ->type_name("TOPOLOGY");
  app.add_option("-n", options->ranks, "ranks (default: one on each place)")->type_name("N");
  app.add_option("--bind", options->bind,
                 "the level to bind ranks to, with a number in front for several objects: s, 2c (default: their place)")
      ->type_name("LEVEL");
  app.add_flag("--oversubscribe", options->oversubscribe, "start again at the first place when every place has a rank");
  app.add_flag("--disallowed", options->disallowed,
               "also use CPUs that hwloc files do not allow: many files were written in a job of few cores");
  add_launcher_options(app, options->launcher);
  app.add_flag("--json", options->json, "print as JSON");
  return [options] { return run_layout(*options); };
}

}  // namespace topomorph::command
