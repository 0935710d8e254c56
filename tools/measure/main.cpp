// topomorph-links: times the links between the processes of a job, level by level.
#include <algorithm>
#include <cstdio>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <mpi.h>
#include <nlohmann/json.hpp>

#include "core/support/error.h"
#include "tools/measure/gathering.h"
#include "tools/measure/ping_pong.h"

namespace topomorph::measure {

namespace {

struct Options {
  std::string output;
  bool json = false;
};

/// What the pairs of one level found together.
struct Level {
  std::string name;
  std::size_t pairs = 0;
  LinkCost median, slowest;
};

double middle(std::vector<double> values) {
  const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), half, values.end());
  return *half;
}

std::vector<Level> by_level(const std::vector<Finding>& findings, const TreeTopology& tree) {
  std::vector<Level> levels;
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    std::vector<double> latencies, bandwidths;
    for (const Finding& finding : findings) {
      if (finding.pair.level != l) continue;
      latencies.push_back(finding.latency);
      bandwidths.push_back(finding.bandwidth);
    }
    if (latencies.empty()) continue;
    const std::string& name = tree.level(l).name;
    levels.push_back({name.empty() ? fmt::format("level{}", l) : name,
                      latencies.size(),
                      {middle(latencies), middle(bandwidths)},
                      {*std::max_element(latencies.begin(), latencies.end()),
                       *std::min_element(bandwidths.begin(), bandwidths.end())}});
  }
  return levels;
}

std::string as_text(const std::vector<Level>& levels, const JobTopology& job) {
  std::string text = fmt::format("{} processes: {}\n{:<12} {:>6} {:>12} {:>16} {:>22} {:>20}\n",
                                 job.slot_of_process.size(), job.tree.describe(), "level", "pairs", "latency us",
                                 "bandwidth MB/s", "slowest: latency us", "bandwidth MB/s");
  for (const Level& level : levels) {
    text += fmt::format("{:<12} {:>6} {:>12.2f} {:>16.2f} {:>22.2f} {:>20.2f}\n", level.name, level.pairs,
                        level.median.latency * 1e6, level.median.bandwidth / 1e6, level.slowest.latency * 1e6,
                        level.slowest.bandwidth / 1e6);
  }
  return text;
}

std::string as_json(const std::vector<Level>& levels, const JobTopology& job) {
  nlohmann::ordered_json json = {{"processes", job.slot_of_process.size()}, {"topology", job.tree.describe()}};
  json["levels"] = nlohmann::ordered_json::array();
  for (const Level& level : levels) {
    json["levels"].push_back({{"name", level.name},
                              {"pairs", level.pairs},
                              {"latency_us", level.median.latency * 1e6},
                              {"bandwidth_mb_s", level.median.bandwidth / 1e6},
                              {"slowest_latency_us", level.slowest.latency * 1e6},
                              {"slowest_bandwidth_mb_s", level.slowest.bandwidth / 1e6}});
  }
  return json.dump() + "\n";
}

void tell(const std::vector<Finding>& findings, const JobTopology& job, const Options& options) {
  const std::vector<Level> levels = by_level(findings, job.tree);
  const std::string text = options.json ? as_json(levels, job) : as_text(levels, job);
  std::fwrite(text.data(), 1, text.size(), stdout);
  if (options.output.empty()) return;
  LevelCosts costs;
  for (const Level& level : levels) costs.levels.push_back({level.name, level.median});
  write_level_costs(costs,
                    fmt::format("measured between {} processes: {}", job.slot_of_process.size(), job.tree.describe()),
                    options.output);
}

/// This process's part of the round.
void play(const Round& round, std::uint64_t rank, std::vector<Finding>& findings) {
  for (const Pair& pair : round) {
    if (pair.first != rank && pair.second != rank) continue;
    const bool starts = pair.first == rank;
    const LinkCost cost = ping_pong(MPI_COMM_WORLD, static_cast<int>(starts ? pair.second : pair.first), starts);
    if (starts) findings.push_back({pair, cost.latency, cost.bandwidth});
  }
}

void measure(const Options& options) {
  int rank = 0, processes = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  if (processes < 2)
    throw InputError("found a job of one process, expected mpirun with one on every core that is of interest");
  const JobTopology job = build_job_topology(locations(MPI_COMM_WORLD));
  std::vector<Finding> findings;
  for (const Round& round : schedule_of(job)) {  // the same everywhere: all know all places
    wait_for_all(MPI_COMM_WORLD);
    play(round, static_cast<std::uint64_t>(rank), findings);
  }
  wait_for_all(MPI_COMM_WORLD);
  findings = gather(MPI_COMM_WORLD, findings);
  if (rank == 0) tell(findings, job, options);
}

int run(int argc, char** argv) {
  Options options;
  CLI::App app("Started by topomorph topology --measure, under mpirun.");
  app.add_option("-o,--output", options.output, "level costs are written there");
  app.add_flag("--json", options.json, "print as JSON");
  CLI11_PARSE(app, argc, argv);
  MPI_Init(nullptr, nullptr);
  try {
    measure(options);
  } catch (const std::exception& error) {  // the same on all, or of rank 0 after all else is done
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) std::fprintf(stderr, "topomorph: %s\n", error.what());
    MPI_Finalize();
    return 2;
  }
  MPI_Finalize();
  return 0;
}

}  // namespace

}  // namespace topomorph::measure

int main(int argc, char** argv) { return topomorph::measure::run(argc, argv); }
