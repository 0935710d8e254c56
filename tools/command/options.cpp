// Options that several verbs share: numbers, the search for a mapping, and the cost that it shall save.
#include "tools/command/options.h"

#include <algorithm>
#include <charconv>
#include <map>

#include <fmt/format.h>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/number.h"
#include "core/evaluation/level_costs.h"
#include "core/model/affinity.h"
#include "core/model/tree.h"
#include "core/settings/settings.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/routing_of.h"
#include "core/topology/shapes/visit.h"
#include "tools/command/input_files.h"

namespace topomorph::command {

namespace {

/// Returns the error; empty: none. "nan" is not above 0 either.
std::string check_seconds(const std::string& text) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  const bool good = error == std::errc() && end == text.data() + text.size() && seconds > 0;
  return good ? "" : fmt::format("found '{}', expected a number of seconds above 0", text);
}

/// Declares an option that takes one of a few names. Returns it.
template <typename Value>
CLI::Option* add_choice(CLI::App& app, const char* option, Value& value, const char* names, const char* help,
                        const std::map<std::string, Value>& values) {
  const auto choose = [=, &value](const std::string& text) {
    const auto found = values.find(text);
    if (found == values.end()) throw InputError(fmt::format("{}: found '{}', expected {}", option, text, names));
    value = found->second;
  };
  const auto present =
      std::find_if(values.begin(), values.end(), [&](const auto& each) { return each.second == value; });
  return app.add_option_function<std::string>(option, choose, help)->type_name(names)->default_str(present->first);
}

}  // namespace

DateSpan date_from(const std::string& text, const char* option) {
  const auto date = parse_date(text);
  if (date) return *date;
  throw InputError(fmt::format("{}: found '{}', expected a date as 2026-11-26 or 2026-11-26T09:30:00Z", option, text));
}

std::uint64_t positive_count(const std::string& text, const std::string& option, std::uint64_t most) {
  const auto count = parse_count(text);
  if (count && *count > 0 && *count <= most) return *count;
  throw InputError(fmt::format("{}: found '{}', expected a whole number of 1 or more{}", option, text,
                               most == ~std::uint64_t{0} ? "" : fmt::format(", at most {}", most)));
}

double real_from(const std::string& text, const std::string& option, double least) {
  const auto number = parse_real(text);
  if (number && *number >= least) return *number;
  throw InputError(fmt::format("{}: found '{}', expected a number of {} or more", option, text, least));
}

void check_page(const std::string& file, const char* option) {
  if (file.empty() || file.ends_with(".html") || file.ends_with(".htm")) return;
  throw InputError(fmt::format("{}: found '{}', expected a name that ends in .html", option, file));
}

void write_page(const std::string& page, const std::string& path) {
  AtomicFile file(path);
  file.write(page);
  file.commit();
}

void add_time_limit(CLI::App& app, std::optional<double>& seconds, const std::string& help) {
  app.add_option("--time-limit", seconds, help)->check(check_seconds)->type_name("SECONDS");
}

void add_count(CLI::App& app, const char* option, std::uint64_t& value, const char* help) {
  const auto set = [&value, option](const std::string& text) {
    const auto number = parse_count(text);
    if (!number) throw InputError(fmt::format("{}: found '{}', expected a whole number of 0 or more", option, text));
    value = *number;
  };
  app.add_option_function<std::string>(option, set, help)->default_str(fmt::format("{}", value))->type_name("N");
}

void add_seed(CLI::App& app, std::uint64_t& seed, const char* help) {
  const auto set = [&seed](const std::string& text) {
    const auto number = parse_count(text);
    if (!number)
      throw InputError(fmt::format("--seed: found '{}', expected a whole number of 0 or more, below 2^64", text));
    seed = *number;
  };
  app.add_option_function<std::string>("--seed", set, help)->type_name("N")->default_str(std::to_string(seed));
}

void add_preset(CLI::App& app, mapping::Preset& preset, const char* help) {
  add_choice<mapping::Preset>(
      app, "--preset", preset, "fast|default|best", help,
      {{"fast", mapping::Preset::Fast}, {"default", mapping::Preset::Default}, {"best", mapping::Preset::Best}});
}

void add_search_options(CLI::App& app, mapping::MapOptions& map) {
  add_seed(app, map.seed, "same seed, same mapping");
  app.add_option("--threads", map.threads, "number of threads")
      ->capture_default_str()
      ->check(CLI::Range(1u, 1024u).description(""))
      ->type_name("N");
  add_choice<Weight>(app, "--weight", map.weight, "bytes|messages",
                     "the volume of --cost hop-bytes: bytes, or number of messages",
                     {{"bytes", Weight::Bytes}, {"messages", Weight::Messages}});
}

void add_colours(CLI::App& app, output::Colours& colours) {
  const auto choose = [&colours](const std::string& when) { colours.choose(when); };
  app.add_option_function<std::string>("--color", choose, "use colours: auto is on terminals, unless NO_COLOR is set")
      ->type_name("auto|always|never")
      ->default_str("auto");
}

void add_launcher_options(CLI::App& app, launchers::LauncherOptions& options) {
  std::string help = "write a file for a launcher (repeatable):";
  for (const launchers::LauncherFormat& format : launchers::launcher_formats())
    help += fmt::format("\n{} ({})", format.name, format.use);
  app.add_option("--write", options.write, help)->type_name("FORMAT:FILE")->expected(1)->take_all();
  app.add_option("--rankfile", options.rankfile,
                 "write an Open MPI rankfile: hosts by name or as +nI, their slots as slot=J")
      ->type_name("FILE");
  using launchers::CoreNumbers;
  add_choice<CoreNumbers>(app, "--rankfile-numbers", options.numbers, "logical|physical",
                          "how files for launchers count cores: as hwloc does, or as the operating system does "
                          "(for --mca rmaps_rank_file_physical 1)",
                          {{"logical", CoreNumbers::Logical}, {"physical", CoreNumbers::Physical}})
      ->default_str("");  // the help calls it none: without a rankfile nothing is counted
}

