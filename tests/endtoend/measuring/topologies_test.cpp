// Virtual topologies whose ranks move, on a cluster: what topomorph auto measures, and what topomorph run predicts.
#include "tests/endtoend/measuring/auto_jobs.h"

namespace topomorph::endtoend {
namespace {

using Strings = std::vector<std::string>;

class AutoWithTopologies : public Auto {
 protected:
  AutoWithTopologies() { options_ += "--reorder-topologies "; }

  /// Replaces the time in MPI of the known runs whose files have this line.
  void set_seconds(const std::string& line, const std::string& seconds) const {
    ASSERT_EQ(run("grep -lx '" + line + "' store/*/*.run | xargs sed -i -e s/^seconds=.*/seconds=" + seconds +
                      "/ -e s/^elapsed=.*/elapsed=" + seconds + "/",
                  workspace_)
                  .status,
              0);
  }
  /// Adds copies of the run that moved ranks, as if it had been run again directly after.
  void repeat_the_moved_run(int times) const {
    const std::string copies = "for i in $(seq " + std::to_string(times) + "); do cp $f ${f%Z-*}Z-ffff000$i.run; done";
    ASSERT_EQ(run("f=$(grep -lx topologies=moved store/*/*.run); " + copies, workspace_).status, 0);
  }
  Strings all_of(const std::string& key) const {
    Strings values;
    const nlohmann::json program = history().at(0);
    for (const auto& each : program["runs"]) values.push_back(each[key]);
    return values;
  }
  nlohmann::json situation() const { return history().at(0)["situations"].at(0); }

  /// Whether ranks moved in the job's grid.
  static bool moved(const Outcome& outcome) {
    return !lines_like(outcome.err, "^topomorph: Cart_create 4x4 .*, reordered in").empty();
  }
  static bool reordered(const Outcome& outcome) { return !lines_like(outcome.err, kReordered).empty(); }

