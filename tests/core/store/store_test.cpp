// The store on disk: it reads what it wrote, reports damage, and stays bounded.
#include "core/store/store.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "core/base/date.h"
#include "core/formats/profile/writer.h"
#include "core/store/names.h"
#include "core/store/run_file.h"
#include "tests/core/testing.h"

namespace topomorph::store {
namespace {

namespace fs = std::filesystem;

class StoreTest : public ::testing::Test {
 protected:
  Store prepared() const {
    const Store store(path_);
    store.prepare();
    return store;
  }
  std::string write(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path(path_ + "/" + name).parent_path());
    std::ofstream(path_ + "/" + name) << text;
    return path_ + "/" + name;
  }

  /// Of the case, by a number that sorts it; at most one digit.
  std::string run_file(int number) const {
    return case_.folder() + "/20261120T15010" + std::to_string(number) + ".000000Z-0000abcd.run";
  }

  testing::TemporaryFolder folder_;
  std::string path_ = folder_.file("state/topomorph");
  Case case_{"/home/me/app", "build 12", "-n 5 'a b'", 16};
};

Run a_run() {
  Run run;
  run.id = new_run_id();
  run.generation = "g";
  run.situation = "s";
  run.place = "4 nodes";
  run.order = Order::Reordered, run.model = "hop-bytes";
  run.topologies = Topologies::Moved, run.moved = "Cart_create 4x4, Graph_create of 16 processes";
  run.decision = "gain";
  run.why = "first line\nand a = sign";
  run.seconds = 1.5, run.longest = 2.5, run.elapsed = 10, run.scale = 0.5, run.gain = 53.25, run.drift = 1e-9;
  return run;
}

/// Ends with status 3 if the store says that it cannot be written to.
[[noreturn]] void prepare_without_room(const Store& store) {
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit none = {0, 0};
  setrlimit(RLIMIT_FSIZE, &none);
  try {
    store.prepare();
  } catch (const InputError& error) {
    std::_Exit(std::string(error.what()).find("cannot be written to") == std::string::npos ? 1 : 3);
  }
  std::_Exit(0);
}

TEST_F(StoreTest, PreparingTriesToWriteWhereAStoreIs) {
  const Store store = prepared();
  EXPECT_EXIT(prepare_without_room(store), ::testing::ExitedWithCode(3), "");
  EXPECT_EQ(std::distance(fs::directory_iterator(path_), fs::directory_iterator()), 1) << "the format alone";
}

TEST_F(StoreTest, TryingOutLeavesNothingBehind) {
  Store(path_).check_writable();
  EXPECT_FALSE(fs::exists(fs::path(path_).parent_path()));
  const std::string blocked = folder_.file("file");
  std::ofstream(blocked) << "x";
  EXPECT_THROW(Store(blocked + "/a/b").check_writable(), InputError);
  prepared().check_writable();
  EXPECT_EQ(std::distance(fs::directory_iterator(path_), {}), 1) << "the format";
}

TEST_F(StoreTest, WhatIsWrittenIsRead) {
  const Store store = prepared();
  const store::Run run = a_run();
  add_run(store.make(case_), run);
  ASSERT_EQ(store.names(), std::vector{case_.folder()});
  const Entry entry = Store(path_).read(case_.folder());
  EXPECT_TRUE(entry.what == case_);
  ASSERT_EQ(entry.runs.size(), 1u);
  EXPECT_EQ(values_of(entry.runs[0]), values_of(run));
  EXPECT_EQ(entry.runs[0].id, run.id);
  EXPECT_EQ(entry.generation, "");
  EXPECT_EQ(entry.damaged.size(), 0u);
}

TEST_F(StoreTest, LookingMakesNothing) {
  const Store store(path_);
  EXPECT_FALSE(store.exists());
  EXPECT_EQ(store.names().size(), 0u);
  EXPECT_FALSE(fs::exists(folder_.file("state")));
}

TEST_F(StoreTest, PreparingTwiceLeavesNothingElse) {
  prepared();
  prepared();
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(path_)) names.insert(entry.path().filename());
  EXPECT_EQ(names, std::set<std::string>{"format"});
}

TEST_F(StoreTest, ALaterFormatIsLeftAlone) {
  write("format", "topomorph store 2\n");
  EXPECT_INPUT_ERROR(Store{path_}, "is a store of format '2': expected 1");
  EXPECT_EQ(testing::read_file(path_ + "/format"), "topomorph store 2\n");
}

