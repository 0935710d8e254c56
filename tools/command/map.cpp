// topomorph map: computes a mapping of roles to slots, for a file or a launcher.
#include "core/mapping/portfolio/map.h"

#include <chrono>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/number.h"
#include "core/evaluation/cost_model.h"
#include "core/evaluation/evaluate.h"
#include "core/formats/role_files.h"
#include "core/mapping/layouts/mapping_price.h"
#include "core/mapping/layouts/topology_layouts.h"
#include "core/mapping/portfolio/map_by_cost.h"
#include "core/mapping/problem/trial.h"
#include "core/mapping/starts/scotch_library.h"
#include "core/model/affinity.h"
#include "core/model/cartesian_pattern.h"
#include "core/model/tree.h"
#include "core/settings/settings.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/spec.h"
#include "tools/command/input_files.h"
#include "tools/command/options.h"
#include "tools/command/places.h"
#include "tools/command/remapping.h"
#include "tools/command/sharing_options.h"
#include "tools/command/verbs.h"
#include "tools/launchers/formats.h"
#include "tools/launchers/slurm_notes.h"
#include "tools/output/costs.h"
#include "tools/output/message.h"
#include "tools/output/terminal.h"

namespace topomorph::command {

namespace {

/// Returns the CPU time of all threads of this process and of its ended children: Scotch runs in a child.
double cpu_seconds() {
  double sum = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime}) {
      sum += static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    }
  }
  return sum;
}

/// Measures the time of a mapping.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  double cpu() const { return cpu_seconds() - cpu_; }

 private:
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  const double cpu_ = cpu_seconds();
};

/// Seconds that a mapping took.
struct Timings {
  double seconds = 0, cpu = 0;
};

struct MapVerbOptions {
  std::string trial_file;
  mapping::Trial trial;
  std::string affinity, topology, hosts, slots, output, level_costs;
  evaluation::CostModel cost = evaluation::cost_model_named(settings::get(settings::Id::Cost).initial);
  SharingOptions sharing;
  RemappingOptions remapping;
  launchers::LauncherOptions launcher;
  bool json = false, search_layouts = false;
  mapping::MapOptions map;
};

std::string check_not_empty(const std::string& text) {
  return text.empty() ? "found an empty list, expected e.g. 0-3,8" : "";
}

void add_sparse_factor(CLI::App& app, std::optional<double>& factor) {
  const auto set = [&factor](const std::string& text) {
    factor = parse_real(text);
    if (!factor || !(*factor >= 0 && *factor <= 1))
      throw InputError(fmt::format("--sparse-factor: found '{}', expected a number from 0 to 1", text));
  };
  app.add_option_function<std::string>("--sparse-factor", set,
                                       "hide volumes up to this share of the largest from Scotch (TopoMatch: 0.5; "
                                       "default: 0, more for very many volumes)")
      ->type_name("SHARE");
}

void add_scotch_options(CLI::App& app, mapping::MapOptions& map) {
  add_sparse_factor(app, map.of_scotch.sparse_factor);
  app.add_option("--scotch-strategy", map.of_scotch.strategy,
                 "Scotch's strategy, by name or in Scotch's own language (default: quality; speed with --preset fast)")
      ->check(check_not_empty)
      ->type_name(fmt::format("{}|STRATEGY", mapping::kScotchStrategies));
}

void add_algorithm_options(CLI::App& app, MapVerbOptions& options) {
  std::string names = "auto";
  for (const mapping::Algorithm& algorithm : mapping::algorithms()) names += ", " + algorithm.name;
  app.add_option("--algorithm", options.map.algorithm, "one of " + names)
      ->capture_default_str()
      ->type_name("ALGORITHM");
  add_preset(app, options.map.preset,
             "time against quality; best searches for --time-limit or 10 s, or until nothing is gained");
  add_scotch_options(app, options.map);
  app.add_option("--trial", options.trial_file,
                 "try the mapper with other parameters, or without parts (docs/contributing.md#a-trial-of-the-mapper)")
      ->type_name("FILE");
  add_search_options(app, options.map);
  add_time_limit(app, options.map.time_limit, "the best mapping found until then counts");
}

