// topomorph-scale: maps and replays a generated program on a simulated machine in several orders, and prints JSON.
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include "benchmarks/mapping/command.h"
#include "benchmarks/scale/machine.h"
#include "benchmarks/scale/measures.h"
#include "benchmarks/scale/orders.h"
#include "benchmarks/scale/program.h"
#include "benchmarks/scale/simgrid.h"
#include "core/base/error.h"
#include "core/replay/affinity.h"
#include "core/replay/replay.h"

namespace topomorph::scale {

namespace {

using Json = nlohmann::json;

struct Options {
  std::string program = "cg", machine = "fat2-1:1", simgrid;
  std::uint32_t ranks = 64;
  std::vector<double> rates = {10, 100};
  std::vector<std::string> orders;
  std::uint64_t seeds = 3;
  double time_limit = 60;
  std::optional<double> tolerance;
};

/// Measures wall time, and the processor time of the whole program.
class Stopwatch {
 public:
  double seconds() const { return since(CLOCK_MONOTONIC, wall_); }
  double processor_seconds() const { return since(CLOCK_PROCESS_CPUTIME_ID, processor_); }

 private:
  static timespec now(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return time;
  }
  static double since(clockid_t clock, const timespec& begin) {
    const timespec end = now(clock);
    return static_cast<double>(end.tv_sec - begin.tv_sec) + 1e-9 * static_cast<double>(end.tv_nsec - begin.tv_nsec);
  }

  timespec wall_ = now(CLOCK_MONOTONIC), processor_ = now(CLOCK_PROCESS_CPUTIME_ID);
};

/// Returns the mean of the processes' times in messages, and waiting for them: the time in MPI.
double mean_in_mpi(const replay::Result& result) {
  double sum = 0;
  for (const replay::ProcessTimes& times : result.processes) sum += times.messages + times.waiting;
  return sum / static_cast<double>(result.processes.size());
}

Json replays(const trace::Trace& trace, const Machine& machine, const Mapping& mapping, const Options& options) {
  Json all = Json::object();
  for (const double rate : options.rates) {
    replay::Options how;
    how.sharing_tolerance = options.tolerance;
    const Stopwatch watch;
    const auto result = replay::replay(trace, platform_of(machine, costs_at(rate)), mapping, how);
    all[std::to_string(static_cast<int>(rate))] = {{"seconds", result->seconds},
                                                   {"messages", result->messages},
                                                   {"replay_seconds", watch.seconds()},
                                                   {"replay_cpu", watch.processor_seconds()},
                                                   {"mpi", mean_in_mpi(*result)}};
  }
  return all;
}

Json measures_as_json(const Measures& measures) {
  return {{"hop_bytes", measures.hop_bytes},   {"sum_com", measures.sum_com},   {"link", measures.most_bytes},
          {"congestion", measures.congestion}, {"messages", measures.messages}, {"bytes", measures.bytes}};
}

class Comparison {
 public:
  explicit Comparison(const Options& options)
      : options_(options),
        trace_(make_program(options.program, options.ranks)),
        machine_(make_machine(options.machine, options.ranks)),
        affinity_(replay::affinity_of(trace_)) {}

  Json run() {
    if (!options_.simgrid.empty()) write_simgrid_files();
    for (const std::string& order : options_.orders) check_order(order);
    Json orders = Json::array();
    for (const std::string& order : options_.orders) {
      for (std::uint64_t seed = 1; seed <= (order == "random" ? options_.seeds : 1); ++seed) {
        orders.push_back(one(order, seed));
      }
    }
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return {{"program", options_.program},        {"ranks", options_.ranks},
            {"machine", options_.machine},        {"description", machine_.description},
            {"megabytes", used.ru_maxrss / 1024}, {"orders", orders}};
  }

 private:
  Json one(const std::string& order, std::uint64_t seed) {
    const Stopwatch watch;
    Mapping mapping;
    try {
      mapping = order_of(order, affinity_, machine_, seed, options_.time_limit);
    } catch (const InputError& error) {  // Scotch takes no parts of large networks
      return {{"order", order}, {"refused", error.what()}};
    }
    const double seconds = watch.seconds();
    if (!options_.simgrid.empty()) {
      write_simgrid_hosts(mapping, options_.simgrid + "/" + order + std::to_string(seed) + ".hosts");
    }
    return {{"order", order},
            {"seed", seed},
            {"mapping_seconds", seconds},
            {"measures", measures_as_json(measures_of(affinity_, machine_, mapping))},
            {"replays", replays(trace_, machine_, mapping, options_)}};
  }

  void write_simgrid_files() {
    write_simgrid_trace(trace_, options_.simgrid);
    for (const double rate : options_.rates) {
      const std::string name = options_.simgrid + "/" + std::to_string(static_cast<int>(rate)) + ".xml";
      write_simgrid_platform(machine_, costs_at(rate), name);
    }
  }

  const Options& options_;
  trace::Trace trace_;
  Machine machine_;
  Affinity affinity_;
};

void declare(CLI::App& app, Options& options) {
  for (const std::string_view name : order_names()) options.orders.emplace_back(name);
  app.add_option("--program", options.program, "a generated program")->capture_default_str();
  app.add_option("--machine", options.machine, "a simulated machine")->capture_default_str();
  app.add_option("--ranks", options.ranks, "64, 256, 1024 or 4096")->capture_default_str();
  app.add_option("--rate", options.rates, "Gbit/s of a link: 10, 100")->capture_default_str();
  app.add_option("--order", options.orders, "orders to compare; default: all");
  app.add_option("--seeds", options.seeds, "random orders")->capture_default_str();
  app.add_option("--time-limit", options.time_limit, "seconds for one mapping")->capture_default_str();
  app.add_option("--tolerance", options.tolerance, "of the shares of links")->capture_default_str();
  app.add_option("--simgrid", options.simgrid, "folder for trace, platforms and lists of hosts for SimGrid");
}

}  // namespace

}  // namespace topomorph::scale

int main(int argc, char** argv) {
  using topomorph::scale::Comparison, topomorph::scale::Options;
  const auto run = [](const CLI::App&, const Options& options) {
    std::puts(Comparison(options).run().dump(1).c_str());
  };
  return topomorph::benchmarks::run_command<Options>(
      argc, argv, "topomorph-scale", "Replays a generated program in several orders.", topomorph::scale::declare, run);
}