TEST_F(StoreTest, ALaterFormatIsLeftAloneWhereThereWasNoStoreBefore) {
  const Store store(path_);
  write("format", "topomorph store 2\n");
  EXPECT_INPUT_ERROR(store.prepare(), "is a store of format '2': expected 1");
  EXPECT_INPUT_ERROR(store.check_writable(), "is a store of format '2': expected 1");
}

TEST_F(StoreTest, AnotherFolderIsNoStore) {
  write("thesis.tex", "years of work");
  EXPECT_INPUT_ERROR(Store{path_}, "is there and is no store");
}

TEST_F(StoreTest, AFileIsNoStore) {
  const std::string file = folder_.write("file", "text");
  EXPECT_INPUT_ERROR(Store{file}, "cannot be read: Not a directory");
  EXPECT_INPUT_ERROR(Store{file + "/below"}.prepare(), "Not a directory");
}

TEST_F(StoreTest, DamagedRunsAreToldApart) {
  const Store store = prepared();
  add_run(store.make(case_), a_run());
  const std::string cut = write(run_file(1), "format_version=1\norder=laun");
  const std::string noise = write(run_file(2), "\x01\x02\x03");
  write(case_.folder() + "/mine.run", "not TopoMorph's");
  const Entry entry = store.read(case_.folder());
  EXPECT_EQ(entry.runs.size(), 1u);
  EXPECT_EQ(entry.damaged, (std::vector{cut, noise}));
}

TEST_F(StoreTest, ARunOfALaterFormatIsNoDamage) {
  const Store store = prepared();
  store.make(case_);
  const std::string file = write(run_file(1), "format_version=7\n");
  EXPECT_INPUT_ERROR(store.read(case_.folder()), ".run: is of format 7: expected 1");
  EXPECT_TRUE(fs::exists(file));
}

TEST_F(StoreTest, APipeIsNotWaitedFor) {
  const Store store = prepared();
  store.make(case_);
  ASSERT_EQ(::mkfifo((path_ + "/" + run_file(1)).c_str(), 0600), 0);
  EXPECT_INPUT_ERROR(store.read(case_.folder()), "is no regular file");
}

TEST_F(StoreTest, ADamagedProfileIsTold) {
  const Store store = prepared();
  store.make(case_);
  write(case_.folder() + "/profile.tmprof", "no profile");
  const Entry entry = store.read(case_.folder());
  EXPECT_EQ(entry.generation, "");
  EXPECT_THAT(entry.profile_problem, ::testing::HasSubstr("profile.tmprof: is no profile"));
}

TEST_F(StoreTest, TheOldestRunsGo) {
  const Store store = prepared();
  const KeptFolder folder = store.make(case_);
  const auto id = [](std::size_t i) { return "20261120T" + std::to_string(100000 + i) + ".000000Z-0000abcd"; };
  store::Run run = a_run();
  run.id = id(0);
  add_run(folder, run);
  for (std::size_t i = 1; i < kMostRuns + 4; ++i) {  // faster than add_run(), which waits for the disk
    fs::copy_file(folder.path() + "/" + id(0) + ".run", folder.path() + "/" + id(i) + ".run");
  }
  std::ofstream(folder.path() + "/0.run") << "mine";  // older than all, and no name of a run
  run.id = id(1000);
  add_run(folder, run);
  EXPECT_EQ(testing::read_file(folder.path() + "/0.run"), "mine");
  fs::remove(folder.path() + "/0.run");
  const Entry entry = store.read(case_.folder());
  ASSERT_EQ(entry.runs.size(), kMostRuns);
  EXPECT_EQ(entry.runs.front().id, id(5));
  EXPECT_EQ(entry.runs.back().id, id(1000));
}

TEST_F(StoreTest, TheCasesUsedLongestAgoGo) {
  const Store store = prepared();
  std::vector<std::string> folders;
  for (std::uint64_t ranks = 1; ranks <= 4; ++ranks) {
    folders.push_back(store.make({"/app", "", "", ranks}).path());
    std::ofstream(folders.back() + "/profile.tmprof") << std::string(10000, 'x');
    fs::last_write_time(folders.back(), fs::file_time_type::clock::now() - std::chrono::hours(10 - ranks));
  }
  store.bound(25000, fs::path(folders[0]).filename());
  EXPECT_TRUE(fs::exists(folders[0])) << "the one in use stays";
  EXPECT_FALSE(fs::exists(folders[1]));
  EXPECT_FALSE(fs::exists(folders[2]));
  EXPECT_TRUE(fs::exists(folders[3]));
}