CLI::Option* add_cost(CLI::App& app, const std::function<void(evaluation::CostModel)>& take) {
  const settings::Setting& setting = settings::get(settings::Id::Cost);
  const auto parse = [take](const std::string& name) { take(evaluation::cost_model_named(name)); };
  return app.add_option_function<std::string>("--cost", parse, setting.help)
      ->default_str(setting.initial)
      ->type_name(setting.choices);
}

void add_level_costs(CLI::App& app, std::string& level_costs) {
  app.add_option(
         "--level-costs", level_costs,
         "latency and bandwidth of each level: a profile, whose job has measured its network, a file (topomorph "
         "topology --measure writes one), or numbers from the slots up as 0.5/8000:60/11.5 (us/MB/s; default: from "
         "the distances)")
      ->type_name("FILE|NUMBERS");
}

namespace {

void check_messages(std::string_view option, const std::string& affinity) {
  if (tells_messages(affinity)) return;
  throw InputError(fmt::format("{} messages: {} has one volume for each pair and no messages", option, affinity));
}

}  // namespace

void check_cost(evaluation::CostModel model, const std::string& affinity) {
  if (model == evaluation::CostModel::Messages) check_messages("--cost", affinity);
}

void check_weight(Weight weight, const std::string& affinity) {
  if (weight == Weight::Messages) check_messages("--weight", affinity);
}

namespace {

/// Returns the levels of the machines in the places of a network, if they are like trees.
std::size_t levels_inside(const topology::ComposedTopology* composed) {
  const bool is_one = composed != nullptr && composed->has_one_part();
  const TreeTopology* machine = is_one ? as_tree(composed->part(0)) : nullptr;
  return machine == nullptr ? 0 : machine->levels();
}

/// Takes one pair of numbers for a distance of 1, or one for each level inside machines and one for a hop between them.
void take_distance_costs(const std::string& numbers, const Topology& topology, evaluation::CostOptions& cost) {
  const evaluation::LevelCosts costs =
      evaluation::are_level_costs(numbers) ? evaluation::read_level_costs(numbers) : evaluation::LevelCosts{};
  const auto* composed = topology::as_composed(topology::whole_of(topology));
  const std::size_t inside = levels_inside(composed);
  if (costs.levels.size() == 1) {
    cost.per_distance = costs.levels.front().cost;
  } else if (inside > 0 && costs.levels.size() == inside + 1) {
    const auto scale = static_cast<double>(composed->scale());
    const evaluation::LinkCost hop = costs.levels.back().cost;
    cost.per_distance = {hop.latency / scale, hop.bandwidth * scale};
    for (std::size_t l = 0; l < inside; ++l) cost.inside.push_back(costs.levels[l].cost);
  } else {
    const std::string more =
        inside > 0 ? fmt::format(", or {}: the levels inside a machine, then a hop between them", inside + 1) : "";
    throw InputError(
        fmt::format("--level-costs: found \"{}\" for a {}, which has no levels, expected one "
                    "LATENCY/BANDWIDTH (us and MB/s), that of a distance of 1{}",
                    numbers, topology.describe(), more));
  }
}

}  // namespace

evaluation::CostOptions cost_options(evaluation::CostModel model, const std::string& level_costs,
                                     const std::string& spec, const Topology& topology,
                                     std::shared_ptr<const Routing> routes, bool knows_messages) {
  evaluation::CostOptions cost{model, {}, 0};
  if (const TreeTopology* tree = as_tree(topology)) {
    const bool by_hosts = cost.model == evaluation::CostModel::Bytes || cost.model == evaluation::CostModel::Messages;
    cost.host_level = by_hosts ? evaluation::known_host_level_of(*tree) : evaluation::host_level_of(*tree);
    cost.costs = evaluation::assumed_costs(*tree);
    if (!level_costs.empty()) {
      auto given = evaluation::given_costs(level_costs, *tree, cost.host_level);
      cost.costs = std::move(given.levels);
      cost.network = given.network;
    } else if (auto carried = evaluation::carried_costs(spec, *tree)) {
      cost.costs = std::move(*carried);
    }
  } else if (!level_costs.empty()) {
    take_distance_costs(level_costs, topology, cost);
    cost.costs.assumed = false;
  }
  if (routes) cost.routing = topology::routing_of(topology, std::move(routes));
  if (knows_messages) return cost;
  cost.per_distance.latency = 0;
  for (evaluation::LinkCost& level : cost.costs.levels) level.latency = 0;
  for (evaluation::LinkCost& level : cost.inside) level.latency = 0;
  return cost;
}

void add_flops(CLI::App& app, std::string& flops) {
  app.add_option("--flops", flops, "what a processor of this machine does in a second, in the unit of SimGrid's traces")
      ->type_name("RATE")
      ->capture_default_str();
}

double flops_from(const std::string& flops) {
  const double rate = real_from(flops, "--flops", 0);
  if (rate > 0) return rate;
  throw InputError(fmt::format("--flops: found '{}', expected a number above 0", flops));
}

}  // namespace topomorph::command
