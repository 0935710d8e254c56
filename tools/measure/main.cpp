// topomorph-links: times the links between the processes of a job, level by level, and finds the groups of its hosts.
#include <cstdio>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <mpi.h>

#include "core/base/error.h"
#include "core/base/process.h"
#include "core/base/terminal_text.h"
#include "core/topology/hosts/placement.h"
#include "core/topology/sources/measured/declared_groups.h"
#include "core/topology/sources/measured/network.h"
#include "core/topology/sources/slurm/addresses.h"
#include "core/topology/spec.h"
#include "tools/measure/gathering.h"
#include "tools/measure/greeting.h"
#include "tools/measure/ping_pong.h"
#include "tools/measure/report.h"

namespace topomorph::measure {

namespace {

struct Options {
  std::string output, save, topology, said;
  bool json = false, pairs = false, about = false, hello = false, gathers = false;
};

std::vector<std::string> names_of(const topology::JobTopology& job, const std::vector<ProcessLocation>& processes) {
  const std::vector<Slot>& begin = job.tree.level(job.host_level).begin;
  std::vector<std::string> names;
  for (std::size_t host = 0; host + 1 < begin.size(); ++host)
    names.push_back(processes[job.process_of_slot[begin[host]]].host);
  return names;
}

/// A description of the network to compare with: the user's, else Slurm's.
struct Declared {
  std::optional<topology::DeclaredGroups> groups;
  std::vector<std::string> notes;
};

Declared declared_groups(const Options& options, const std::vector<ProcessLocation>& processes,
                         const std::vector<std::string>& hosts) {
  Declared declared;
  if (!options.topology.empty()) {
    const GivenTopology given = topology::read_topology(options.topology);
    if (hosts.size() > 1) declared.groups = topology::declared_groups(given, hosts, options.topology, declared.notes);
  } else if (const auto slurm = topology::network_of_addresses(processes)) {
    declared.groups = topology::declared_groups(*slurm, hosts, "SLURM_TOPOLOGY_ADDR", declared.notes);
  }
  return declared;
}

std::vector<Finding> measure_inside(const topology::JobTopology& job) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const auto me = static_cast<std::uint64_t>(rank);
  std::vector<Finding> findings;
  for (const Round& round :
       inside_hosts(job)) {  // all processes know all locations, so the rounds are the same everywhere
    wait_for_all(MPI_COMM_WORLD);
    for (const Pair& pair : round) {
      if (pair.first != me && pair.second != me) continue;
      const bool starts = pair.first == me;
      const evaluation::LinkCost cost =
          ping_pong(MPI_COMM_WORLD, static_cast<int>(starts ? pair.second : pair.first), starts);
      if (starts) findings.push_back({pair, cost.latency, cost.bandwidth});
    }
  }
  wait_for_all(MPI_COMM_WORLD);
  return gather(MPI_COMM_WORLD, findings);
}

void compare(Report& report, const Declared& declared) {
  if (!declared.groups || !report.network) return;
  report.declared_by = declared.groups->source;
  report.contradictions = declared.notes;
  for (std::string& line : topology::contradictions(report.network->hosts, report.network->groups, *declared.groups))
    report.contradictions.push_back(std::move(line));
}

void say(std::string_view line) { std::fprintf(stderr, "topomorph: %s\n", for_terminal(line).c_str()); }

void tell(const Report& report, const Options& options) {
  constexpr std::size_t kMostLines = 8;
  const std::string text =
      for_terminal(options.json ? as_json(report) : as_text(report, options.pairs), Newlines::Kept);
  std::fwrite(text.data(), 1, text.size(), stdout);
  if (report.network) {
    for (const std::string& note : report.network->notes) say(note);
  }
  const std::size_t lines = std::min(report.contradictions.size(), kMostLines);
  for (std::size_t i = 0; i < lines; ++i) say("contradiction: " + report.contradictions[i]);
  if (lines < report.contradictions.size())
    say(fmt::format("and {} more (--json has all)", report.contradictions.size() - lines));
  const std::string what = fmt::format("measured between {} processes: {}", report.processes, report.topology);
  if (!options.output.empty()) evaluation::write_level_costs(level_costs(report), what, options.output);
  if (!options.save.empty()) topology::write_measured(report.network->network, what, options.save);
}

void run_measurement(const Options& options) {
  int rank = 0, processes = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  if (processes < 2)
    throw InputError("found a job of one process, expected mpirun with a process on every core of interest");
  const std::vector<ProcessLocation> places = locations(MPI_COMM_WORLD);
  const topology::JobTopology job = topology::build_job_topology(places);
  const std::vector<std::string> hosts = names_of(job, places);
  if (hosts.size() < 2 && !options.save.empty())
    throw InputError("--save: found a job on one host, expected several: there is no network to save");
  Declared declared;
  // before the time is spent: the description may be unreadable
  on_first(MPI_COMM_WORLD, [&] { declared = declared_groups(options, places, hosts); });
  const std::vector<Finding> inside = measure_inside(job);
  std::optional<NetworkFindings> network;
  if (hosts.size() > 1) network = measure_network(job, hosts);
  if (rank != 0) return;
  Report report = make_report(job, inside, std::move(network));
  compare(report, declared);
  tell(report, options);
}

int run(int argc, char** argv) {
  Options options;
  CLI::App app("Started by topomorph topology --measure, under mpirun.");
  app.set_version_flag("--version", "topomorph-links " TOPOMORPH_VERSION);
  app.add_option("-o,--output", options.output, "write level costs to this file");
  app.add_option("--save", options.save, "write the tree of hosts to this file, for measured:FILE");
  app.add_option("--topology", options.topology, "the expected network");
  app.add_flag("--pairs", options.pairs, "print every pair of hosts");
  app.add_flag("--json", options.json, "print as JSON");
  app.add_flag("--about", options.about, "print which MPI library this is, for topomorph doctor");
  app.add_flag("--hello", options.hello, "check only whether the ranks find each other, for topomorph doctor");
  const auto* gather =
      app.add_option("--gather", options.said, "gather and print this text of each rank, for topomorph doctor");
  CLI11_PARSE(app, argc, argv);
  options.gathers = gather->count() > 0;
  if (options.about) {
    print_library();
    return 0;
  }
  MPI_Init(nullptr, nullptr);
  try {
    options.hello ? print_cpus() : options.gathers ? print_texts(options.said) : run_measurement(options);
  } catch (const std::exception& error) {  // the same on all processes, or of rank 0 after everything else
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) say(error.what());
    MPI_Finalize();
    return 2;
  }
  MPI_Finalize();
  return 0;
}

}  // namespace

}  // namespace topomorph::measure

int main(int argc, char** argv) {
  topomorph::refuse_more_rights_than_the_user_has();
  topomorph::let_too_large_writes_fail();
  return topomorph::measure::run(argc, argv);
}
