// The owner of a file answers for its records: believed or not, within limits, with what was left out.
#include "core/accounting/accounts.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "core/accounting/screening.h"
#include "core/base/error.h"

namespace topomorph::accounting {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr std::uint32_t kNameless = 64'101;  // no machine of ours has these users
constexpr std::uint32_t kDaemon = 1;

FileStatus file_of(std::uint32_t user, std::uint32_t mode = 0600) {
  FileStatus file;
  file.user = user;
  file.group = user == geteuid() ? getegid() : user;
  file.mode = mode;
  file.is_regular = true;
  return file;
}

std::string place(const std::string& what) { return "f:7: " + what; }

TEST(RecordOwners, RootWhoRunsTheCommandAndPipesAreBelieved) {
  Accounts accounts;
  EXPECT_EQ(accounts.owner_of(file_of(0)).account->standing, Standing::Believed);
  EXPECT_EQ(accounts.owner_of(file_of(geteuid())).account->standing, Standing::Believed);
  EXPECT_EQ(accounts.owner_of(FileStatus()).account->standing, Standing::Believed);
  EXPECT_EQ(accounts.owner_of(FileStatus()).name, "");
  EXPECT_FALSE(accounts.owner_of(file_of(0)).account->is_limited());
}

TEST(RecordOwners, AUserOfTheMachineHasAnAccountOfItsOwn) {
  Accounts accounts;
  const FileOwner daemon = accounts.owner_of(file_of(kDaemon));
  EXPECT_EQ(daemon.name, "daemon");
  EXPECT_EQ(daemon.account->standing, Standing::Owner);
  EXPECT_EQ(daemon.account, accounts.owner_of(file_of(kDaemon, 0666)).account);
  EXPECT_NE(daemon.account, accounts.owner_of(file_of(2)).account);
}

TEST(RecordOwners, NumbersWithoutANameShareAnAccount) {
  Accounts accounts;
  const FileOwner one = accounts.owner_of(file_of(kNameless)), other = accounts.owner_of(file_of(kNameless + 1));
  EXPECT_EQ(one.name, "64101");
  EXPECT_EQ(other.name, "64102");
  EXPECT_EQ(one.account, other.account);
  EXPECT_EQ(one.account->standing, Standing::Nameless);
}

TEST(RecordOwners, NobodyAnswersForAFileOfRootThatOthersMayWriteTo) {
  Accounts accounts;
  for (const std::uint32_t mode : {0602U, 0620U, 0666U}) {
    const FileOwner owner = accounts.owner_of(file_of(0, mode));
    EXPECT_EQ(owner.account->standing, Standing::Open) << std::oct << mode;
    EXPECT_EQ(owner.name, "");
  }
}

TEST(RecordOwners, AFileOfRootThatIsLinkedIntoAFolderIsNotBelieved) {
  Accounts accounts;
  FileStatus file = file_of(0);
  file.is_linked = true;  // as /var/log/messages, by a user
  EXPECT_EQ(accounts.owner_of(file).account->standing, Standing::Open);
  file.user = kDaemon;
  EXPECT_EQ(accounts.owner_of(file).account->standing, Standing::Owner);
}

TEST(RecordOwners, WhoIsTrustedIsBelievedWhoeverMayWrite) {
  Accounts accounts({"daemon", std::to_string(kNameless), "root"});
  for (const std::uint32_t user : {kDaemon, kNameless, 0U}) {
    EXPECT_EQ(accounts.owner_of(file_of(user, 0666)).account->standing, Standing::Believed) << user;
  }
  EXPECT_EQ(accounts.owner_of(file_of(2)).account->standing, Standing::Owner);
  EXPECT_THROW(Accounts({"no such user"}), InputError);
  EXPECT_THROW(Accounts({"4294967295"}), InputError);
}

TEST(RecordOwners, OfASenderNobodyKnowsNothingIsBelieved) {
  Accounts accounts({"root"});
  EXPECT_EQ(accounts.owner_of_sender(std::nullopt).account->standing, Standing::Open);
  EXPECT_EQ(accounts.owner_of_sender(kDaemon).name, "daemon");
  EXPECT_EQ(accounts.owner_of_sender(0).account->standing, Standing::Believed);
}

TEST(RecordOwners, AQuotaIsThatOfLimitedOwners) {
  Limits limits;
  limits.most_names = 2;
  Accounts accounts({}, limits);
  Account &limited = *accounts.owner_of(file_of(kDaemon)).account, &believed = *accounts.owner_of(FileStatus()).account;
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(limited.takes_name());
  EXPECT_FALSE(limited.takes_name());
  for (int i = 0; i < 8; ++i) EXPECT_TRUE(limited.takes_case());
  EXPECT_FALSE(limited.takes_case());
  for (int i = 0; i < 9; ++i) EXPECT_TRUE(believed.takes_name() && believed.takes_case());
}

TEST(RecordOwners, TheOnesWithMostTroubleComeFirst) {
  Accounts accounts;
  accounts.owner_of(file_of(2)).account->crowded = 1;
  accounts.owner_of(file_of(kDaemon)).account->crowded = 5;
  accounts.owner_of(file_of(0));
  const std::vector<const Account*> found = accounts.in_trouble();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0]->name, "daemon");
}

TEST(RecordOwners, KeepTheirAddressesWhenTheAccountsMove) {
  Accounts accounts;
  Account* const account = accounts.owner_of(file_of(kDaemon)).account;
  Accounts moved = std::move(accounts);
  EXPECT_EQ(moved.owner_of(file_of(kDaemon)).account, account);
}