/// Returns the cost model and link costs. The routes must belong to the slots of the topology.
evaluation::CostOptions cost_on(const Topology& topology, std::shared_ptr<const Routing> routes,
                                const MapVerbOptions& options) {
  return cost_options(options.cost, options.level_costs, options.topology, topology, std::move(routes),
                      tells_messages(options.affinity));
}

/// Maps to the listed slots only. The result has the slot numbers of the whole topology.
mapping::MapResult map_on_slots(const Affinity& affinity, const GivenTopology& given, const MapVerbOptions& options,
                                mapping::MapOptions map) {
  const std::vector<Slot> slots = parse_slots(options.slots, given);
  restrict_to(slots, map);
  const auto part = topomorph::topology::restrict_to(given.topology, slots);
  std::shared_ptr<const Routing> routes = given.routing;
  const bool is_tree = as_tree(*part) != nullptr;  // a tree does not know what it is a part of
  if (routes && is_tree) routes = std::make_shared<topology::RestrictedRouting>(std::move(routes), slots);
  mapping::MapResult result = mapping::map_by_cost(affinity, *part, map, cost_on(*part, std::move(routes), options));
  for (Slot& slot : result.mapping) slot = slots[slot];
  return result;
}

mapping::MapResult map_on(const Affinity& affinity, const GivenTopology& given, const MapVerbOptions& options) {
  mapping::MapOptions map = options.map;
  add_pins(options.sharing, given, map);
  if (!options.slots.empty()) return map_on_slots(affinity, given, options, std::move(map));
  return mapping::map_by_cost(affinity, *given.topology, map, cost_on(*given.topology, given.routing, options));
}

/// Maps from the present mapping.
mapping::RemapResult map_from(const Affinity& affinity, const GivenTopology& given, const MapVerbOptions& options) {
  const Mapping present = present_mapping(options.remapping, affinity.roles(), given);
  mapping::MapOptions map = options.map;
  add_pins(options.sharing, given, map);
  const std::vector<Slot> slots = options.slots.empty() ? std::vector<Slot>() : parse_slots(options.slots, given);
  if (!slots.empty()) restrict_to(slots, map);
  return remap_on(affinity, given.topology, slots, present, map, options.remapping);
}

/// The best layout and another mapping. Both costs are those of the model.
struct LayoutComparison {
  mapping::LayoutSearch search;
  mapping::MapResult best;  ///< of a layout, called "lama:LAYOUT"
  std::string other;
  double other_cost = 0;
  double cpu_seconds = 0;  ///< of the search
};

/// Compares all layouts with `other`. Throws InputError if the topology has no layouts.
LayoutComparison compare_layouts(const Affinity& affinity, const Topology& topology, const mapping::MapResult& other,
                                 Weight weight, const evaluation::CostOptions& cost, const Deadline& deadline) {
  const auto price = mapping::mapping_price(affinity, topology, weight, cost);
  const Stopwatch watch;
  LayoutComparison result{
      mapping::search_layouts(topology, affinity.roles(), price, deadline), {}, other.algorithm, price(other.mapping)};
  result.cpu_seconds = watch.cpu();
  const evaluation::Evaluation judged = evaluation::evaluate(affinity, topology, result.search.mapping);
  result.best = {result.search.mapping, "lama:" + mapping::to_string(result.search.best), judged.cost(weight)};
  return result;
}

/// Returns one line for the user.
std::string layouts_text(const LayoutComparison& comparison) {
  const mapping::LayoutSearch& search = comparison.search;
  const double more = comparison.other_cost > 0 ? (search.cost / comparison.other_cost - 1) * 100 : 0;
  return fmt::format("best of {} layouts ({} orders): {}, cost {:.6g}, {:.1f} % {} than {} ({:.6g})", search.layouts,
                     search.orders, mapping::to_string(search.best), search.cost, more < 0 ? -more : more,
                     more < 0 ? "less" : "more", comparison.other, comparison.other_cost);
}