  const std::string rows_of_grid_ = grid_exchange() + " 0 65536 3";  ///< talks along one dimension alone
  const std::string grid_ = grid_exchange() + " 65536 65536 3";
};

TEST_F(AutoWithTopologies, AreTriedByThemselvesAndDroppedIfSlower) {
  EXPECT_FALSE(moved(job(rows_of_grid_))) << "what is measured is the program's own pattern";
  set_seconds("order=launcher", "100");
  const Outcome second = job(rows_of_grid_);
  EXPECT_TRUE(reordered(second) && !moved(second)) << second.err;
  const Outcome third = job(rows_of_grid_);
  EXPECT_TRUE(reordered(third) && moved(third)) << third.err;
  EXPECT_EQ(lines_like(third.err, "not predicted: the orders of virtual topologies").size(), 1u) << third.err;
  set_seconds("topologies=moved", "50");
  const Outcome fourth = job(rows_of_grid_);
  EXPECT_TRUE(reordered(fourth) && !moved(fourth)) << fourth.err;

  EXPECT_EQ(orders(), (Strings{"launcher", "reordered", "reordered", "reordered"}));
  EXPECT_EQ(all_of("topologies"), (Strings{"refused", "refused", "moved", "refused"}));
  const Strings generations = all_of("generation"), runs = all_of("run");
  EXPECT_EQ(generations, Strings(4, runs.front())) << "ranks that move are no new pattern";
  quieten_known_runs();
  const nlohmann::json orders = situation()["orders"];
  EXPECT_EQ(orders["hop-bytes"]["runs"], 2);
  EXPECT_EQ(orders["hop-bytes + Cart_create 4x4"]["median_seconds"].get<double>() > 49, true) << orders.dump();
  const Outcome text = run(topomorph() + " history --store store", workspace_);
  EXPECT_EQ(lines_like(text.out, ", hop-bytes \\+ Cart_create 4x4 .* s \\(1 run\\)").size(), 1u) << text.out;
}

TEST_F(AutoWithTopologies, AreTriedInTheLaunchersOrderIfThatIsTheBest) {
  job(grid_, "--map-by slot");
  set_seconds("order=launcher", "100");
  const Outcome second = job(grid_, "--map-by slot");
  EXPECT_TRUE(reordered(second) && !moved(second)) << second.err;
  set_seconds("order=reordered", "900");
  const Outcome third = job(grid_, "--map-by slot");
  EXPECT_TRUE(!reordered(third) && moved(third)) << third.err;
  EXPECT_EQ(lines_like(third.err, "tries other orders of virtual topologies: order of MPI_COMM_WORLD kept$").size(), 1u)
      << third.err;
  set_seconds("topologies=moved", "800");
  const Outcome fourth = job(grid_, "--map-by slot");
  EXPECT_TRUE(!reordered(fourth) && !moved(fourth)) << fourth.err;
  EXPECT_EQ(lines_like(fourth.err, "the new order was slower: .* against 100 s").size(), 1u) << fourth.err;
  quieten_known_runs();
  EXPECT_EQ(situation()["launcher"]["runs"], 2) << "a run that moves ranks is not one in the launcher's order";
  EXPECT_EQ(situation()["orders"]["launcher + Cart_create 4x4"]["runs"], 1);
}

TEST_F(AutoWithTopologies, AreUsedIfFasterAndThePatternIsCheckedNowAndThen) {
  job(grid_, "--map-by slot");
  set_seconds("order=launcher", "100");
  job(grid_, "--map-by slot");
  set_seconds("order=reordered", "900");
  EXPECT_TRUE(moved(job(grid_, "--map-by slot")));
  set_seconds("topologies=moved", "50");
  const Outcome fourth = job(grid_, "--map-by slot");
  EXPECT_TRUE(moved(fourth)) << fourth.err;
  EXPECT_EQ(lines_like(fourth.err, "^topomorph: virtual topologies get other orders: order of").size(), 1u);
  ASSERT_EQ(run("rm $(grep -lx topologies=moved store/*/*.run | tail -1)", workspace_).status, 0);
  repeat_the_moved_run(7);
  const Outcome pairs = job("env GRID_EXCHANGE=pairs " + grid_, "--map-by slot");
  EXPECT_FALSE(moved(pairs)) << pairs.err;
  EXPECT_EQ(lines_like(pairs.err, "this run is to compare the pattern with the profile's: order kept$").size(), 1u)
      << pairs.err;
  EXPECT_EQ(lines_like(pairs.err, "the pattern has changed").size(), 1u) << pairs.err;
}

TEST_F(AutoWithTopologies, KeepTheirOrderInAFirstRunByTheProfileOfOtherRanks) {
  run(command(rows_of_grid_, "--map-by node", 9), workspace_);
  const Outcome first = job(rows_of_grid_);
  EXPECT_EQ(lines_like(first.err, "profile of 9 ranks continued to 16").size(), 1u) << first.err;
  EXPECT_FALSE(moved(first)) << "its pattern becomes the profile: " << first.err;
}

TEST_F(AutoWithTopologies, KeepTheOrderThatTopomorphRunHasPredicted) {
  const std::string begin = cluster_.job(16, "--map-by node") + topomorph();
  run(begin + " profile --no-trace -o a.tmprof " + rows_of_grid_, workspace_);
  const std::string asked = begin + " run -p a.tmprof --reorder-topologies ";
  const Outcome predicted = run(asked + rows_of_grid_, workspace_);
  EXPECT_TRUE(reordered(predicted) && !moved(predicted)) << predicted.err;
  const Outcome kept = run(asked + "--min-gain 100 " + rows_of_grid_, workspace_);
  EXPECT_TRUE(!reordered(kept) && moved(kept)) << "nothing is predicted of the launcher's order: " << kept.err;
}

}  // namespace
}  // namespace topomorph::endtoend
