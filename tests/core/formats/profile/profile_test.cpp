// Profiles: they read back as written, people can query them, and damage is reported in one line.
#include "core/formats/profile/profile.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/descriptor.h"
#include "core/base/error.h"
#include "core/formats/profile/reader.h"
#include "core/formats/profile/writer.h"
#include "tests/temporary_folder.h"

namespace topomorph::formats {
namespace {

namespace fs = std::filesystem;

class ProfileTest : public ::testing::Test {
 protected:
  ProfileTest() {
    path_ = (folder_ / "app 100%#?.tmprof").string();  // characters with a meaning in URIs
  }

  std::size_t files() const { return temporary_.names().size(); }

  const tests::TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
  std::string path_;
};

void add_text(ProfileWriter& writer, wire::FrameType type, const std::string& text) {
  writer.add({type, {text.data(), text.size()}});
}

template <typename Record>
void add_rows(ProfileWriter& writer, wire::FrameType type, const std::vector<Record>& rows) {
  writer.add({type, {reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(Record)}});
}

wire::CallRecord call(const char* function, std::uint64_t phase, std::uint64_t count, std::uint64_t bytes) {
  wire::CallRecord record = {};
  std::strncpy(record.function, function, sizeof record.function - 1);
  record.phase = phase;
  record.count = count;
  record.bytes = bytes;
  record.nanoseconds = 1'500'000'000;
  return record;
}

constexpr auto kP2p = wire::Layer::PointToPoint;
constexpr auto kCollective = wire::Layer::Collective;

void add_meta(ProfileWriter& writer, int ranks) {
  add_text(writer, wire::FrameType::Meta, "program=./app\nranks=" + std::to_string(ranks) + "\ncollectives=exact\n");
}

/// Adds process 1 first, whose phases have other numbers than those of process 0.
void add_two_processes(ProfileWriter& writer) {
  add_text(writer, wire::FrameType::Process, "rank=1\nhost=node1\npath=Package:1\ncpuset=4-7\nmpi_seconds=0.25\n");
  add_text(writer, wire::FrameType::Phases, "main\nsolve\n");
  add_rows<wire::TrafficRecord>(writer, wire::FrameType::Traffic, {{0, kP2p, 1, 0, 10, 1}, {1, kP2p, 1, 0, 100, 2}});
  add_rows<wire::CallRecord>(writer, wire::FrameType::Calls, {call("MPI_Send", 1, 3, 110)});
  add_rows<wire::SizeRecord>(writer, wire::FrameType::Sizes, {{1, kP2p, 6, 0, 2}});
  add_text(writer, wire::FrameType::Process, "rank=0\nhost=node0\n");
  add_text(writer, wire::FrameType::Phases, "main\nsetup\nsolve\n");
  add_rows<wire::TrafficRecord>(writer, wire::FrameType::Traffic,
                                {{2, kP2p, 0, 1, 1ull << 40, 4}, {2, kCollective, 0, 1, 7, 1}});
  add_rows<wire::CallRecord>(writer, wire::FrameType::Calls, {call("MPI_Send", 2, 1, 5)});
  add_rows<wire::SizeRecord>(writer, wire::FrameType::Sizes, {{2, kP2p, 6, 0, 3}});
}

void write_small_profile(const std::string& path) {
  ProfileWriter writer(path);
  add_meta(writer, 2);
  add_two_processes(writer);
  writer.commit();
}

std::string query(const std::string& path, const std::string& sql) {
  sqlite3* database = nullptr;
  std::string result;
  EXPECT_EQ(sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
  const auto add_row = [](void* to, int columns, char** values, char**) {
    for (int c = 0; c < columns; ++c) {
      *static_cast<std::string*>(to) +=
          std::string(values[c] == nullptr ? "NULL" : values[c]) + (c + 1 < columns ? "|" : "\n");
    }
    return 0;
  };
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), add_row, &result, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
  sqlite3_close(database);
  return result;
}

template <typename Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST_F(ProfileTest, ReadsBackWhatWasWritten) {
  write_small_profile(path_);
  const Profile profile = read_profile(path_);
  EXPECT_EQ(profile.job_ranks, 2U);
  EXPECT_EQ(profile.meta.at("program"), "./app");
  EXPECT_EQ(profile.meta.at("records"), "2");
  ASSERT_EQ(profile.ranks.size(), 2U);
  EXPECT_EQ(profile.ranks[0].location.host, "node0");
  EXPECT_EQ(profile.ranks[1].location.path, "Package:1");
  EXPECT_EQ(profile.ranks[1].cpuset, "4-7");
  EXPECT_EQ(profile.ranks[1].mpi_seconds, 0.25);
  EXPECT_EQ(profile.phases, (std::vector<std::string>{"main", "solve", "setup"}));
  ASSERT_EQ(profile.calls.size(), 1U);  // of both processes, by the name of the phase
  EXPECT_EQ(profile.calls[0].phase, "solve");
  EXPECT_EQ(profile.calls[0].count, 4U);
  EXPECT_EQ(profile.calls[0].bytes, 115U);
  EXPECT_DOUBLE_EQ(profile.calls[0].seconds, 3.0);
  ASSERT_EQ(profile.sizes.size(), 1U);
  EXPECT_EQ(profile.sizes[0].messages, 5U);
}

TEST_F(ProfileTest, NamesTheFirstRankThatRunsFarFromItsGpu) {
  ProfileWriter writer(path_);
  add_meta(writer, 3);
  EXPECT_EQ(writer.far_from_gpu_text(), "");
  for (const char* rank : {"rank=2\nhost=b\nfar_from_gpu=runs there\n", "rank=0\nhost=a\nfar_from_gpu=\n",
                           "rank=1\nhost=a\nfar_from_gpu=runs here\n"}) {
    add_text(writer, wire::FrameType::Process, rank);
  }
  writer.commit();
  EXPECT_EQ(writer.far_from_gpu_text(), "rank 1 on a runs here; 1 more rank runs far from its GPU");
  EXPECT_EQ(read_profile(path_).meta.at("far_from_gpu"), writer.far_from_gpu_text());
}

TEST_F(ProfileTest, SumsOfPhasesAndLayersAreThoseOfTheAffinity) {
  write_small_profile(path_);
  std::uint64_t bytes = 0, messages = 0;
  for (const TrafficSum& sum : read_profile_sums(path_)) {
    const Affinity part = read_profile_affinity(path_, {{sum.phase}, {sum.layer}});
    EXPECT_EQ(sum.bytes, part.total_bytes()) << sum.phase;
    EXPECT_EQ(sum.messages, part.total_messages()) << sum.phase;
    bytes += sum.bytes, messages += sum.messages;
  }
  EXPECT_EQ(bytes, read_profile_affinity(path_).total_bytes());
  EXPECT_EQ(messages, read_profile_affinity(path_).total_messages());
}

TEST_F(ProfileTest, AffinityOfAllAndOfSomePhasesAndLayers) {
  write_small_profile(path_);
  EXPECT_EQ(read_profile_affinity(path_).total_bytes(), (1ull << 40) + 117);
  EXPECT_EQ(read_profile_affinity(path_, {{"main"}, {}}).total_bytes(), 10U);
  EXPECT_EQ(read_profile_affinity(path_, {{"solve"}, {kCollective}}).total_messages(), 1U);
  EXPECT_EQ(read_profile_affinity(path_, {{}, {kP2p}}).row(0)[0].bytes, 1ull << 40);
  EXPECT_NE(error_of([&] {
              read_profile_affinity(path_, {{"slove"}, {}});
            }).find("no phase 'slove'"),
            std::string::npos);
}

TEST_F(ProfileTest, PeopleCanQueryIt) {
  write_small_profile(path_);
  EXPECT_EQ(
      query(path_, "select source,destination,sum(bytes),sum(messages) from traffic where layer='p2p' group by 1,2"),
      "0|1|1099511627776|4\n1|0|110|3\n");
  EXPECT_EQ(query(path_, "select phase,layer,bytes from traffic where layer='collective'"), "solve|collective|7\n");
  EXPECT_EQ(query(path_, "select function,count,bytes,time from calls"), "MPI_Send|4|115|3.0\n");
  EXPECT_EQ(query(path_, "select rank,host,cpuset,path from ranks where rank=1"), "1|node1|4-7|Package:1\n");
  EXPECT_EQ(query(path_, "pragma integrity_check"), "ok\n");
}

TEST_F(ProfileTest, NothingAppearsBeforeCommitNorAfterAnAbandonedWriter) {
  {
    ProfileWriter writer(path_);
    add_meta(writer, 2);
    add_two_processes(writer);
    EXPECT_FALSE(fs::exists(path_));
  }
  EXPECT_EQ(files(), 0U);
}

TEST_F(ProfileTest, AnOldProfileStaysUntilTheNewOneIsWhole) {
  write_small_profile(path_);
  {
    ProfileWriter writer(path_);
    add_meta(writer, 16);
  }
  EXPECT_EQ(read_profile(path_).job_ranks, 2U);
  EXPECT_EQ(files(), 1U);
}

TEST_F(ProfileTest, RefusesDamagedRecords) {
  const auto error_with = [&](auto add) {
    return error_of([&] {
      ProfileWriter writer(path_);
      add_meta(writer, 2);
      add_text(writer, wire::FrameType::Process, "rank=0\n");
      add_text(writer, wire::FrameType::Phases, "main\n");
      add(writer);
    });
  };
  const auto traffic = [](wire::TrafficRecord row) {
    return [row](ProfileWriter& writer) { add_rows<wire::TrafficRecord>(writer, wire::FrameType::Traffic, {row}); };
  };
  EXPECT_EQ(error_with(traffic({0, kP2p, 0, 2, 1, 1})), "damaged record: rank 2 of 2");
  EXPECT_EQ(error_with(traffic({1, kP2p, 0, 1, 1, 1})), "damaged record: phase 1 of 1");
  EXPECT_NE(error_with(traffic({0, static_cast<wire::Layer>(9), 0, 1, 1, 1})).find("layer 9"), std::string::npos);
  EXPECT_NE(error_with(traffic({0, kP2p, 0, 1, ~0ull, 1})).find("more than a profile can hold"), std::string::npos);
  EXPECT_NE(
      error_with([](ProfileWriter& writer) { add_text(writer, wire::FrameType::Process, "rank=0\n"); }).find("twice"),
      std::string::npos);
  EXPECT_NE(error_with([](ProfileWriter& writer) {
              add_text(writer, wire::FrameType::Process, "rank=1\nhost=node1\npath=Package:0oC/re:0\n");
            }).find("host node1, place \"Package:0oC/re:0\""),
            std::string::npos);
  EXPECT_NE(error_with([](ProfileWriter& writer) { add_text(writer, wire::FrameType::Plan, ""); }).find("Plan"),
            std::string::npos);
  EXPECT_EQ(files(), 0U);
}

TEST_F(ProfileTest, RecordsNeedTheirMetaAndTheirProcess) {
  ProfileWriter writer(path_);
  EXPECT_THROW(add_text(writer, wire::FrameType::Process, "rank=0\n"), InputError);
  add_meta(writer, 1);
  EXPECT_THROW(add_text(writer, wire::FrameType::Phases, "main\n"), InputError);
}

constexpr const char* kNoProfile = ": is no profile (.tmprof): found ";
constexpr const char* kExpected = ", expected the tables that 'topomorph profile' writes and nothing else";

TEST_F(ProfileTest, FilesThatAreNoProfilesAreSaidSo) {
  std::ofstream(path_) << "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 3\n" << std::string(4096, 'x');
  EXPECT_EQ(error_of([&] { read_profile(path_); }), path_ + ": is no profile (.tmprof)");
  std::ofstream(path_, std::ios::trunc).close();
  EXPECT_EQ(error_of([&] { read_profile_affinity(path_); }), path_ + kNoProfile + "no table 'meta'" + kExpected);
  fs::remove(path_);
  EXPECT_EQ(error_of([&] { read_profile(path_); }), path_ + ": cannot be read: No such file or directory");
}

/// Who opens another user's pipe, or a device, has an effect on it.
TEST_F(ProfileTest, APipeIsNotOpened) {
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  const Descriptor opened(inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  ASSERT_GE(inotify_add_watch(opened.get(), path_.c_str(), IN_OPEN), 0);
  EXPECT_EQ(error_of([&] { read_profile_meta(path_); }), path_ + ": is no regular file, expected a profile");
  char event[512];
  EXPECT_EQ(::read(opened.get(), event, sizeof event), -1) << "it was opened";
}

TEST_F(ProfileTest, ATruncatedProfileIsRefused) {
  {
    ProfileWriter writer(path_);
    add_meta(writer, 1000);
    add_text(writer, wire::FrameType::Process, "rank=0\n");
    add_text(writer, wire::FrameType::Phases, "main\n");
    for (std::uint64_t peer = 0; peer < 1000; ++peer) {
      add_rows<wire::TrafficRecord>(writer, wire::FrameType::Traffic, {{0, kP2p, 0, peer, 1, 1}});
    }
    writer.commit();
  }
  EXPECT_EQ(read_profile_affinity(path_).total_messages(), 1000U);
  fs::resize_file(path_, fs::file_size(path_) / 2);
  const std::string error = error_of([&] { read_profile_affinity(path_); });
  EXPECT_TRUE(error.starts_with(path_ + ": ")) << error;
}

void change(const std::string& path, const char* sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(database);
}

TEST_F(ProfileTest, AQueryWithoutEndInPlaceOfATableIsRefused) {
  write_small_profile(path_);
  change(path_,
         "drop table traffic; create view traffic as with recursive c(n) as (select 1 union all select n + 1 from c) "
         "select '' phase, 'p2p' layer, 0 source, 0 destination, n bytes, 1 messages from c");
  EXPECT_EQ(error_of([&] { read_profile_affinity(path_); }), path_ + kNoProfile + "another view 'traffic'" + kExpected);
}

TEST_F(ProfileTest, MoreThanTheProgramsWriteIsRefused) {
  write_small_profile(path_);
  change(path_, "update sizes set log2 = 4294967296");
  EXPECT_EQ(error_of([&] { read_profile(path_); }),
            path_ + ": holds a size of 2^4294967296 bytes, expected at most 2^64");
  change(path_, "update meta set value = '60000000' where key = 'ranks'");
  EXPECT_NE(error_of([&] { read_profile_affinity(path_); }).find("found 60000000 roles with"), std::string::npos);
  ProfileWriter writer(path_);
  EXPECT_THROW(add_text(writer, wire::FrameType::Meta, "ranks=1000000000000\n"), InputError);
}

TEST_F(ProfileTest, AnotherFormatVersionIsRefused) {
  write_small_profile(path_);
  change(path_, "update meta set value='3' where key='format_version'");
  EXPECT_EQ(error_of([&] { read_profile(path_); }), path_ + ": is a profile of format version '3': expected 1 or 2");
}

constexpr wire::NetworkRecord kAcross = {wire::Reach::Network, 0, 1, 1e-4, 12e6, 65536, 1e9, 7e-6, 13e-6, 0.1};

void write_profile_with(const std::string& path, const std::vector<wire::NetworkRecord>& network) {
  ProfileWriter writer(path);
  add_meta(writer, 2);
  add_two_processes(writer);
  add_rows<wire::NetworkRecord>(writer, wire::FrameType::Network, network);
  writer.commit();
}

TEST_F(ProfileTest, TheProfiledNetworkReadsBack) {
  write_profile_with(path_, {kAcross});
  const std::vector<ProfiledPair> pairs = read_profile(path_).network;
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].reach, wire::Reach::Network);
  EXPECT_EQ(pairs[0].rank, 0U) << "the process whose record it is";
  EXPECT_EQ(pairs[0].other, 1U);
  EXPECT_EQ(pairs[0].latency, 1e-4);
  EXPECT_EQ(pairs[0].bandwidth, 12e6);
  EXPECT_EQ(pairs[0].burst_bytes, 65536);
  EXPECT_EQ(pairs[0].burst_bandwidth, 1e9);
  EXPECT_EQ(pairs[0].send, 7e-6);
  EXPECT_EQ(pairs[0].receive, 13e-6);
  EXPECT_EQ(pairs[0].waiting, 0.1);
  const ProfiledNetwork network = read_profile_network(path_);
  EXPECT_EQ(network.pairs.size(), 1U);
  EXPECT_EQ(network.hosts, (std::vector<std::string>{"node0", "node1"}));
}

TEST_F(ProfileTest, ADoubtfulNetworkIsMarked) {
  {
    ProfileWriter writer(path_);
    add_meta(writer, 2);
    add_two_processes(writer);
    wire::NetworkRecord doubtful = kAcross;
    doubtful.doubts = 5;
    add_rows<wire::NetworkRecord>(writer, wire::FrameType::Network, {doubtful});
    ASSERT_EQ(writer.network().size(), 1U);
    EXPECT_EQ(writer.network()[0].doubts, 5U);
    writer.note_network_doubt("repetitions differ");
    writer.commit();
  }
  EXPECT_EQ(read_profile(path_).network_doubt, "repetitions differ");
  EXPECT_EQ(read_profile_network(path_).doubt, "repetitions differ");
  EXPECT_EQ(read_profile_meta(path_)["network_doubt"], "repetitions differ");
}

TEST_F(ProfileTest, AForeignMarkCannotFillOrCommandATerminal) {
  write_small_profile(path_);
  EXPECT_EQ(read_profile(path_).network_doubt, "");
  change(path_,
         "insert into meta values('network_doubt', 'a' || char(27) || '[2J' || char(10) || printf('%.*c', 999, 'x'))");
  const std::string doubt = read_profile(path_).network_doubt;
  EXPECT_LT(doubt.size(), 300U);
  EXPECT_EQ(doubt.find('\x1b'), std::string::npos);
  EXPECT_EQ(doubt.find('\n'), std::string::npos);
}

TEST_F(ProfileTest, AFailedMeasurementIsLeftOut) {
  wire::NetworkRecord no_rate = kAcross, no_rank = kAcross, no_reach = kAcross, no_number = kAcross;
  no_rate.bandwidth = 0;
  no_rank.other = 2;
  no_reach.reach = wire::Reach{4};
  no_number.latency = std::numeric_limits<double>::quiet_NaN();
  write_profile_with(path_, {no_rate, no_rank, no_reach, no_number});
  EXPECT_TRUE(read_profile(path_).network.empty());
}

TEST_F(ProfileTest, AProfileWithoutTheSectionHasNoNetwork) {
  write_profile_with(path_, {kAcross});
  change(path_, "drop table network");
  EXPECT_TRUE(read_profile(path_).network.empty());
}

TEST_F(ProfileTest, ANetworkOfTheFirstVersionDoesNotTellWhatWaitingTakes) {
  write_profile_with(path_, {kAcross});
  change(path_, "alter table network drop column waiting");
  const std::vector<ProfiledPair> pairs = read_profile(path_).network;
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].receive, 13e-6);
  EXPECT_EQ(pairs[0].waiting, 0);
}

