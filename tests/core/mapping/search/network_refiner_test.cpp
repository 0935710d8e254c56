// Rounds of annealing: more of them change nothing about the first ones.
#include "core/mapping/search/network_refiner.h"

#include "core/mapping/portfolio/map.h"
#include "core/mapping/search/candidate.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

class AnnealingRounds : public ::testing::Test {
 protected:
  /// Returns the least cost after this many rounds from the identity.
  EdgeWeight cost_after(std::size_t rounds) {
    plan_.rounds = rounds;
    Pool pool;
    pool.candidates.push_back(candidate_of(instance_, instance_.identity()));
    anneal_best({instance_, plan_, workers_}, pool);
    return pool.best().cost;
  }

  std::shared_ptr<const Topology> topology_ = topology::parse_topology("torus:7x7x7");
  Affinity affinity_ = testing::random_affinity(300, 900, 3);
  MapOptions options_;
  Workers workers_{1};
  Problem problem_{affinity_, *topology_, nullptr, options_, Deadline(std::nullopt), workers_, map};
  Instance instance_ = Instance::on_network(problem_);
  SearchPlan plan_ = [] {
    SearchPlan plan;
    plan.annealings = 2;
    plan.work = 50'000;
    return plan;
  }();
};

TEST_F(AnnealingRounds, NeverMakeTheResultWorse) {
  EdgeWeight before = cost_after(1);
  EXPECT_LT(before, instance_.cost_of(instance_.identity()));
  const EdgeWeight first = before;
  for (const std::size_t rounds : {2, 3, 5}) {
    const EdgeWeight after = cost_after(rounds);
    EXPECT_LE(after, before) << rounds;
    before = after;
  }
  EXPECT_LT(before, first);  // five rounds do 31 times the work of one
}

TEST_F(AnnealingRounds, EndAfterSomeWithoutGain) {
  plan_.rounds_without_gain = 0;
  EXPECT_EQ(cost_after(5), instance_.cost_of(instance_.identity()));
  plan_.work = 1;
  plan_.rounds_without_gain = 1;
  EXPECT_LE(cost_after(60), instance_.cost_of(instance_.identity()));  // all sixty would take years
}

TEST(PlanOfPresetBest, EndsOnFewSlotsWhateverTheLimit) {
  MapOptions options;
  options.preset = Preset::Best;
  options.time_limit = 600;
  EXPECT_EQ(network_plan(options, {.roles = 17, .slots = 20, .edges = 60}).rounds_without_gain,
            kNetwork.rounds_without_gain);
  EXPECT_GT(network_plan(options, {.roles = 17, .slots = 2000, .edges = 60}).rounds_without_gain, 1000U);
}

TEST(PlanOfPresetBest, HasMoreRoundsOfTheSameWorkWithALongerLimit) {
  MapOptions options;
  options.preset = Preset::Best;
  const auto plan_within = [&](double seconds) {
    options.time_limit = seconds;
    return network_plan(options, {.roles = 1000, .slots = 1000, .edges = 4000});
  };
  const SearchPlan first = plan_within(0.1);
  EXPECT_GT(first.rounds, 0U);
  std::size_t rounds = first.rounds;
  for (const double seconds : {1.0, 10.0, 100.0}) {
    const SearchPlan plan = plan_within(seconds);
    EXPECT_GT(plan.rounds, rounds) << seconds;
    EXPECT_EQ(plan.annealings, first.annealings);
    EXPECT_EQ(plan.work, first.work);
    rounds = plan.rounds;
  }
}

}  // namespace
}  // namespace topomorph::mapping
