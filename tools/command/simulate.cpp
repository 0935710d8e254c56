// topomorph simulate: simulates a log of jobs under allocators and mapping algorithms.
#include <algorithm>
#include <limits>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/allocation/allocate.h"
#include "core/base/error.h"
#include "core/mapping/portfolio/map.h"
#include "core/workload/applications.h"
#include "core/workload/comparison.h"
#include "core/workload/lublin_feitelson.h"
#include "tools/command/options.h"
#include "tools/command/places.h"
#include "tools/command/simulation_report.h"
#include "tools/command/verbs.h"
#include "tools/output/message.h"
#include "tools/output/terminal.h"

namespace topomorph::command {

namespace {

constexpr std::uint64_t kMostSlots = 1 << 20;    // of a host
constexpr std::uint64_t kMostJobs = 10'000'000;  // that can be generated
constexpr const char* kBaseline = "best-fit";

struct SimulateOptions {
  std::string workload, generate, write, topology, slots_per_node, curve;
  std::string load = "0.7", largest, days, pair_bytes = "1e10", run_time = "0.0019:0.16:0.013";
  std::vector<std::string> affinities, patterns;
  workload::ComparisonOptions comparison{
      {kBaseline, "mc1x1", "pacmap"}, {"pacmap"}, {}, mapping::Preset::Default, 1, 1, {}};
  bool json = false;
};

/// Parses FACTOR:EXPONENT:SPREAD.
workload::RunTimeModel run_time_model(const std::string& text) {
  const std::size_t first = std::min(text.find(':'), text.size()),
                    second = std::min(text.find(':', first + 1), text.size());
  if (second == text.size()) {
    throw InputError(fmt::format("--run-time: found '{}', expected FACTOR:EXPONENT:SPREAD", text));
  }
  const auto number = [&](std::size_t begin, std::size_t end) {
    return real_from(text.substr(begin, end - begin), "--run-time", 0);
  };
  return {number(0, first), number(first + 1, second), number(second + 1, text.size())};
}

workload::Workload generated(const SimulateOptions& options, std::uint64_t processors) {
  workload::GeneratorOptions generator;
  generator.jobs = positive_count(options.generate, "--generate", kMostJobs);
  generator.processors = processors;
  if (!options.largest.empty()) generator.largest = positive_count(options.largest, "--largest", processors);
  generator.load = real_from(options.load, "--load", 0);
  generator.seed = options.comparison.seed;
  return workload::generate_workload(generator);
}

workload::Workload workload_of(const SimulateOptions& options, std::uint64_t processors) {
  if (options.workload.empty() == options.generate.empty()) {
    throw InputError("expected either --workload FILE or --generate JOBS");
  }
  if (!options.workload.empty()) {
    if (!options.write.empty() || !options.largest.empty()) {
      throw InputError("--write-workload and --largest: found with --workload, expected with --generate");
    }
    workload::Workload workload = workload::read_workload(options.workload);
    for (const std::string& line : workload.warnings.lines()) output::message(line);
    return workload;
  }
  workload::Workload workload = generated(options, processors);
  if (!options.write.empty()) workload::write_workload(workload, options.write);
  return workload;
}

workload::ApplicationOptions application_options(const SimulateOptions& options, std::uint64_t slots,
                                                 std::uint64_t hosts) {
  workload::ApplicationOptions result;
  result.affinities = options.affinities;
  result.patterns = options.patterns;
  if (result.affinities.empty() && result.patterns.empty()) {
    result.patterns.assign(workload::pattern_names().begin(), workload::pattern_names().end());
  }
  result.slots_per_host = slots;
  result.hosts = hosts;
  result.bytes_of_pair = real_from(options.pair_bytes, "--pair-bytes", 0);
  result.seed = options.comparison.seed;
  return result;
}

/// Adds the baseline, which is always simulated.
void add_baseline(std::vector<std::string>& allocators) {
  if (std::find(allocators.begin(), allocators.end(), kBaseline) == allocators.end()) {
    allocators.insert(allocators.begin(), kBaseline);
  }
}

std::vector<workload::Simulated> simulate_all(const workload::JobSelection& selection,
                                              workload::Applications& applications,
                                              const std::shared_ptr<const Topology>& network,
                                              workload::ComparisonOptions options) {
  output::ProgressLine line("jobs simulated");
  options.progress = [&line](double share) { line.show(share); };
  return workload::compare(selection.jobs, applications, network, options);
}

int run_simulate(SimulateOptions& options) {
  workload::ComparisonOptions& comparison = options.comparison;
  comparison.model = run_time_model(options.run_time);
  const std::uint64_t slots = positive_count(options.slots_per_node, "--slots-per-node", kMostSlots);
  const double days =
      options.days.empty() ? std::numeric_limits<double>::infinity() : real_from(options.days, "--days", 0);
  const GivenTopology given = read_network(options.topology);
  const std::uint64_t hosts = given.topology->slots();
  if (!options.curve.empty()) comparison.curve = parse_curve(options.curve, given, "--curve");
  add_baseline(comparison.allocators);
  workload::check_names(comparison, given.topology);
  const workload::Workload workload = workload_of(options, slots * hosts);
  workload::Applications applications(application_options(options, slots, hosts));
  const workload::JobSelection selection =
      workload::select_jobs(workload, applications, slots, hosts, days * 24 * 3600);
  if (selection.jobs.empty()) throw InputError("found no job that can run on the machine");
  const std::vector<workload::Simulated> results = simulate_all(selection, applications, given.topology, comparison);
  const auto baseline = std::find_if(results.begin(), results.end(),
                                     [](const workload::Simulated& one) { return one.allocator == kBaseline; });
  const SimulationReport report{*given.topology, slots, selection, applications, results, *baseline};
  output::print(options.json ? as_json(report) : as_text(report));
  return 0;
}

void add_jobs(CLI::App& app, SimulateOptions& options) {
  app.add_option("--workload", options.workload, "a log in the Standard Workload Format")->type_name("FILE.swf");
  app.add_option("--generate", options.generate,
                 "instead of --workload: generate this many jobs by the model of Lublin and Feitelson")
      ->type_name("JOBS");
  app.add_option("--load", options.load, "of generated jobs: requested processor time, as a share of the machine")
      ->type_name("SHARE")
      ->capture_default_str();
  app.add_option("--largest", options.largest, "of generated jobs: ranks of the largest (default: all slots)")
      ->type_name("N");
  app.add_option("--write-workload", options.write, "write these")->type_name("FILE.swf");
  app.add_option("--days", options.days, "simulate only the first days of the log (default: all)")->type_name("N");
}

void add_applications(CLI::App& app, SimulateOptions& options) {
  app.add_option(
         "--affinity", options.affinities,
         "the communication of jobs: files or grids, as for topomorph map; each job gets the one of nearest size")
      ->delimiter(',')
      ->type_name("AFFINITY,...");
  app.add_option(
         "--pattern", options.patterns,
         fmt::format("or patterns of any size: {} (default: all of them)", fmt::join(workload::pattern_names(), ", ")))
      ->delimiter(',')
      ->type_name("PATTERN,...");
  app.add_option("--pair-bytes", options.pair_bytes,
                 "mean volume between two communicating ranks in a run; 0: as in the affinity")
      ->type_name("BYTES")
      ->capture_default_str();
  app.add_option("--run-time", options.run_time,
                 "[Tuncer 2015, equation 5]: a run takes (1 + FACTOR x hop-bytes^(EXPONENT +- SPREAD)) x its base time")
      ->type_name("FACTOR:EXPONENT:SPREAD")
      ->capture_default_str();
}

}  // namespace

Action declare_simulate(CLI::App& app, char**) {
  auto options = std::make_shared<SimulateOptions>();
  app.add_option(
         "--topology", options->topology,
         "the network, whose slots are hosts: torus:16x12x24, slurm:topology.conf, ... (see docs/topologies.md)")
      ->required()
      ->type_name("TOPOLOGY");
  app.add_option("--slots-per-node", options->slots_per_node, "ranks on a host, at most")->required()->type_name("N");
  add_jobs(app, *options);
  add_applications(app, *options);
  app.add_option("--allocator", options->comparison.allocators,
                 fmt::format("the algorithms that choose hosts: {}; best-fit, the baseline, is always added",
                             fmt::join(allocation::allocators(), ", ")))
      ->delimiter(',')
      ->type_name("ALLOCATOR,...")
      ->capture_default_str();
  app.add_option("--algorithm", options->comparison.algorithms,
                 "the algorithms that place groups of ranks: pacmap, rcm, rgrb, rgeob, random, or any of topomorph "
                 "map; results "
                 "are relative to the first")
      ->delimiter(',')
      ->type_name("ALGORITHM,...")
      ->capture_default_str();
  app.add_option("--curve", options->curve,
                 "the order of all hosts that best-fit follows, as for topomorph allocate (default: Hilbert's "
                 "curve on grids, else by nearness)")
      ->type_name("LIST|FILE");
  add_preset(app, options->comparison.preset, "preset of the algorithms and of the allocator search");
  add_seed(app, options->comparison.seed, "same seed, same workload and result");
  app.add_option("--threads", options->comparison.threads, "number of simultaneous simulations")
      ->capture_default_str()
      ->check(CLI::Range(1u, 1024u).description(""))
      ->type_name("N");
  app.add_flag("--json", options->json, "print everything as JSON");
  return [options] { return run_simulate(*options); };
}

}  // namespace topomorph::command
