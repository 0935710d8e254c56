// The sums are those of the records, and few groups are kept without a loss of what is heavy.
#include "core/accounting/groups.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

#include "core/base/random.h"

namespace topomorph::accounting {
namespace {

double node_hours(const Totals& totals) { return totals.all.node_hours; }

/// A job on one host.
JobRecord job_of_hours(double hours, std::string_view order = "") {
  JobRecord record;
  record.order = order;
  record.hosts = 1;
  record.seconds = hours * 3600;
  return record;
}

TEST(JobTotals, ALauncherOrderWithAGainIsPoor) {
  JobRecord record = job_of_hours(2, "launcher");
  record.mpi_seconds = 3600;
  Totals totals;
  totals.add(record);
  EXPECT_EQ(totals.poor.jobs, 0U);
  record.stated_gain = 0.25;
  totals.add(record);
  record.stated_gain = 0.0;
  totals.add(record);
  record.order = "reordered";
  record.stated_gain = 0.25;
  totals.add(record);
  EXPECT_EQ(totals.all.jobs, 4U);
  EXPECT_DOUBLE_EQ(totals.all.node_hours, 8);
  EXPECT_EQ(totals.poor.jobs, 1U);
  EXPECT_DOUBLE_EQ(totals.poor.node_hours, 2);
  EXPECT_DOUBLE_EQ(totals.would_gain, 0.25);
  EXPECT_EQ(totals.reordered.jobs, 1U);
}

TEST(JobTotals, GainsAndLossesAreApart) {
  Totals totals;
  JobRecord record = job_of_hours(2, "reordered");
  record.mpi_seconds = 3600;
  record.stated_gain = 0.3;
  record.measured_gain = 0.2;
  totals.add(record);
  record.measured_gain = -0.5;
  record.stated_gain.reset();
  totals.add(record);
  record.order = "dropped";  // this run was in the launcher's order
  totals.add(record);
  EXPECT_EQ(totals.measured.jobs, 2U);
  EXPECT_EQ(totals.slower.jobs, 1U);
  EXPECT_DOUBLE_EQ(totals.gained, -0.3);
  EXPECT_DOUBLE_EQ(totals.lost, 0.5);
  EXPECT_DOUBLE_EQ(totals.predicted, 0.3);
  EXPECT_DOUBLE_EQ(totals.found_of_predicted, 0.2);
  EXPECT_EQ(totals.dropped.jobs, 1U);
}

TEST(JobGroups, AreRankedWithTheirReasons) {
  Groups groups;
  groups.add("b", job_of_hours(3));
  groups.add("a", job_of_hours(1));
  groups.add("c", job_of_hours(3));
  JobRecord dropped = job_of_hours(1, "dropped");
  dropped.reason = "it was slower";
  groups.add("a", dropped);
  const auto ranked = groups.ranked(node_hours, 2);
  ASSERT_EQ(ranked.size(), 2U);
  EXPECT_EQ(ranked[0]->name, "b");
  EXPECT_EQ(ranked[1]->name, "c");
  const auto taken_back = groups.ranked([](const Totals& totals) { return totals.dropped.node_hours; }, 9);
  ASSERT_EQ(taken_back.size(), 1U);
  EXPECT_EQ(taken_back[0]->dropped_reason, "it was slower");
  EXPECT_EQ(groups.uncertainty(), 0);
  EXPECT_FALSE(groups.has_given_up());
  EXPECT_EQ(groups.count(node_hours), 3U);
}

TEST(JobTotals, TimeInMpiIsAtMostThatOfTheJob) {
  JobRecord record = job_of_hours(2, "launcher");
  record.mpi_seconds = 9 * 3600;  // of several threads
  record.stated_gain = 0.5;
  Totals totals;
  totals.add(record);
  EXPECT_DOUBLE_EQ(totals.mpi_node_hours, 2);
  EXPECT_DOUBLE_EQ(totals.would_gain, 1);
}

TEST(JobTotals, JobsThatDoNotSayTheirTimeInMpiAreNotCountedAsWithoutMpi) {
  JobRecord said = job_of_hours(2, "launcher"), silent = job_of_hours(6, "reordered");
  said.mpi_seconds = 1800;
  silent.mpi_seconds.reset();
  Totals totals, others;
  totals.add(said);
  others.add(silent);
  totals += others;
  EXPECT_EQ(totals.timed.jobs, 1U);
  EXPECT_DOUBLE_EQ(totals.timed.node_hours, 2);
  EXPECT_DOUBLE_EQ(totals.all.node_hours, 8);
}

TEST(JobGroups, ThatNamesWithoutNodeHoursWereGivenUpIsSaid) {
  Groups groups(10);
  JobRecord dropped;
  dropped.order = "dropped";
  for (int i = 0; i < 9; ++i) groups.add("z" + std::to_string(i), dropped);
  for (int i = 0; i < 30; ++i) groups.add("a" + std::to_string(i), JobRecord());
  EXPECT_EQ(groups.uncertainty(), 0);
  EXPECT_TRUE(groups.has_given_up());
  EXPECT_EQ(groups.rest().all.jobs + groups.size(), 39U);
  EXPECT_EQ(groups.rest().dropped.jobs, 9U);
}

TEST(JobGroups, FewAreKeptAndTheHeavyOnesAmongThem) {
  constexpr std::size_t kMost = 50;
  Groups groups(kMost);
  std::map<std::string, double> exact;
  Random random(7);
  double sum = 0;
  for (int i = 0; i < 20'000; ++i) {
    const bool is_heavy = i % 4 == 0;
    const std::string name =
        is_heavy ? "heavy" + std::to_string(random.below(20)) : "light" + std::to_string(random.below(5000));
    const double hours = is_heavy ? 10 : 0.01;
    groups.add(name, job_of_hours(hours));
    exact[name] += hours;
    sum += hours;
    ASSERT_LE(groups.size(), 2 * kMost);
  }
  EXPECT_GT(groups.uncertainty(), 0);
  EXPECT_EQ(groups.all().all.jobs, 20'000U);
  EXPECT_NEAR(groups.all().all.node_hours, sum, 1e-6);
  Totals parts = groups.rest();
  std::map<std::string, double> kept;
  for (const Group* group : groups.ranked(node_hours, 2 * kMost)) {
    parts += group->totals;
    kept[group->name] = group->totals.all.node_hours;
    EXPECT_LE(group->totals.all.node_hours, exact[group->name] + 1e-9);
    EXPECT_GE(group->totals.all.node_hours + group->may_miss, exact[group->name] - 1e-9);
    EXPECT_LE(group->may_miss, groups.uncertainty());
  }
  EXPECT_EQ(parts.all.jobs, 20'000U);
  EXPECT_NEAR(parts.all.node_hours, sum, 1e-6);
  for (const auto& [name, hours] : exact) {
    EXPECT_TRUE(hours <= groups.uncertainty() || kept.count(name) == 1) << name;
  }
}

/// A limited owner.
Account owner_named(const std::string& name, std::uint64_t most_names = 1000) {
  Account account;
  account.name = name;
  account.standing = Standing::Owner;
  account.most_names = most_names;
  return account;
}

JobRecord job_of(Account& account, double hours) {
  JobRecord record = job_of_hours(hours);
  record.account = &account;
  return record;
}

TEST(JobGroups, AnOwnerBeginsSoManyAndNoMore) {
  Account eve = owner_named("eve", 3), ann = owner_named("ann", 3);
  Groups groups(10);
  for (int i = 0; i < 20'000; ++i) groups.add("forged" + std::to_string(i), job_of(eve, 1000));
  groups.add("real", job_of(ann, 1));
  groups.add("real", job_of(eve, 1));  // no new name
  EXPECT_EQ(groups.size(), 4U);
  EXPECT_EQ(eve.crowded, 19'997U);
  EXPECT_EQ(ann.crowded, 0U);
  EXPECT_EQ(groups.rest().all.jobs, 19'997U);
  EXPECT_EQ(groups.all().all.jobs, 20'002U);
  EXPECT_FALSE(groups.has_given_up());
}

TEST(JobGroups, WhatWasGivenUpIsHandedBack) {
  Account ann = owner_named("ann", 20);
  Groups groups(10);
  for (int round = 0; round < 50; ++round) {
    for (int i = 0; i < 30; ++i) groups.add("other" + std::to_string(30 * round + i), job_of_hours(1));
    groups.add("small" + std::to_string(round % 5), job_of(ann, 0.001));
  }
  EXPECT_TRUE(groups.has_given_up());
  EXPECT_EQ(ann.crowded, 0U);
  EXPECT_LE(ann.names, 5U);
}

TEST(JobGroups, AnOwnerHasAQuarterOfTheRows) {
  Account eve = owner_named("eve"), ann = owner_named("ann");
  Groups groups;
  for (int i = 0; i < 100; ++i) groups.add("forged" + std::to_string(100 + i), job_of(eve, 1e6 + i));
  for (int i = 0; i < 5; ++i) groups.add("ann" + std::to_string(i), job_of(ann, 10 + i));
  groups.add("common", job_of(ann, 1.5));
  groups.add("common", job_of(eve, 1));
  for (int i = 0; i < 5; ++i) groups.add("believed" + std::to_string(i), job_of_hours(1 + i));
  const Rows rows = groups.rows(node_hours, 8);
  ASSERT_EQ(rows.groups.size(), 8U);
  EXPECT_EQ(rows.groups[0]->name, "forged199");
  EXPECT_EQ(rows.groups[1]->name, "forged198");
  EXPECT_EQ(rows.groups[2]->name, "ann4");
  EXPECT_EQ(rows.groups[3]->name, "ann3");
  EXPECT_EQ(rows.groups[4]->name, "believed4");
  EXPECT_EQ(rows.groups[7]->name, "common");
  EXPECT_EQ(rows.passed_over, 98U + 3U);
  EXPECT_EQ(rows.groups[0]->only, &eve);
  EXPECT_EQ(rows.groups[7]->only, nullptr);
}

TEST(JobGroups, AnOwnerHasMoreRowsWhereOthersLeaveRoom) {
  Account eve = owner_named("eve"), ann = owner_named("ann");
  Groups groups;
  for (int i = 0; i < 6; ++i) groups.add("eve" + std::to_string(i), job_of(eve, 10 + i));
  for (int i = 0; i < 2; ++i) groups.add("ann" + std::to_string(i), job_of(ann, 1 + i));
  const Rows rows = groups.rows(node_hours, 5);  // two of each, and one more of eve in the second round
  ASSERT_EQ(rows.groups.size(), 5U);
  EXPECT_EQ(rows.groups[2]->name, "eve3");
  EXPECT_EQ(rows.groups[3]->name, "ann1");
  EXPECT_EQ(rows.groups[4]->name, "ann0");
  EXPECT_EQ(rows.passed_over, 3U);
  EXPECT_EQ(groups.rows(node_hours, 8).passed_over, 0U);
}

TEST(JobGroups, AMadeUpOwnerMakesNoGroupOneOfSeveral) {
  Account eve = owner_named("eve"), nameless = owner_named("(owners without a name)");
  nameless.standing = Standing::Nameless;
  Groups groups;
  groups.add("a", job_of(eve, 1));
  groups.add("a", job_of(nameless, 1));
  groups.add("b", job_of(nameless, 1));
  groups.add("b", job_of(eve, 1));
  groups.add("b", job_of(nameless, 1));
  for (const Group* group : groups.ranked(node_hours, 2)) EXPECT_EQ(group->only, &eve) << group->name;
}

}  // namespace
}  // namespace topomorph::accounting
