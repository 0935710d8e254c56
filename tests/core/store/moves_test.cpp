// When ranks of virtual topologies move, by invented runs.
#include "core/store/moves.h"

#include "tests/core/testing.h"

namespace topomorph::store {
namespace {

class MovesTest : public ::testing::Test {
 protected:
  void add(const std::string& model, Topologies topologies, std::size_t times = 1) {
    store::Run run;
    run.generation = "g", run.situation = "s", run.model = model, run.topologies = topologies;
    run.order = model.empty() ? Order::Launcher : Order::Reordered;
    if (topologies == Topologies::Moved) run.moved = "Cart_create 4x4";
    runs_.insert(runs_.end(), times, run);
  }
  Moves after(const std::string& order, const std::string& world, Reason reason = Reason::Fastest) const {
    return next_moves(runs_, "g", "s", {order, world, false, reason, ""});
  }

  std::vector<store::Run> runs_;
};

TEST_F(MovesTest, TheLastRunSaysWhetherThereIsAnythingToMove) {
  EXPECT_FALSE(has_topologies_to_move(runs_));
  for (const Topologies each : {Topologies::Refused, Topologies::Kept, Topologies::Moved}) {
    add("", each);
    EXPECT_TRUE(has_topologies_to_move(runs_));
  }
  add("", Topologies::None);
  EXPECT_FALSE(has_topologies_to_move(runs_)) << "nobody asks for it any more";
}

TEST_F(MovesTest, AreTriedOnceInTheBestOrder) {
  add("", Topologies::Refused);
  EXPECT_EQ(after(kLauncher, kLauncher), Moves::None) << "the second run tries an order of MPI_COMM_WORLD";
  add("hop-bytes", Topologies::Refused);
  EXPECT_EQ(after("hop-bytes", "hop-bytes"), Moves::Try);
  EXPECT_EQ(after(kLauncher, kLauncher, Reason::Slower), Moves::Try);
  add("hop-bytes", Topologies::Kept);
  EXPECT_EQ(after("hop-bytes", "hop-bytes"), Moves::None) << "no topology had a better order there";
  EXPECT_EQ(after(kLauncher, kLauncher, Reason::Slower), Moves::Try) << "the launcher's order is another";
  add("", Topologies::Moved);
  EXPECT_EQ(after(kLauncher, kLauncher, Reason::Nothing), Moves::None);
}

TEST_F(MovesTest, ARunThatComparesMovesNothing) {
  add("", Topologies::Refused, 4);
  EXPECT_EQ(after(kLauncher, kLauncher, Reason::Compare), Moves::None);
  EXPECT_EQ(after("hop-bytes", "hop-bytes", Reason::Compare), Moves::None);
}

TEST_F(MovesTest, OfAnotherPatternOrOnOtherHostsDoNotCount) {
  add("", Topologies::Moved);
  runs_.back().generation = "another";
  add("", Topologies::Moved);
  runs_.back().situation = "another";
  add("", Topologies::Refused, 2);
  EXPECT_EQ(after(kLauncher, kLauncher), Moves::Try);
}

TEST_F(MovesTest, AfterEightRunsWithThemOneShowsThePattern) {
  const std::string order = "hop-bytes + Cart_create 4x4";
  add("", Topologies::Refused), add("hop-bytes", Topologies::Moved, 7);
  EXPECT_EQ(after(order, "hop-bytes"), Moves::Use);
  add("hop-bytes", Topologies::Moved);
  EXPECT_EQ(after(order, "hop-bytes"), Moves::Checked);
  add("hop-bytes", Topologies::Refused);
  EXPECT_EQ(after(order, "hop-bytes"), Moves::Use);
}

}  // namespace
}  // namespace topomorph::store
