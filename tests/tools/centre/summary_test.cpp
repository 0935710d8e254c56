// Text, JSON and page of topomorph site have the same numbers, and show names as they shall.
#include "tools/centre/summary.h"

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "tests/temporary_folder.h"
#include "tools/centre/json.h"
#include "tools/centre/text.h"

namespace topomorph::centre {

namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A program of ten poor node-hours, and one in a new order that has gained.
Summary example() {
  Summary summary;
  summary.by = &accounting::kGroupings.front();
  summary.files = {"records"};
  summary.top = 5;
  accounting::JobRecord record;
  record.hosts = 10;
  record.seconds = 3600;
  record.mpi_seconds = 1800;
  record.stated_gain = 0.4;
  record.order = "launcher";
  summary.groups.add("/apps/poor", record);
  record.order = "reordered";
  record.measured_gain = 0.2;
  summary.groups.add("/apps/good", record);
  return summary;
}

TEST(SiteSummary, TheTextHasTheRankingsThatHaveRows) {
  const std::string text = as_text(example());
  EXPECT_THAT(text, HasSubstr("2 jobs, 20 node-hours\n"));
  EXPECT_THAT(text, HasSubstr("poor order     1 of 2 jobs, 10 node-hours (50.0 %); a new order would save 2\n"));
  EXPECT_THAT(
      text,
      HasSubstr("gained         1 node-hours, measured in 1 job: 20.0 % of their time in MPI (predicted 40.0 %)\n"));
  EXPECT_THAT(text, HasSubstr("\nWould gain next"));
  EXPECT_THAT(text, Not(HasSubstr("\nDropped")));
}

TEST(SiteSummary, JsonHasEveryRanking) {
  const nlohmann::ordered_json json = to_json(example());
  for (const Ranking& ranking : rankings()) EXPECT_TRUE(json["rankings"].contains(ranking.key)) << ranking.key;
  EXPECT_EQ(json["rankings"]["would_gain"][0]["name"], "/apps/poor");
  EXPECT_EQ(json["rankings"]["would_gain"][0]["poor_order"]["would_gain_node_hours"], 2.0);
  EXPECT_EQ(json["rankings"]["dropped"].size(), 0U);
  EXPECT_TRUE(json["stores"].is_null());
  EXPECT_TRUE(json["total"]["added_milliseconds"].is_null());
}

TEST(SiteSummary, NumbersOfARealCentreHaveNoExponent) {
  Summary summary = example();
  accounting::JobRecord record;
  record.hosts = 2'000;
  record.seconds = 617 * 3600;
  record.mpi_seconds = 99.6 * 1.8;
  record.order = "launcher";
  record.stated_gain = 1.0;
  record.added_milliseconds = 12'345.6;
  summary.groups.add("/apps/huge", record);
  const std::string text = as_text(summary);
  EXPECT_THAT(text, HasSubstr("3 jobs, 1234020 node-hours\n"));
  EXPECT_THAT(text, HasSubstr("added          12346 ms a job"));
  EXPECT_THAT(text, HasSubstr("  /apps/huge         100        1234000 "));
  EXPECT_THAT(text, Not(HasSubstr("e+")));
}

TEST(SiteSummary, JobsWithoutAnyPredictionAreTold) {
  Summary summary = example();
  EXPECT_THAT(as_text(summary), Not(HasSubstr("not predicted")));
  accounting::JobRecord record;
  record.order = "launcher";
  summary.groups.add("/apps/new", record);
  EXPECT_THAT(as_text(summary),
              HasSubstr("  not predicted  1 of 3 jobs, 0 node-hours (0.0 %): in the launcher's order"));
  EXPECT_EQ(to_json(summary)["total"]["not_predicted"]["jobs"], 1);
}

TEST(SiteSummary, WhatWasGivenUpIsTold) {
  Summary summary = example();
  summary.groups = accounting::Groups(1);
  for (const char* name : {"/a", "/b", "/c"}) summary.groups.add(name, {});
  EXPECT_THAT(
      as_text(summary),
      HasSubstr("  too many programs: 2 are counted one by one, 1 job of others together. Each may lack 0 node-hours "
                "and any number of jobs; the sums lack nothing\n"));
  const nlohmann::ordered_json json = to_json(summary);
  EXPECT_EQ(json["has_given_up"], true);
  EXPECT_EQ(json["rest"]["jobs"], 1);
}

TEST(SiteSummary, JsonSaysHowManyRowsThereAre) {
  Summary summary = example();
  summary.top = 1;
  const nlohmann::ordered_json json = to_json(summary);
  EXPECT_EQ(json["rankings"]["most_used"].size(), 1U);
  EXPECT_EQ(json["ranked"]["most_used"], 2);
  EXPECT_EQ(json["ranked"]["dropped"], 0);
}

TEST(SiteSummary, ALongNameIsCutBetweenCharacters) {
  Summary summary = example();
  accounting::JobRecord record;
  record.hosts = 100;
  record.seconds = 3600;
  summary.groups.add("/" + std::string(20, 'x') + "\u00e9" + std::string(40, 'y'), record);
  EXPECT_THAT(as_text(summary), HasSubstr("\n  ..." + std::string(40, 'y') + " "));
}

TEST(SiteSummary, HashedNamesAreNowhere) {
  Summary summary = example();
  summary.names = Names("key");
  const nlohmann::ordered_json json = to_json(summary);
  const std::string hashed = summary.names.shown("/apps/poor");
  EXPECT_EQ(hashed.size(), 16U);
  EXPECT_EQ(json["rankings"]["would_gain"][0]["name"], hashed);
  EXPECT_THAT(page_of(json), Not(HasSubstr("/apps/")));
  EXPECT_THAT(as_text(summary), Not(HasSubstr("/apps/")));
  EXPECT_EQ(summary.names.shown(""), "");
  EXPECT_THROW(Names(""), InputError);
}

/// Adds what a user has forged.
accounting::Account& forge(Summary& summary) {
  accounting::FileStatus file;
  file.user = 1;  // daemon
  file.is_regular = true;
  accounting::Account& account = *summary.accounts.owner_of(file).account;
  account.impossible.count = 20'000;
  account.impossible.first = "box/1.jsonl:1: hosts: found 1e+09";
  account.crowded = 7;
  return account;
}

TEST(SiteSummary, WhatIsNotUsedIsToldByOwner) {
  Summary summary = example();
  EXPECT_THAT(as_text(summary), Not(HasSubstr("Not used as it stands")));
  forge(summary);
  EXPECT_THAT(as_text(summary), HasSubstr("\nNot used as it stands, by owner of the files\n"
                                          "  owner   impossible  cut files  other user  holes  jobs in no row\n"
                                          "  daemon       20000          0           0      0               7\n"));
  const nlohmann::ordered_json owners = to_json(summary)["input"]["owners"];
  EXPECT_EQ(owners["count"], 1);
  EXPECT_EQ(owners["first"][0]["owner"], "daemon");
  EXPECT_EQ(owners["first"][0]["impossible"]["count"], 20'000);
  EXPECT_EQ(owners["first"][0]["impossible"]["first"], "box/1.jsonl:1: hosts: found 1e+09");
  EXPECT_EQ(owners["first"][0]["crowded_jobs"], 7);
  EXPECT_THAT(page_of(to_json(summary)), HasSubstr("box/1.jsonl:1: hosts: found 1e+09"));
}

TEST(SiteSummary, MoreOwnersThanRowsAreCounted) {
  Summary summary = example();
  forge(summary);
  summary.accounts.owner_of_sender(std::nullopt).account->crowded = 1;
  summary.top = 1;
  EXPECT_THAT(as_text(summary), HasSubstr("  and of 1 more owners\n"));
  EXPECT_EQ(to_json(summary)["input"]["owners"]["count"], 2);
  EXPECT_EQ(to_json(summary)["input"]["owners"]["first"].size(), 1U);
}

TEST(SiteSummary, TheOwnerOfARowIsToldAndHashed) {
  Summary summary = example();
  accounting::JobRecord record;
  record.hosts = 1;
  record.seconds = 3600;
  record.account = &forge(summary);
  for (int i = 0; i < 30; ++i) {
    record.hosts = 100 + i;
    summary.groups.add("/forged" + std::to_string(i), record);
  }
  nlohmann::ordered_json json = to_json(summary);
  EXPECT_EQ(json["rankings"]["most_used"][0]["owner"], "daemon");
  EXPECT_TRUE(json["rankings"]["most_used"][4]["owner"].is_null());  // as /apps/good, of nobody in particular
  EXPECT_EQ(json["passed_over"]["most_used"], 27);
  EXPECT_THAT(as_text(summary), HasSubstr("  27 greater programs of owners who have their share of the rows"));
  summary.names = Names("key");
  summary.files = {"/home/ann/records"};
  json = to_json(summary);
  EXPECT_EQ(json["rankings"]["most_used"][0]["owner"], summary.names.shown("daemon"));
  EXPECT_EQ(json["input"]["files"][0], "operand 1");
  EXPECT_THAT(json["input"]["owners"]["first"][0]["owner"], summary.names.shown("daemon"));
  EXPECT_THAT(as_text(summary), Not(HasSubstr("daemon")));
}

TEST(SiteSummary, NoTextEndsThePagesData) {
  Summary summary = example();
  accounting::JobRecord record;
  record.hosts = 1;
  record.seconds = 3600;
  summary.groups.add("</script><b>", record);
  const std::string page = page_of(to_json(summary));
  EXPECT_THAT(page, Not(HasSubstr("</script><b>")));
  EXPECT_THAT(page, HasSubstr("\\u003c/script>\\u003cb>"));
  EXPECT_THAT(page, HasSubstr("<title>TopoMorph site</title>"));
  EXPECT_THAT(page, Not(HasSubstr("{{")));
}

using ::testing::HasSubstr;

constexpr const char* kGoodKey = "sixteen bytes, or";

std::string complaint_about_key(const std::string& path) {
  try {
    key_from_file(path);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string key_file(const tests::TemporaryFolder& folder, const std::string& name, const std::string& content,
                     mode_t mode = 0600) {
  std::string path = folder.write(name, content);
  EXPECT_EQ(chmod(path.c_str(), mode), 0);
  return path;
}

TEST(HashKeyFile, IsMadeOnceOfRandomBits) {
  const tests::TemporaryFolder folder;
  const store::SecretKey key = key_from_file(folder.file("key")), again = key_from_file(folder.file("key"));
  EXPECT_TRUE(key.is_new);
  EXPECT_FALSE(again.is_new);
  EXPECT_EQ(key.text, again.text);
  EXPECT_EQ(key.text.size(), 64U);
  EXPECT_NE(key.text, key_from_file(folder.file("other")).text);
  struct stat status = {};
  ASSERT_EQ(stat(folder.file("key").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600U);
  EXPECT_EQ(folder.names().size(), 2U);  // nothing else is left
}

TEST(HashKeyFile, CommandsThatMakeItAtOnceGetTheSame) {
  const tests::TemporaryFolder folder;
  std::vector<std::string> keys(8);
  std::vector<std::thread> threads;
  for (std::string& key : keys) threads.emplace_back([&] { key = key_from_file(folder.file("key")).text; });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& key : keys) EXPECT_EQ(key, keys[0]);
}

TEST(HashKeyFile, TheFirstLineIsTheKey) {
  const tests::TemporaryFolder folder;
  EXPECT_EQ(key_from_file(key_file(folder, "unix", std::string(kGoodKey) + "\nmore")).text, kGoodKey);
  EXPECT_EQ(key_from_file(key_file(folder, "dos", std::string(kGoodKey) + "\r\n", 0400)).text, kGoodKey);
  EXPECT_EQ(key_from_file(key_file(folder, "bare", kGoodKey)).text, kGoodKey);
}

TEST(HashKeyFile, WhatOthersMayKnowIsRefused) {
  const tests::TemporaryFolder folder;
  for (const mode_t mode : {0640U, 0604U, 0620U, 0601U}) {
    EXPECT_THAT(complaint_about_key(key_file(folder, "open", kGoodKey, mode)), HasSubstr("expected 0600")) << mode;
  }
  EXPECT_THAT(complaint_about_key(key_file(folder, "short", "secret\n")), HasSubstr("found a key of 6 bytes"));
  EXPECT_THAT(complaint_about_key(key_file(folder, "empty", "")), HasSubstr("found a key of 0 bytes"));
  std::filesystem::create_symlink("short", folder.file("link"));
  EXPECT_THAT(complaint_about_key(folder.file("link")), HasSubstr("link: is no regular file"));
  ASSERT_EQ(mkfifo(folder.file("pipe").c_str(), 0600), 0);
  EXPECT_THAT(complaint_about_key(folder.file("pipe")), HasSubstr("is no regular file"));
  EXPECT_THAT(complaint_about_key(folder.file("no/key")), HasSubstr("no/: cannot be read"));
  const std::string foreign = key_file(folder, "foreign", kGoodKey);
  if (chown(foreign.c_str(), 1, 1) != 0) GTEST_SKIP() << "only root can make files of other users";
  EXPECT_THAT(complaint_about_key(foreign), HasSubstr("belongs to another user"));
}

}  // namespace

}  // namespace topomorph::centre