TEST_F(ProfileTest, ADamagedNetworkIsRefused) {
  for (const char* damage :
       {"latency = 0", "latency = 'fast'", "bandwidth = -1", "bandwidth = 9e999", "burst_bandwidth = 0", "send = -1",
        "waiting = -1", "other = 2", "rank = -1", "other = 0.5", "reach = 'moon'"}) {
    write_profile_with(path_, {kAcross});
    change(path_, ("update network set " + std::string(damage)).c_str());
    const std::string error = error_of([&] { read_profile(path_); });
    EXPECT_TRUE(error.starts_with(path_ + ": ")) << damage << ": " << error;
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
  change(path_, "drop table network; create table network(reach)");
  EXPECT_TRUE(error_of([&] { read_profile(path_); }).starts_with(path_ + ": "));
  change(path_, "drop table network; create view network as select 1");
  EXPECT_EQ(error_of([&] { read_profile(path_); }), path_ + kNoProfile + "another view 'network'" + kExpected);
}

/// Writes an all-to-all of all ranks, 5 bytes and a message to each other rank, twice as much from the last rank; and a
/// reduce-scatter, recorded by its receivers.
void write_dense_profile(const std::string& path, std::uint64_t ranks) {
  ProfileWriter writer(path);
  add_meta(writer, static_cast<int>(ranks));
  for (std::uint64_t rank = 0; rank < ranks; ++rank) {
    add_text(writer, wire::FrameType::Process, "rank=" + std::to_string(rank) + "\n");
    add_text(writer, wire::FrameType::Phases, "main\n");
    add_text(writer, wire::FrameType::Groups, "0-" + std::to_string(ranks - 1) + "\n");
    add_rows<wire::TrafficRecord>(writer, wire::FrameType::Traffic, {{0, kP2p, rank, (rank + 1) % ranks, 3, 1}});
    const std::uint64_t times = rank + 1 == ranks ? 2 : 1;
    add_rows<wire::GroupTrafficRecord>(writer, wire::FrameType::GroupTraffic,
                                       {{0, kCollective, 0, 0, rank, 5 * (ranks - 1) * times, (ranks - 1) * times},
                                        {0, kCollective, 0, 1, rank, rank * (ranks - 1), ranks - 1}});
  }
  writer.commit();
}

/// Returns all pairs of the dense profile.
Affinity dense_affinity(std::uint64_t ranks) {
  std::vector<Traffic> pairs;
  for (std::uint64_t a = 0; a < ranks; ++a) {
    pairs.push_back({a, (a + 1) % ranks, 3, 1});
    for (std::uint64_t b = 0; b < ranks; ++b) {
      const std::uint64_t times = a + 1 == ranks ? 2 : 1;
      if (a != b) pairs.push_back({a, b, 5 * times + b, times + 1});
    }
  }
  return Affinity::from_traffic(ranks, std::move(pairs));
}

TEST_F(ProfileTest, SmallGroupsAreRowsOfTraffic) {
  write_dense_profile(path_, 12);
  EXPECT_EQ(query(path_, "select count(*) from group_traffic"), "0\n");
  EXPECT_EQ(query(path_, "select value from meta where key='format_version'"), "1\n");
  const Affinity expected = dense_affinity(12), found = read_profile_affinity(path_);
  for (Role role = 0; role < 12; ++role) {
    ASSERT_EQ(found.row(role).size(), expected.row(role).size());
    for (std::size_t i = 0; i < found.row(role).size(); ++i) {
      EXPECT_EQ(found.row(role)[i].destination, expected.row(role)[i].destination);
      EXPECT_EQ(found.row(role)[i].bytes, expected.row(role)[i].bytes) << role << " " << i;
      EXPECT_EQ(found.row(role)[i].messages, expected.row(role)[i].messages);
    }
  }
}

TEST_F(ProfileTest, LargeGroupsAreARowForAllThatSayTheSame) {
  constexpr std::uint64_t kRanks = 300;
  write_dense_profile(path_, kRanks);
  EXPECT_EQ(query(path_, "select count(*) from traffic"), "300\n");
  EXPECT_EQ(query(path_, "select first, last, bytes, messages from group_traffic where direction='out' order by 1"),
            "0|298|1495|299\n299|299|2990|598\n");
  EXPECT_EQ(query(path_, "select members from groups"), "0-299\n");
  EXPECT_EQ(query(path_, "select value from meta where key='format_version'"), "2\n");
  const Affinity expected = dense_affinity(kRanks), found = read_profile_affinity(path_);
  EXPECT_EQ(found.total_bytes(), expected.total_bytes());
  EXPECT_EQ(found.total_messages(), expected.total_messages());
  EXPECT_EQ(found.entries(), expected.entries());  // few enough to be pairs in memory
  std::uint64_t bytes = 0;
  for (const TrafficSum& sum : read_profile_sums(path_)) bytes += sum.bytes;
  EXPECT_EQ(bytes, expected.total_bytes());
}

TEST_F(ProfileTest, TooManyPairsStayAGroup) {
  write_dense_profile(path_, 3000);
  const Affinity found = read_profile_affinity(path_);
  EXPECT_EQ(found.entries(), 3000U);
  ASSERT_EQ(found.groups().size(), 1U);
  EXPECT_EQ(found.total_bytes(), dense_affinity(3000).total_bytes());
  EXPECT_EQ(read_profile_affinity(path_, {{}, {kP2p}}).groups().size(), 0U);
}

TEST_F(ProfileTest, DamagedGroupsAreRefused) {
  const auto error = [&](const char* groups, wire::GroupTrafficRecord row) {
    return error_of([&] {
      ProfileWriter writer(path_);
      add_meta(writer, 4);
      add_text(writer, wire::FrameType::Process, "rank=0\n");
      add_text(writer, wire::FrameType::Phases, "main\n");
      add_text(writer, wire::FrameType::Groups, groups);
      add_rows<wire::GroupTrafficRecord>(writer, wire::FrameType::GroupTraffic, {row});
    });
  };
  EXPECT_NE(error("0-3\n", {0, kCollective, 1, 0, 0, 9, 3}).find("group 1 of 1"), std::string::npos);
  EXPECT_NE(error("0-2\n", {0, kCollective, 0, 0, 3, 9, 3}).find("rank 3 is not in its group"), std::string::npos);
  EXPECT_NE(error("0-4\n", {0, kCollective, 0, 0, 0, 9, 3}).find("group '0-4'"), std::string::npos);
  write_dense_profile(path_, 300);
  change(path_, "update group_traffic set group_id=7");
  EXPECT_NE(error_of([&] { read_profile_affinity(path_); }).find("group 7"), std::string::npos);
}

TEST_F(ProfileTest, SummarisedProcessesAreCounted) {
  ProfileWriter writer(path_);
  add_meta(writer, 2);
  add_text(writer, wire::FrameType::Process, "rank=0\nsummarised=1\n");
  add_text(writer, wire::FrameType::Process, "rank=1\nsummarised=0\n");
  writer.commit();
  EXPECT_EQ(read_profile_meta(path_).at("summarised"), "1");
}

TEST_F(ProfileTest, AnUnwritableFolderIsAnInputError) {
  const std::string nowhere = (folder_ / "absent" / "app.tmprof").string();
  EXPECT_NE(error_of([&] { ProfileWriter writer(nowhere); }).find(nowhere), std::string::npos);
}

TEST_F(ProfileTest, AFullDiskIsAnInputErrorAndLeavesNothing) {
  // A limit on the size of files makes write(2) fail as on a full disk.
  rlimit before = {};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small = {100'000, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string error = error_of([&] {
    ProfileWriter writer(path_);
    add_meta(writer, 2);
    add_text(writer, wire::FrameType::Process, "rank=0\n");
    add_text(writer, wire::FrameType::Phases, "main\n");
    add_rows(writer, wire::FrameType::Traffic, std::vector<wire::TrafficRecord>(200'000, {0, kP2p, 0, 1, 1, 1}));
    writer.commit();
  });
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_TRUE(error.starts_with(path_ + ": ")) << error;
  EXPECT_EQ(files(), 0U);
}

TEST_F(ProfileTest, ADeviceIsNoPlaceForAProfile) {
  const std::string error = error_of([&] { ProfileWriter writer("/dev/full"); });
  EXPECT_NE(error.find("no regular file"), std::string::npos) << error;
}

}  // namespace
}  // namespace topomorph::formats