/// A neighbour's folder cannot make a case look large, nor stop the bounding of the others.
TEST_F(StoreTest, RecordsBehindALinkHaveNoSize) {
  const Store store = prepared();
  const std::string parts = store.make(case_).path() + "/" + new_run_id() + ".parts";
  const std::string large = folder_.file("large"), record = large + "/3.record";
  fs::create_directory(large);
  std::ofstream(record) << std::string(50000, 'x');
  fs::create_symlink(large, parts);
  store.bound(25000, "");
  EXPECT_TRUE(store.has(case_.folder()));
  fs::remove(parts);
  fs::rename(large, parts);
  store.bound(25000, "");
  EXPECT_FALSE(store.has(case_.folder())) << "its own records count";
}

TEST_F(StoreTest, CasesAboveTheirNumberGoOldestFirst) {
  const Store store = prepared();
  const std::string end = "-0123456789abcdef";
  const std::vector<std::string> by_age = {"m" + end, "z" + end, "a" + end, "k" + end, "b" + end, "y" + end};
  for (std::size_t i = 0; i < by_age.size(); ++i) {
    write(by_age[i] + "/case", "");
    fs::last_write_time(path_ + "/" + by_age[i], fs::file_time_type::clock::now() - std::chrono::hours(10 - i));
  }
  for (std::size_t i = by_age.size(); i < kMostCases + 3; ++i) write("n" + std::to_string(i) + end + "/case", "");
  store.bound(std::uint64_t{1} << 40, "z" + end);
  const std::vector<std::string> names = store.names();
  EXPECT_EQ(names.size(), kMostCases);
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  for (const std::string& name : by_age) {
    const bool stays = name == by_age[1] || name == by_age[4] || name == by_age[5];
    EXPECT_EQ(std::find(names.begin(), names.end(), name) != names.end(), stays) << name;
  }
}

TEST_F(StoreTest, OnlyCasesAreBounded) {
  const Store store = prepared();
  const std::string folder = store.make(case_).path();
  const std::string other = write("mine/notes", "text");
  store.bound(0, "");
  EXPECT_FALSE(fs::exists(folder));
  EXPECT_TRUE(fs::exists(other));
}

TEST_F(StoreTest, SweepsWhatNobodyWillAskFor) {
  const Store store = prepared();
  const KeptFolder kept = store.make(case_);
  const std::string folder = kept.path() + "/", old = new_run_id(), young = new_run_id();
  add_run(kept, a_run());
  for (const std::string& id : {old, young}) write(case_.folder() + "/" + id + ".parts/3.record", "x");
  for (const char* name : {".tmprof.xyz123", ".notes"}) std::ofstream(folder + old + name) << "x";
  for (const std::string& name : {old + ".parts", old + ".tmprof.xyz123", old + ".notes", std::string("case")}) {
    fs::last_write_time(folder + name, fs::file_time_type::clock::now() - std::chrono::hours(24 * 30));
  }
  store::remove_leftovers(kept);
  EXPECT_FALSE(fs::exists(folder + old + ".parts"));
  EXPECT_FALSE(fs::exists(folder + old + ".tmprof.xyz123"));
  EXPECT_TRUE(fs::exists(folder + old + ".notes")) << "no name of TopoMorph's";
  EXPECT_TRUE(fs::exists(folder + young + ".parts/3.record"));
  EXPECT_EQ(store.read(case_.folder()).runs.size(), 1u);
}

TEST_F(StoreTest, JobsThatEndAtOnceLoseNothing) {
  constexpr int kJobs = 4, kRuns = 8;
  std::vector<std::thread> jobs;
  for (int job = 0; job < kJobs; ++job) {
    jobs.emplace_back([&] {
      for (int i = 0; i < kRuns; ++i) add_run(prepared().make(case_), a_run());
    });
  }
  for (std::thread& job : jobs) job.join();
  EXPECT_EQ(Store(path_).read(case_.folder()).runs.size(), std::size_t{kJobs * kRuns});
}

/// A profile has the run that took it, one that was assembled from records only its date.
TEST_F(StoreTest, AGenerationIsTheRunOfTheProfile) {
  const std::string profile = folder_.file("app.tmprof");
  const auto write_profile = [&](const std::string& meta) {
    formats::ProfileWriter writer(profile);
    const std::string text = "program=app\nranks=1\n" + meta;
    writer.add({wire::FrameType::Meta, {text.data(), text.size()}});
    writer.commit();
  };
  write_profile("date=2026-01-02T03:04:05Z\nrun=20260102T030405.000006Z-0000abcd\n");
  EXPECT_EQ(generation_of(profile), "20260102T030405.000006Z-0000abcd");
  write_profile("date=2026-01-02T03:04:05Z\n");
  EXPECT_EQ(generation_of(profile), "of 2026-01-02T03:04:05Z");
}

