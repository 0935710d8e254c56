// topomorph predict: replays the trace of a job in several orders, and says how long each takes.
#include <algorithm>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/formats/profile/reader.h"
#include "core/planning/job_placing.h"
#include "core/planning/profiled_run.h"
#include "core/replay/affinity.h"
#include "core/replay/platform.h"
#include "core/replay/work.h"
#include "core/settings/settings.h"
#include "core/topology/spec.h"
#include "core/trace/trace.h"
#include "tools/command/input_files.h"
#include "tools/command/options.h"
#include "tools/command/predicted_orders.h"
#include "tools/command/replay_report.h"
#include "tools/command/verbs.h"
#include "tools/engine/planned_profile.h"
#include "tools/output/message.h"
#include "tools/output/terminal.h"

namespace topomorph::command {

namespace {

struct PredictOptions {
  std::vector<std::string> traces, orders;
  std::string topology, level_costs, cores, flops = "1e9";
  std::uint64_t eager_limit = replay::Platform{}.eager_limit;
  mapping::MapOptions map;
  bool json = false;
};

/// The order of a profile's own run comes first: with it all is compared.
std::vector<std::string> orders_of(const PredictOptions& options) {
  if (!options.orders.empty()) return options.orders;
  if (options.topology.empty()) return {"launcher", "slot", "node", "topomorph"};
  return {"slot", "node", "topomorph"};
}

/// The cores that some hosts share.
struct Cores {
  std::uint32_t cores = 0, hosts = 1;
};

/// Reads "N" or "N/HOSTS".
std::optional<Cores> cores_of(const PredictOptions& options) {
  if (options.cores.empty()) return std::nullopt;
  const auto number = [](const std::string& text) {
    return static_cast<std::uint32_t>(positive_count(text, "--cores", std::numeric_limits<std::uint32_t>::max()));
  };
  const std::size_t slash = options.cores.find('/');
  if (slash == std::string::npos) return Cores{number(options.cores)};
  return Cores{number(options.cores.substr(0, slash)), number(options.cores.substr(slash + 1))};
}

/// Where the trace is replayed. `platform` refers to the topology of `job`.
struct Machine {
  GivenTopology given;
  planning::JobSlots job;
  planning::Aim aim;
  replay::Platform platform;
};

void set_options(const PredictOptions& options, replay::Platform& platform) {
  platform.eager_limit = options.eager_limit;
  if (const auto cores = cores_of(options)) {
    const std::uint32_t hosts = *std::ranges::max_element(platform.host_of) + 1;
    platform.pool_of_host.clear();
    for (std::uint32_t host = 0; host < hosts; ++host) platform.pool_of_host.push_back(host / cores->hosts);
    platform.cores.assign(platform.pool_of_host.back() + std::size_t{1}, cores->cores);
  }
}

/// Returns the machine of --topology, on whose slot r role r is.
Machine given_machine(const PredictOptions& options) {
  Machine machine{topology::read_topology(options.topology), {}, {}, {}};
  for (const std::string& note : machine.given.notes) output::message(note);
  const Topology& topology = *machine.given.topology;
  machine.aim.cost = cost_options(evaluation::CostModel::HopBytes, options.level_costs, options.topology, topology,
                                  machine.given.routing, true);
  machine.platform = replay::platform_of(topology, machine.aim.cost);
  machine.job = planning::on_machine(options.topology, machine.given, {}, topology.slots());
  if (const TreeTopology* tree = machine.job.tree(); tree != nullptr && machine.job.hosts() == 1)
    machine.job.host_level = evaluation::host_level_of(*tree);
  return machine;
}

/// Returns what topomorph run would plan on: the hosts, network and processors of the profile's own run, calibrated by
/// it.
Machine profiled_machine(const PredictOptions& options) {
  const std::string& file = options.traces.front();
  const char* const kExpected = "expected --topology";
  if (!is_profile(file)) throw InputError(file, 0, fmt::format("is a trace without a machine: {}", kExpected));
  if (!options.level_costs.empty()) throw InputError(fmt::format("--level-costs: found no topology, {}", kExpected));
  auto run = planning::profiled_run(file);
  if (!run) throw InputError(file, 0, fmt::format("does not know its hosts and their network: {}", kExpected));
  run->aim.calibration = planning::calibration_in(formats::read_profile_meta(file));
  if (run->aim.calibration) planning::calibrate(*run->aim.calibration, run->platform);
  GivenTopology given{run->job.topology, {}, run->job.routing};
  return {std::move(given), std::move(run->job), std::move(run->aim), std::move(run->platform)};
}

Machine machine_for(const PredictOptions& options) {
  Machine machine = options.topology.empty() ? profiled_machine(options) : given_machine(options);
  set_options(options, machine.platform);
  return machine;
}

/// Refuses a trace that takes hours, or more memory than its own, before the work begins.
void check_work_of(const trace::Trace& trace, const replay::Platform& platform, const std::string& file) {
  try {
    replay::check_work(trace, platform.collectives);
  } catch (const InputError& error) {
    throw InputError(file, 0, error.what());
  }
}

trace::Trace read_checked_trace(const PredictOptions& options, double flops, std::uint64_t slots) {
  trace::Trace trace = output::with_progress("reading the trace", [&] { return read_traces(options.traces, flops); });
  if (trace.processes.size() != slots) {
    throw InputError(fmt::format("{}: found {} processes, expected {}: one for each slot of the topology",
                                 options.traces.front(), trace.processes.size(), slots));
  }
  return trace;
}

/// As in a job with this profile.
mapping::MapOptions map_options(const PredictOptions& options) {
  mapping::MapOptions map = options.map;
  if (is_profile(options.traces.front())) map.preset = engine::preset_for(options.traces.front());
  return map;
}

int run_predict(const PredictOptions& options) {
  const double flops = flops_from(options.flops);
  cores_of(options);  // before files are read
  const Machine machine = machine_for(options);
  const replay::Platform& platform = machine.platform;
  const trace::Trace trace = read_checked_trace(options, flops, machine.job.topology->slots());
  check_work_of(trace, platform, options.traces.front());
  const Affinity affinity =
      output::with_progress("adding up the messages", [&] { return replay::affinity_of(trace, platform.collectives); });
  const mapping::MapOptions map = map_options(options);
  const OrderSource source{machine.job, machine.given, trace, platform, affinity, machine.aim, map};
  ReplayReport report{*machine.job.topology,       platform, machine.aim, trace.phases, flops,
                      trace::recorded_part(trace), {}};
  for (const std::string& order : orders_of(options)) {
    report.orders.push_back(
        output::with_progress("replaying by " + order, [&] { return predict_order(order, source); }));
  }
  output::print(options.json ? as_json(report) : as_text(report));
  return 0;
}

void add_machine(CLI::App& app, PredictOptions& options) {
  app.add_option("--topology", options.topology,
                 "as for topomorph map, with a slot for each process of the trace (default: the hosts, network and "
                 "processors of the profile's own run)")
      ->type_name("TOPOLOGY");
  add_level_costs(app, options.level_costs);
  app.add_option(
         "--cores", options.cores,
         "of each host, shared by its processes; N/HOSTS: of so many simulated hosts (default: one for each process)")
      ->type_name("CORES");
  add_count(app, "--eager", options.eager_limit, "bytes up to which a send does not wait for the receiver");
  app.get_option("--eager")->type_name("BYTES");
  add_flops(app, options.flops);
}

}  // namespace

Action declare_predict(CLI::App& app, char**) {
  auto options = std::make_shared<PredictOptions>();
  app.add_option("TRACE", options->traces,
                 "a profile that has a trace, one of Score-P or TAU (.otf2) or of Extrae (.prv), or SimGrid's "
                 "time-independent trace: one file, one for each process, "
                 "or a file that lists them")
      ->required()
      ->type_name("FILE");
  add_machine(app, *options);
  app.add_option(
         "--order", options->orders,
         "an order of the processes, also several times: the launcher's, by slot, by node (one on each host in turn), "
         "TopoMorph's for the trace's own communication, random, or a file with one slot a line "
         "(default: launcher without --topology, slot, node and topomorph)")
      ->allow_extra_args(false)
      ->type_name(kOrders);
  add_time_limit(app, options->map.time_limit, "of the search for TopoMorph's order");
  app.add_flag("--json", options->json, "print everything as JSON");
  return [options] { return run_predict(*options); };
}

}  // namespace topomorph::command