nlohmann::ordered_json layouts_json(const LayoutComparison& comparison) {
  const mapping::LayoutSearch& search = comparison.search;
  return {{"best", mapping::to_string(search.best)},
          {"cost", search.cost},
          {"layouts", search.layouts},
          {"orders", search.orders},
          {"other", comparison.other},
          {"other_cost", comparison.other_cost},
          {"cpu_seconds", comparison.cpu_seconds}};
}

/// Replaces the result by the best layout. Layouts ignore capacities and pins.
LayoutComparison best_layout(const Affinity& affinity, const GivenTopology& given, const MapVerbOptions& options,
                             const mapping::MapResult& found) {
  return compare_layouts(affinity, *given.topology, found, options.map.weight,
                         cost_on(*given.topology, given.routing, options), Deadline(options.map.time_limit));
}

void check_search(const MapVerbOptions& options) {
  const bool limited = !options.slots.empty() || !options.map.sharing.is_plain() || !options.sharing.pins.empty() ||
                       !options.sharing.pin_file.empty();
  if (options.search_layouts && limited) {
    throw InputError("--search-layouts: found capacities or pins, expected one role on any slot");
  }
  if (options.search_layouts && !options.remapping.from.empty()) {
    throw InputError("--search-layouts: found --from, expected a mapping from scratch");
  }
}

std::string mapping_json(const mapping::MapResult& result, const Affinity& affinity, const GivenTopology& given,
                         const MapVerbOptions& options, const Timings& taken,
                         const std::optional<LayoutComparison>& layouts,
                         const std::optional<mapping::RemapResult>& remapped) {
  const Topology& topology = *given.topology;
  const Sharing& sharing = options.map.sharing;
  nlohmann::ordered_json json =
      output::to_json(evaluation::evaluate(affinity, topology, result.mapping, sharing.roles_per_slot));
  if (!tells_messages(options.affinity)) output::withhold_messages(json);
  const evaluation::CostOptions cost = cost_on(topology, given.routing, options);
  json["predicted"] = output::to_json(evaluation::predict_by(affinity, topology, result.mapping, cost), topology, cost);
  if (!sharing.is_plain()) json["balance"] = output::balance_json(result.mapping, sharing, topology.slots());
  json["cost_model"] = evaluation::name_of(cost.model);
  json["algorithm"] = result.algorithm;
  json["seconds"] = taken.seconds;
  json["cpu_seconds"] = taken.cpu;
  if (options.map.trial != nullptr) json["parts"] = options.trial.due;
  if (layouts) json["layouts"] = layouts_json(*layouts);
  if (remapped) json["remapping"] = remapping_json(*remapped);
  json["mapping"] = result.mapping;
  return json_text(json) + "\n";
}

/// Says which parts a trial leaves out that would not have run anyway: most often they are misspelt.
void note_parts_not_due(const mapping::Trial& trial) {
  for (const std::string& part : trial.without) {
    if (!trial.due.contains(part)) output::message(fmt::format("without {}: no part of this name was due", part));
  }
}

std::string mapping_lines(const Mapping& mapping) {
  std::string lines;
  for (const Slot slot : mapping) lines += fmt::format("{}\n", slot);
  return lines;
}

GivenTopology machine_of(const MapVerbOptions& options) {
  GivenTopology given = topology::read_topology(options.topology);
  if (!options.hosts.empty()) launchers::name_hosts(given, hosts_of_job(options.hosts, "--hosts"));
  return given;
}

