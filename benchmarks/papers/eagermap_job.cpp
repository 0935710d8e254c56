// topomorph-eagermap-job: the ranks of an MPI job compute EagerMap's mapping together, beside one process alone.
#include <algorithm>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include <mpi.h>
#include <nlohmann/json.hpp>

#include "benchmarks/mapping/command.h"
#include "core/formats/affinity_file.h"
#include "core/mapping/baselines/eagermap.h"
#include "core/mapping/baselines/eagermap_together.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/starts/grouping.h"
#include "core/topology/spec.h"

namespace topomorph::benchmarks {

namespace {

using mapping::GroupEdge;
using mapping::NextMember;
using mapping::Vertex;

constexpr mapping::EdgeWeight kLargestSum = mapping::EdgeWeight{1} << 62;

struct Options {
  std::string affinity, topology;
  int repeats = 3;
};

/// This process and the number of all.
struct Job {
  int rank = 0, ranks = 1;

  mapping::ElementRange share(std::size_t roles) const {
    const auto at = [&](int rank_of) {
      return static_cast<Vertex>(roles * static_cast<std::size_t>(rank_of) / static_cast<std::size_t>(ranks));
    };
    return {at(rank), at(rank + 1)};
  }
};

/// A next member as MPI_MAXLOC compares it: the largest volume, on a tie the lowest element.
struct VolumeAndElement {
  long volume = -1;
  int element = std::numeric_limits<int>::max();
};

NextMember best_of_all(const NextMember& mine) {
  VolumeAndElement own, winner;
  if (mine.element != mapping::kNoVertex) own = {mine.volume, static_cast<int>(mine.element)};
  MPI_Allreduce(&own, &winner, 1, MPI_LONG_INT, MPI_MAXLOC, MPI_COMM_WORLD);
  if (winner.volume < 0) return {};
  return {winner.volume, static_cast<Vertex>(winner.element)};
}

std::vector<GroupEdge> edges_of_all(const std::vector<GroupEdge>& mine, int ranks) {
  const auto all_ranks = static_cast<std::size_t>(ranks);
  const int bytes = static_cast<int>(mine.size() * sizeof(GroupEdge));
  std::vector<int> counts(all_ranks), begins(all_ranks + 1);
  MPI_Allgather(&bytes, 1, MPI_INT, counts.data(), 1, MPI_INT, MPI_COMM_WORLD);
  for (std::size_t rank = 0; rank < all_ranks; ++rank) begins[rank + 1] = begins[rank] + counts[rank];
  std::vector<GroupEdge> all(static_cast<std::size_t>(begins.back()) / sizeof(GroupEdge));
  MPI_Allgatherv(mine.data(), bytes, MPI_BYTE, all.data(), counts.data(), begins.data(), MPI_BYTE, MPI_COMM_WORLD);
  return all;
}

/// Returns the least seconds of `repeats` runs, which all processes begin together.
template <typename Work>
double seconds_of(int repeats, const Work& work) {
  double least = std::numeric_limits<double>::max();
  for (int repeat = 0; repeat < repeats; ++repeat) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    work();
    least = std::min(least, MPI_Wtime() - start);
  }
  return least;
}

/// Does the same as map_by_eagermap_together() in one process.
Mapping map_alone(const mapping::Graph& whole, const TreeTopology& tree, bool scan) {
  const std::size_t roles = whole.vertices();
  mapping::ElementGroups groups;
  if (scan) {
    Workers one(1);
    mapping::NextMemberScan winners(whole, one);
    groups = mapping::even_groups(winners, roles, tree.slots());
  } else {
    groups = mapping::eager_groups(whole, tree.slots());
  }
  mapping::Graph of_groups = mapping::contracted(whole, groups);
  return mapping::eager_mapping_above(std::move(groups), std::move(of_groups), roles, tree);
}

/// Times one way to choose members, all together and rank 0 alone; the report is rank 0's. Returns whether this process
/// found `expected`.
bool compare(bool scan, const Options& options, const Job& job, const mapping::Graph& whole, const TreeTopology& tree,
             const Mapping& expected, nlohmann::ordered_json& report) {
  const mapping::ElementRange own = job.share(whole.vertices());
  const mapping::Graph toward_own = mapping::edges_toward(whole, own);
  const mapping::Partners partners{own, best_of_all,
                                   [&](const std::vector<GroupEdge>& mine) { return edges_of_all(mine, job.ranks); }};
  Mapping together, alone;
  const double all = seconds_of(
      options.repeats, [&] { together = mapping::map_by_eagermap_together(toward_own, tree, partners, scan); });
  const double one = seconds_of(options.repeats, [&] {
    if (job.rank == 0) alone = map_alone(whole, tree, scan);
  });
  report[scan ? "scan" : "heap"] = {{"together", all}, {"alone", one}};
  return together == expected && (job.rank != 0 || alone == expected);
}

/// Returns the seconds of one reduction, as each step has one.
double seconds_of_reduction() {
  constexpr int kTimes = 1000;
  const double all = seconds_of(3, [] {
    for (int i = 0; i < kTimes; ++i) best_of_all({i, 0});
  });
  return all / kTimes;
}

void run(const CLI::App&, const Options& options) {
  Job job;
  MPI_Comm_rank(MPI_COMM_WORLD, &job.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &job.ranks);
  const auto topology = topology::parse_topology(options.topology);
  const TreeTopology* tree = as_tree(*topology);
  if (tree == nullptr || !mapping::is_regular(mapping::SlotTree(*tree))) {
    throw InputError("found " + options.topology + ", expected a regular tree");
  }
  const Affinity affinity = formats::read_affinity(options.affinity);
  mapping::MapOptions eagermap;
  eagermap.algorithm = "eagermap";
  const Mapping expected = mapping::map(affinity, *tree, eagermap).mapping;
  const mapping::Graph whole = mapping::scaled_graph(affinity, Weight::Bytes, affinity.roles(), kLargestSum);
  nlohmann::ordered_json report = {{"roles", affinity.roles()}, {"ranks", job.ranks}};
  bool found = true;
  for (const bool scan : {false, true}) found &= compare(scan, options, job, whole, *tree, expected, report);
  int same = found ? 1 : 0;
  report["reduction"] = seconds_of_reduction();
  MPI_Allreduce(MPI_IN_PLACE, &same, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  report["same"] = same == 1;
  if (job.rank == 0) std::puts(report.dump().c_str());
  if (same == 0) throw InputError("the mapping of all ranks together differs from that of one");
}

void declare(CLI::App& app, Options& options) {
  app.add_option("--affinity", options.affinity, "the affinity")->required();
  app.add_option("--topology", options.topology, "a regular tree")->required();
  app.add_option("--repeats", options.repeats, "runs, of which the fastest counts")->check(CLI::PositiveNumber);
}

}  // namespace

}  // namespace topomorph::benchmarks

int main(int argc, char** argv) {
  using namespace topomorph::benchmarks;
  MPI_Init(&argc, &argv);
  const int status = run_command<Options>(
      argc, argv, "topomorph-eagermap-job",
      "EagerMap by all ranks together: mpirun -n 2 topomorph-eagermap-job --affinity A --topology tree:4:8", declare,
      run);
  MPI_Finalize();
  return status;
}