TEST_F(StoreTest, RunIdsBeginWithTheTime) {
  const auto now = [] { return date_text(std::time(nullptr)); };  // 2026-01-02T03:04:05Z
  const std::string before = now(), id = new_run_id(), after = now();
  ASSERT_THAT(id, ::testing::MatchesRegex("[0-9]{8}T[0-9]{6}[.][0-9]{6}Z-[0-9a-f]{8}"));
  const std::string date = id.substr(0, 4) + "-" + id.substr(4, 2) + "-" + id.substr(6, 5) + ":" + id.substr(11, 2) +
                           ":" + id.substr(13, 2) + "Z";
  EXPECT_LE(before, date);
  EXPECT_LE(date, after);
}

TEST_F(StoreTest, RunIdsAreInTheOrderOfTime) {
  std::set<std::string> ids;
  const std::string first = new_run_id();
  for (int i = 0; i < 100; ++i) ids.insert(new_run_id());
  EXPECT_EQ(ids.size(), 100u);
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_LT(first, new_run_id());
  EXPECT_EQ(first.find('/'), std::string::npos);
}

/// The engine takes the name as a word of its command line.
TEST_F(StoreTest, AModelIsOneWord) {
  const Store store = prepared();
  const KeptFolder folder = store.make(case_);
  store::Run run = a_run();
  run.order = Order::Reordered;
  for (const char* model : {"hop-bytes --level-costs /home/victim/secret", "-x", "a,b", "\nmodel", "Bytes"}) {
    run.id = new_run_id(), run.model = model;
    add_run(folder, run);
    const Entry entry = store.read(case_.folder());
    EXPECT_TRUE(entry.runs.empty()) << model;
    EXPECT_EQ(entry.damaged.size(), 1U) << model;
    folder.remove(run.id + ".run");
  }
}

TEST_F(StoreTest, OfVirtualTopologiesAnEarlyVersionSaidNothing) {
  wire::KeyValues values = values_of(a_run());
  values.erase("topologies"), values.erase("moved");
  const store::Run run = run_of(values);
  EXPECT_EQ(run.topologies, Topologies::None);
  EXPECT_EQ(order_name(run), "hop-bytes");
  values["topologies"] = "perhaps";
  EXPECT_THROW(run_of(values), InputError);
}

TEST_F(StoreTest, TheNewestRunsOfACaseAreRead) {
  const Store store = prepared();
  const KeptFolder folder = store.make(case_);
  for (std::size_t i = 0; i < kMostRuns + 10; ++i)
    write_values(folder, fmt::format("20260102T030405.{:06}Z-0000abcd.run", i), values_of(a_run()));
  const Entry entry = store.read(case_.folder());
  ASSERT_EQ(entry.runs.size(), kMostRuns);
  EXPECT_EQ(entry.runs.front().id, "20260102T030405.000010Z-0000abcd");
}

TEST_F(StoreTest, ARunIsSmall) {
  const Store store = prepared();
  store::Run run = a_run();
  run.why = std::string(1 << 15, 'x');
  add_run(store.make(case_), run);
  EXPECT_EQ(store.read(case_.folder()).damaged.size(), 1U);
}

/// The attacker is another member of the group that shares the store.
TEST_F(StoreTest, AProfileIsNotReadOverALink) {
  const KeptFolder folder = prepared().make(case_);
  const std::string secret = write("secret.tmprof", "");
  fs::create_symlink(secret, folder.folder().path_of(kProfileName));
  EXPECT_THROW(folder.profile(kProfileName), InputError);
}

TEST_F(StoreTest, ForgettingRemovesTheCase) {
  const Store store = prepared();
  const std::string folder = store.make(case_).path();
  EXPECT_TRUE(store.forget(case_.folder()));
  EXPECT_FALSE(fs::exists(folder));
  EXPECT_EQ(store.names().size(), 0u);
}

TEST_F(StoreTest, ForgettingLeavesForeignFiles) {
  const Store store = prepared();
  store.make(case_);
  const std::string thesis = write(case_.folder() + "/thesis.tex", "years of work");
  write(case_.folder() + "/notes.parts/3.record", "mine");
  EXPECT_FALSE(store.forget(case_.folder()));
  EXPECT_EQ(testing::read_file(thesis), "years of work");
  EXPECT_EQ(testing::read_file(path_ + "/" + case_.folder() + "/notes.parts/3.record"), "mine");
  EXPECT_EQ(store.names().size(), 0u) << "it is no case any more";
}

}  // namespace
}  // namespace topomorph::store