int run_map(MapVerbOptions& options) {
  check_cost(options.cost, options.affinity);  // before files are read
  check_weight(options.map.weight, options.affinity);
  options.map.sharing = sharing_of(options.sharing);
  check_search(options);
  check_remapping(options.remapping, options.cost);
  if (!options.trial_file.empty()) {
    options.trial = mapping::read_trial(options.trial_file);
    options.map.trial = &options.trial;
    options.map.threads = 1;
  }
  const auto files = launchers::launcher_files(options.launcher);
  const GivenTopology given = machine_of(options);
  const auto& topology = given.topology;
  for (const std::string& note : given.notes) output::message(note);
  launchers::check_names(files, !given.hosts.names.empty());
  if (!files.empty()) launchers::check_places(given, options.launcher.numbers);
  if (options.map.sharing.speeds.empty()) options.map.sharing.speeds = given.speeds;
  cost_on(*topology, given.routing, options);  // before files are read
  const Affinity affinity = affinity_from(options.affinity);
  options.map.grid = pattern_of_affinity(options.affinity);
  const Stopwatch watch;
  std::optional<mapping::RemapResult> remapped;
  mapping::MapResult result = output::with_progress("looking for a mapping", [&] {
    if (options.remapping.from.empty()) return map_on(affinity, given, options);
    remapped = map_from(affinity, given, options);
    return mapping::MapResult{remapped->chosen.mapping, "remapping", remapped->chosen.cost};
  });
  if (remapped && !options.json) output::message(as_text(*remapped, options.remapping, options.map.weight));
  const Timings taken{watch.seconds(), watch.cpu()};
  note_parts_not_due(options.trial);
  std::optional<LayoutComparison> layouts;
  if (options.search_layouts) {
    layouts = output::with_progress("comparing layouts", [&] { return best_layout(affinity, given, options, result); });
    output::message(layouts_text(*layouts));
    result = layouts->best;
  }
  if (!files.empty()) {  // first: a format may refuse the placement
    launchers::note_slurm(files, given.slurm.get());
    launchers::write_launcher_files(files, launchers::placement_of(result.mapping, given, options.launcher.numbers));
    if (given.hosts.threads && options.launcher.numbers == launchers::CoreNumbers::Logical) launchers::note_threads();
  }
  if (!options.output.empty()) formats::write_mapping(result.mapping, options.output);
  if (options.json) {
    output::print(mapping_json(result, affinity, given, options, taken, layouts, remapped));
  } else if (options.output.empty()) {
    output::print(mapping_lines(result.mapping));
  }
  return 0;
}

}  // namespace

Action declare_map(CLI::App& app, char**) {
  auto options = std::make_shared<MapVerbOptions>();
  app.add_option("--affinity", options->affinity,
                 "the communication: a file (formats: topomorph convert --help), a grid as "
                 "cart:50x48[:periodic][:hops|:component], or a training job as parallel:tp=8,pp=4,dp=16")
      ->required()
      ->type_name("AFFINITY");
  app.add_option("--topology", options->topology,
                 "the machine: tree:4:8:32, torus:4x4+tree:2:8, hwloc:FILE.xml, ib:FILE+hwloc:FOLDER, ... (see "
                 "docs/topologies.md)")
      ->required()
      ->type_name("TOPOLOGY");
  add_algorithm_options(app, *options);
  app.add_flag("--search-layouts", options->search_layouts,
               "take the best regular placement (topomorph layout), and compare it with --algorithm");
  add_cost(app, [options](evaluation::CostModel cost) { options->cost = cost; });
  add_level_costs(app, options->level_costs);
  app.add_option("--hosts", options->hosts,
                 "names of the hosts of a topology that has none, in its order: a host file, or n[0-3]")
      ->type_name("FILE|LIST");
  app.add_option("--slots", options->slots,
                 "use only these slots of the topology, e.g. 0-3,8, or resources:FILE (netloc's; default: all)")
      ->check(check_not_empty)
      ->type_name("LIST");
  add_sharing_options(app, options->sharing);
  add_pin_options(app, options->sharing);
  add_remapping_options(app, options->remapping);
  app.add_option("-o,--output", options->output, "write the mapping to this file (default: standard output)")
      ->type_name("FILE");
  add_launcher_options(app, options->launcher);
  app.add_flag("--json", options->json, "print mapping and cost as JSON");
  return [options] { return run_map(*options); };
}

}  // namespace topomorph::command
