// Runs without a plan take the prediction of other runs of their program, and those alone.
#include "core/accounting/predictions.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/accounting/groups.h"

namespace topomorph::accounting {
namespace {

/// A job of an hour on one host, half of it in MPI.
JobRecord job_of(std::string_view program, double ranks, std::string_view order, std::optional<double> gain = {}) {
  JobRecord record;
  record.program = program;
  record.order = order;
  record.ranks = ranks;
  record.hosts = 1;
  record.seconds = 3600;
  record.mpi_seconds = 1800;
  record.stated_gain = gain;
  return record;
}

Groups sums_of(const std::vector<JobRecord>& records, std::string_view JobRecord::*by = &JobRecord::program) {
  Groups groups;
  for (const JobRecord& record : records) groups.add(record.*by, record);
  groups.settle();
  return groups;
}

TEST(Predictions, AProgramsFirstRunTakesThatOfLaterOnes) {
  const Totals all = sums_of({job_of("a", 8, "launcher"), job_of("a", 8, "reordered", 0.2)}).all();
  EXPECT_EQ(all.poor.jobs, 1U);
  EXPECT_DOUBLE_EQ(all.poor.node_hours, 1);
  EXPECT_DOUBLE_EQ(all.would_gain, 0.1);
  EXPECT_EQ(all.poor_by_others.jobs, 1U);
  EXPECT_EQ(all.unpredicted.jobs, 0U);
  EXPECT_EQ(all.unpredicted.node_hours, 0);
}

TEST(Predictions, TheOrderOfTheRecordsDoesNotCount) {
  const Totals all = sums_of({job_of("a", 8, "reordered", 0.2), job_of("a", 8, "launcher")}).all();
  EXPECT_DOUBLE_EQ(all.would_gain, 0.1);
}

TEST(Predictions, OfOtherProgramsOrRanksAreNotTaken) {
  const Totals all =
      sums_of({job_of("a", 8, "launcher"), job_of("a", 16, "reordered", 0.2), job_of("b", 8, "reordered", 0.2)}).all();
  EXPECT_EQ(all.poor.jobs, 0U);
  EXPECT_EQ(all.unpredicted.jobs, 1U);
  JobRecord nameless = job_of(kUnknownProgram, 8, "launcher"), countless = job_of("b", 8, "launcher");
  countless.ranks.reset();
  const Totals unknown =
      sums_of({nameless, job_of(kUnknownProgram, 8, "reordered", 0.2), countless, job_of("b", 8, "reordered", 0.2)})
          .all();
  EXPECT_EQ(unknown.unpredicted.jobs, 2U);
}

TEST(Predictions, TheMeanCountsAndWhatWasDroppedOrLosesIsZero) {
  const Totals mean = sums_of({job_of("a", 8, "launcher"), job_of("a", 8, "reordered", 0.4),
                               job_of("a", 8, "dropped", 0.4), job_of("a", 8, "launcher", -2)})
                          .all();
  EXPECT_DOUBLE_EQ(mean.would_gain, 0.5 * 0.4 / 3);
  const Totals none = sums_of({job_of("a", 8, "launcher"), job_of("a", 8, "dropped", 0.4)}).all();
  EXPECT_EQ(none.poor.jobs, 0U);
  EXPECT_EQ(none.unpredicted.jobs, 0U);
}

TEST(Predictions, ARunKeepsItsOwn) {
  const Totals all = sums_of({job_of("a", 8, "launcher", 0.0), job_of("a", 8, "reordered", 0.4)}).all();
  EXPECT_EQ(all.poor.jobs, 0U);
}

TEST(Predictions, AreThoseOfTheProgramWhoeverRanIt) {
  JobRecord first = job_of("a", 8, "launcher"), second = job_of("a", 8, "reordered", 0.2);
  first.user = "ann";
  second.user = "bob";
  const Groups groups = sums_of({first, second}, &JobRecord::user);
  const auto ranked = groups.ranked([](const Totals& totals) { return totals.poor.node_hours; }, 9);
  ASSERT_EQ(ranked.size(), 1U);
  EXPECT_EQ(ranked[0]->name, "ann");
}

TEST(Predictions, OfFewProgramsAreKeptAndNoSumBreaks) {
  Groups groups(10);
  for (int i = 0; i < 5000; ++i) {
    const std::string name = "p" + std::to_string(i * 7919 % 100);
    JobRecord record = job_of(name, 8, i % 3 == 0 ? "reordered" : "launcher");
    if (i % 3 == 0) record.stated_gain = 0.2;
    if (i % 10 == 0) record.program = "heavy", record.hosts = 100;
    groups.add(record.program, record);
  }
  groups.settle();
  EXPECT_TRUE(groups.has_given_up_predictions());
  Totals parts = groups.rest();
  for (const Group* group : groups.ranked([](const Totals& totals) { return totals.all.node_hours; }, 20)) {
    const Totals& one = group->totals;
    EXPECT_LE(one.poor.jobs + one.unpredicted.jobs + one.reordered.jobs, one.all.jobs);
    EXPECT_LE(one.poor.node_hours, one.all.node_hours);
    parts += one;
  }
  const Totals& all = groups.all();
  EXPECT_EQ(parts.poor.jobs, all.poor.jobs);
  EXPECT_EQ(parts.unpredicted.jobs, all.unpredicted.jobs);
  EXPECT_NEAR(parts.would_gain, all.would_gain, 1e-9 * all.would_gain);
  EXPECT_EQ(groups.ranked([](const Totals& totals) { return totals.would_gain; }, 1)[0]->name, "heavy");
}

TEST(Predictions, AnOwnerBeginsSoManyCasesAndNoMore) {
  Account eve;
  eve.standing = Standing::Owner;
  eve.most_names = 4;
  Groups groups(50);
  for (int i = 1; i < 5000; ++i) {
    JobRecord forged = job_of("forged", i, "reordered", 0.9);
    forged.hosts = 1000;
    forged.account = &eve;
    groups.add(forged.program, forged);
  }
  for (const JobRecord& record : {job_of("a", 8, "launcher"), job_of("a", 8, "reordered", 0.2)}) {
    groups.add(record.program, record);
  }
  groups.settle();
  EXPECT_EQ(eve.cases, 16U);
  EXPECT_EQ(groups.all().poor.jobs, 1U);
  EXPECT_TRUE(groups.has_given_up_predictions());
}

}  // namespace
}  // namespace topomorph::accounting
