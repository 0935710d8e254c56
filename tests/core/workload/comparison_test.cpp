// Allocators and mapping algorithms on the same workload.
#include "core/workload/comparison.h"

#include <limits>

#include "core/allocation/allocate.h"
#include "core/mapping/portfolio/map.h"
#include "core/topology/spec.h"
#include "core/workload/lublin_feitelson.h"
#include "tests/core/testing.h"

namespace topomorph::workload {
namespace {

/// A generated workload on a machine of hosts with 4 slots.
struct Scene {
  explicit Scene(const std::string& topology, std::uint64_t jobs) : network(topology::parse_topology(topology)) {
    ApplicationOptions options;
    options.patterns = {"stencil2d", "mesh3d"};
    options.slots_per_host = 4;
    options.hosts = network->slots();
    applications = std::make_unique<Applications>(options);
    const Workload workload = generate_workload({.jobs = jobs, .processors = 4 * network->slots(), .load = 0.8});
    selection = select_jobs(workload, *applications, 4, network->slots(), std::numeric_limits<double>::infinity());
  }

  std::shared_ptr<const Topology> network;
  std::unique_ptr<Applications> applications;
  JobSelection selection;
};

ComparisonOptions with(std::vector<std::string> allocators, std::vector<std::string> algorithms) {
  ComparisonOptions options;
  options.allocators = std::move(allocators);
  options.algorithms = std::move(algorithms);
  return options;
}

TEST(Compare, EveryPairOnAnyNetwork) {
  for (const char* topology : {"torus:4x4x2", "mesh:6x5", "tree:6:5", "dragonfly:5x4x2"}) {
    Scene scene(topology, 60);
    const std::vector<Simulated> all = compare(scene.selection.jobs, *scene.applications, scene.network,
                                               with({"best-fit", "mc1x1", "pacmap"}, {"pacmap", "rcm", "rgrb"}));
    ASSERT_EQ(all.size(), 9U);
    EXPECT_EQ(all[0].algorithm, "pacmap");
    EXPECT_EQ(all[1].allocator, "mc1x1");
    EXPECT_EQ(all[3].algorithm, "rcm");
    for (const Simulated& one : all) {
      ASSERT_EQ(one.results.size(), scene.selection.jobs.size());
      EXPECT_GT(one.totals.hop_bytes, 0) << topology;
      EXPECT_LE(one.totals.utilisation, 1) << topology;
      EXPECT_EQ(one.totals.on_several_hosts, all[0].totals.on_several_hosts);
      for (std::size_t i = 0; i < one.results.size(); ++i) {
        EXPECT_EQ(one.results[i].hop_bytes > 0, scene.selection.jobs[i].hosts > 1);
        EXPECT_GE(one.results[i].end - one.results[i].start, scene.selection.jobs[i].base);
      }
    }
  }
}

TEST(Compare, SameResultWhateverTheThreads) {
  const auto ends = [](unsigned threads) {
    Scene scene("torus:4x4x2", 80);
    ComparisonOptions options = with({"best-fit", "pacmap"}, {"pacmap", "random"});
    options.threads = threads;
    double last_share = 0;
    options.progress = [&](double share) { last_share = std::max(last_share, share); };
    std::vector<double> result;
    for (const Simulated& one : compare(scene.selection.jobs, *scene.applications, scene.network, options)) {
      for (const JobResult& job : one.results) result.push_back(job.end);
    }
    EXPECT_EQ(last_share, 1);
    return result;
  };
  EXPECT_EQ(ends(1), ends(3));
}

TEST(Compare, AJobAloneIsPutWhereAllocatePutsIt) {
  Scene scene("torus:4x4x4", 1);
  const std::size_t application = scene.applications->index_for(32, 7);
  const std::vector<JobRequest> jobs{{7, 0, 100, 100, 8, application}};
  std::vector<Slot> all(64);
  for (Slot host = 0; host < 64; ++host) all[host] = host;
  ComparisonOptions fast = with({"pacmap", "search"}, {"rcm"});
  fast.preset = mapping::Preset::Fast;
  for (const Simulated& one : compare(jobs, *scene.applications, scene.network, fast)) {
    const Application& prepared = scene.applications->at(application);
    allocation::AllocationOptions options;
    options.allocator = one.allocator;
    options.map.algorithm = "rcm";
    options.map.preset = mapping::Preset::Fast;
    const allocation::Allocation found = allocation::allocate(prepared.groups, scene.network, all, options);
    EXPECT_EQ(one.results[0].hop_bytes, static_cast<double>(found.hop_bytes) * prepared.bytes_of_unit);
  }
}

TEST(Compare, RefusesNamesBeforeAnyWork) {
  const auto torus = topology::parse_topology("torus:4x4");
  EXPECT_NO_THROW(check_names(with({"best-fit", "auto"}, {"auto", "rgeob"}), torus));
  EXPECT_INPUT_ERROR(check_names(with({"worst-fit"}, {"pacmap"}), torus), "unknown allocator \"worst-fit\"");
  EXPECT_INPUT_ERROR(check_names(with({"best-fit"}, {"nothing"}), torus), "unknown mapping algorithm");
  EXPECT_INPUT_ERROR(check_names(with({"best-fit"}, {"multisection"}), torus), "needs a tree");
}

TEST(Compare, SaysWhichJobAnAlgorithmRefuses) {
  Scene scene("torus:4x4", 1);
  const std::vector<JobRequest> jobs{{7, 0, 100, 100, 8, scene.applications->index_for(32, 7)}};
  EXPECT_INPUT_ERROR(compare(jobs, *scene.applications, scene.network, with({"best-fit"}, {"multisection"})),
                     "job 7 (");
}

}  // namespace
}  // namespace topomorph::workload