class RecordScreening : public ::testing::Test {
 protected:
  JobRecord record_of(const FileOwner& owner, const std::string& user = "") {
    user_ = user;
    JobRecord record;
    record.user = user_;
    screening_.attribute(record, owner, place);
    return record;
  }

  std::string user_;
  Limits limits_;
  Accounts accounts_;
  Screening screening_{limits_, std::nullopt};
  FileOwner daemon_ = accounts_.owner_of(file_of(kDaemon)), root_ = accounts_.owner_of(file_of(0));
};

TEST_F(RecordScreening, TheOwnerIsTheUser) {
  EXPECT_EQ(record_of(daemon_, "root").user, "daemon");
  EXPECT_EQ(record_of(daemon_, "daemon").user, "daemon");
  EXPECT_EQ(record_of(daemon_).user, "daemon");
  EXPECT_EQ(record_of(daemon_, "0123456789abcdef").user, "daemon");
  EXPECT_EQ(daemon_.account->disputed.count, 1U);
  EXPECT_EQ(daemon_.account->disputed.first, "f:7: names user 'root', found a file of daemon");
}

TEST_F(RecordScreening, ABelievedFileNamesItsUsers) {
  const JobRecord record = record_of(root_, "ann");
  EXPECT_EQ(record.user, "ann");
  EXPECT_EQ(record.owner, "root");
  EXPECT_EQ(root_.account->disputed.count, 0U);
}

TEST_F(RecordScreening, WhereAnybodyMayHaveWrittenThereIsNoUser) {
  const FileOwner open = accounts_.owner_of(file_of(0, 0666));
  const JobRecord record = record_of(open, "ann");
  EXPECT_EQ(record.user, "");
  EXPECT_EQ(record.owner, "");
  EXPECT_THAT(open.account->disputed.first, EndsWith("found a file that others may write to"));
}

TEST_F(RecordScreening, WhatNoJobCanBeIsNotAdmitted) {
  for (const FileOwner& owner : {daemon_, root_}) {
    JobRecord record = record_of(owner);
    EXPECT_TRUE(screening_.admits(record, place));
    record.hosts = 200'001;
    EXPECT_FALSE(screening_.admits(record, place));
    record.hosts = 200'000;
    record.seconds = 366 * 86'400;
    EXPECT_TRUE(screening_.admits(record, place));
    record.seconds = 366 * 86'400 + 1;
    EXPECT_FALSE(screening_.admits(record, place));
    EXPECT_EQ(owner.account->impossible.count, 2U);
    EXPECT_EQ(owner.account->impossible.first, "f:7: hosts: found 200001, expected at most 200000 (--max-hosts)");
  }
}

TEST_F(RecordScreening, AGainOrLossIsAtMostTheLongestJob) {
  limits_.most_hosts = 10;
  limits_.most_seconds = 86'400;
  JobRecord record = record_of(daemon_);
  record.hosts = 1;
  record.seconds = record.mpi_seconds = 3600;
  record.measured_gain = -240.0;
  EXPECT_TRUE(screening_.admits(record, place));
  EXPECT_EQ(daemon_.account->node_hours, 240);
  record.measured_gain = -1e6;
  EXPECT_FALSE(screening_.admits(record, place));
  record.measured_gain.reset();
  record.stated_gain = -1e6;
  EXPECT_FALSE(screening_.admits(record, place));
  EXPECT_EQ(daemon_.account->impossible.first,
            "f:7: found a gain or loss of 1e+06 node-hours, expected at most the 240 of the longest job");
}

TEST_F(RecordScreening, TopoMorphTakesNoLongerThanTheJob) {
  JobRecord record = record_of(daemon_);
  record.seconds = 0.1;
  record.added_milliseconds = 60'000;
  EXPECT_TRUE(screening_.admits(record, place));
  record.added_milliseconds = 1e13;
  EXPECT_FALSE(screening_.admits(record, place));
  EXPECT_EQ(daemon_.account->impossible.first, "f:7: added_ms: found 1e+13, expected less than the job took");
}

TEST_F(RecordScreening, NobodyHasMoreThanTheWholeSite) {
  limits_.most_hosts = 10;
  limits_.most_seconds = 86'400;
  const Period week{0, 7 * 86'400};
  ASSERT_EQ(most_node_hours(week, limits_, 1'000'000'000), 10 * 8 * 24.0);
  EXPECT_EQ(most_node_hours(week, limits_, 86'400), 10 * 2 * 24.0);  // today is its second day
  EXPECT_EQ(most_node_hours({std::nullopt, 7}, limits_, 86'400), std::nullopt);
  const Screening screening(limits_, most_node_hours(week, limits_, 1'000'000'000));
  JobRecord record = record_of(daemon_);
  record.hosts = 10;
  record.seconds = 86'400;
  for (int day = 0; day < 8; ++day) EXPECT_TRUE(screening.admits(record, place)) << day;
  EXPECT_FALSE(screening.admits(record, place));
  EXPECT_THAT(daemon_.account->impossible.first, HasSubstr("more than 1920 node-hours of daemon"));
  record.account = root_.account;  // of many users
  for (int day = 0; day < 9; ++day) EXPECT_TRUE(screening.admits(record, place)) << day;
}

}  // namespace
}  // namespace topomorph::accounting
