// Tests of the engine's verbs, used as a job uses them: frames in, frames out, in a process of its own.
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/formats/profile/profile.h"
#include "core/formats/profile/reader.h"
#include "tests/temporary_folder.h"
#include "tests/tools/engine/asking.h"

namespace topomorph::reorder {
namespace {

namespace fs = std::filesystem;
using wire::FrameType;

class EngineTest : public ::testing::Test {
 protected:
  EngineTest() { profile_ = (folder_ / "app.tmprof").string(); }

  std::size_t files() const { return temporary_.names().size(); }

  const tests::TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
  std::string profile_;
};

void append_meta(wire::Buffer& buffer, std::uint64_t ranks) {
  wire::append_text(buffer, FrameType::Meta, "program=app\nranks=" + std::to_string(ranks) + "\n");
}

/// Ranks r and r + ranks / 2 talk: the worst pattern for processes placed in blocks.
wire::TrafficRecord far_pair(std::uint64_t rank, std::uint64_t ranks, std::uint64_t bytes) {
  return {0, wire::Layer::PointToPoint, rank, (rank + ranks / 2) % ranks, bytes, 10};
}

void append_record(wire::Buffer& buffer, std::uint64_t rank, std::uint64_t ranks, std::uint64_t bytes = 1'000'000) {
  wire::append_text(buffer, FrameType::Process, "rank=" + std::to_string(rank) + "\nhost=n\n");
  wire::append_text(buffer, FrameType::Phases, "main\n");
  const std::vector<wire::TrafficRecord> rows = {far_pair(rank, ranks, bytes)};
  wire::append_records<wire::TrafficRecord>(buffer, FrameType::Traffic, rows);
}

/// `per_host` unbound processes on each host, in blocks.
void append_locations(wire::Buffer& buffer, std::uint64_t ranks, std::uint64_t per_host) {
  std::string text;
  for (std::uint64_t p = 0; p < ranks; ++p) {
    text += "node" + std::to_string(p / per_host) + "\t\n";
  }
  wire::append_text(buffer, FrameType::Locations, text);
}

wire::Buffer records_of(std::uint64_t ranks, std::uint64_t bytes = 1'000'000) {
  wire::Buffer request;
  for (std::uint64_t rank = 0; rank < ranks; ++rank) {
    append_record(request, rank, ranks, bytes);
  }
  return request;
}

wire::Buffer plan_request(std::uint64_t ranks, std::uint64_t per_host, std::uint64_t bytes = 1'000'000) {
  wire::Buffer request;
  append_locations(request, ranks, per_host);
  const wire::Buffer records = records_of(ranks, bytes);
  request.insert(request.end(), records.begin(), records.end());
  return request;
}

TEST_F(EngineTest, WriteMakesAProfile) {
  wire::Buffer request;
  append_meta(request, 4);
  const wire::Buffer records = records_of(4);
  request.insert(request.end(), records.begin(), records.end());
  const wire::Buffer answer = ask({"write", profile_}, request);
  EXPECT_EQ(wire::text(*wire::FrameReader(answer).next()), "summarised=0\n");
  EXPECT_EQ(formats::read_profile(profile_).ranks.size(), 4U);
  EXPECT_EQ(formats::read_profile_affinity(profile_).total_bytes(), 4'000'000U);
}

TEST_F(EngineTest, WriteLeavesNothingWhenTheJobDies) {
  {
    process::Engine engine({"write", profile_}, TOPOMORPH_TEST_ENGINE);
    wire::Buffer request;
    append_meta(request, 4);
    append_record(request, 0, 4);
    engine.send(request);
    usleep(100'000);
  }  // killed while the records are being sent
  EXPECT_FALSE(fs::exists(profile_));
}

TEST_F(EngineTest, WriteRefusesCutAndDamagedRecords) {
  wire::Buffer request(100, 'x');
  EXPECT_NE(error_of({"write", profile_}, request).find("damaged"), std::string::npos);
  EXPECT_EQ(files(), 0U);
}

TEST_F(EngineTest, WriteNamesAFolderThatIsNotThere) {
  const std::string path = (folder_ / "absent" / "app.tmprof").string();
  EXPECT_TRUE(error_of({"write", path}, {}).starts_with(path));
}

TEST_F(EngineTest, LearnPutsNothingWhereTheCaseWasForgotten) {
  wire::Buffer records;
  append_meta(records, 2);
  EXPECT_EQ(error_of({"learn", (folder_ / "gone").string()}, records),
            (folder_ / "gone").string() + ": is gone: it was removed while the program ran");
  EXPECT_EQ(files(), 0u);
}

TEST_F(EngineTest, LearnKeepsNothingOfAJobThatDies) {
  std::ofstream(folder_ / "format") << "topomorph store 1\n";
  const std::string known = (folder_ / "app-0123456789abcdef").string();
  std::filesystem::create_directory(known);
  std::ofstream(known + "/case") << "format_version=1\n";
  wire::Buffer records;
  wire::append_text(records, FrameType::Meta, "program=app\nranks=2\nrun=20261120T150102.123456Z-0000abcd\n");
  {
    process::Engine engine({"learn", known}, TOPOMORPH_TEST_ENGINE);
    engine.send(records);
  }
  const auto files_of_case = [&] { return std::distance(std::filesystem::directory_iterator(known), {}); };
  EXPECT_EQ(files_of_case(), 1);
  EXPECT_EQ(error_of({"learn", known}, records), known + ": records of 0 ranks came in, of 2");
  EXPECT_EQ(files_of_case(), 1);
}

TEST_F(EngineTest, LocateFindsTheCpusOfThisMachine) {
  wire::Buffer request;
  wire::append_text(request, FrameType::Cpusets, "0\n0-1048575\n");
  const wire::Buffer answer = ask({"locate"}, request);
  const auto frame = wire::FrameReader(answer).next();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->type, FrameType::Paths);
  const auto paths = wire::lines(wire::text(*frame));
  ASSERT_EQ(paths.size(), 2U);
  EXPECT_EQ(paths[1], "");  // the whole machine: unbound
}

TEST_F(EngineTest, LocateRefusesOtherFramesAndWrongLists) {
  wire::Buffer request;
  wire::append_text(request, FrameType::Cpusets, "zero\n");
  EXPECT_NE(error_of({"locate"}, request).find("zero"), std::string::npos);
  EXPECT_NE(error_of({"locate"}, records_of(1)).find("expected Cpusets"), std::string::npos);
}

TEST_F(EngineTest, PlanBringsPairsTogetherAndKeepsRoleZero) {
  const Answer answer = plan({}, plan_request(8, 4));
  EXPECT_EQ(answer.summary.at("decision"), "reorder");
  EXPECT_EQ(answer.summary.at("message"),
            "8 ranks on 2 nodes: inter-node bytes 8 MB -> 0 B (-100 %), predicted communication time -94 % (assumed "
            "network 16:1)");
  EXPECT_EQ(answer.summary.at("host_bytes_before"), "8000000");
  EXPECT_EQ(answer.summary.at("host_bytes_after"), "0");
  ASSERT_EQ(answer.ranks.size(), 8U);
  EXPECT_EQ(answer.ranks[0], 0U);
  std::vector<std::uint64_t> process_of(8);
  for (std::uint64_t p = 0; p < 8; ++p) {
    process_of.at(answer.ranks[p]) = p;
  }
  for (std::uint64_t role = 0; role < 4; ++role) {
    EXPECT_EQ(process_of[role] / 4, process_of[role + 4] / 4) << role;
  }
}

/// 16 processes in blocks on four hosts, two on each of two packages.
wire::Buffer request_of_packages(const std::string& end_of_line) {
  std::string locations;
  for (int p = 0; p < 16; ++p) {
    locations += "n" + std::to_string(p / 4) + "\tPackage:" + std::to_string(p % 4 / 2) + end_of_line + "\n";
  }
  wire::Buffer request;
  wire::append_text(request, FrameType::Locations, locations);
  const wire::Buffer records = records_of(16);
  request.insert(request.end(), records.begin(), records.end());
  return request;
}

/// Returns whether the processes of each host have ascending ranks.
bool keeps_local_ranks(const std::vector<std::uint64_t>& ranks, std::size_t per_host = 4) {
  for (std::size_t p = 0; p + 1 < ranks.size(); ++p) {
    if ((p + 1) % per_host != 0 && ranks[p] > ranks[p + 1]) return false;
  }
  return true;
}

TEST_F(EngineTest, PlanKeepsLocalRanksOfProcessesWithGpus) {
  const Answer kept = plan({}, request_of_packages("\t\tgpu"));
  EXPECT_TRUE(keeps_local_ranks(kept.ranks));
  EXPECT_EQ(kept.summary.at("decision"), "reorder");
  EXPECT_EQ(kept.summary.at("local_ranks"), "kept");
  EXPECT_EQ(kept.summary.at("host_bytes_after"), "0");
  EXPECT_TRUE(kept.summary.at("message").ends_with(", local ranks kept")) << kept.summary.at("message");
}

TEST_F(EngineTest, PlanMayChangeThemWithoutGpusOrIfTheUserSaysSo) {
  for (const Answer& free :
       {plan({}, request_of_packages("")), plan({"--local-ranks", "free"}, request_of_packages("\t\tgpu"))}) {
    EXPECT_FALSE(keeps_local_ranks(free.ranks));  // pairs are in one package, which the order within hosts forbids
    EXPECT_EQ(free.summary.at("local_ranks"), "free");
  }
  EXPECT_TRUE(keeps_local_ranks(plan({"--local-ranks", "keep"}, request_of_packages("")).ranks));
}

TEST_F(EngineTest, PlanForACommunicatorOfTheProgramKeepsThemOnlyIfTheUserSaysSo) {
  wire::Buffer request = request_of_packages("\t\tgpu");
  std::vector<std::uint64_t> members(16);
  for (std::uint64_t rank = 0; rank < 16; ++rank) members[rank] = rank;
  wire::append_records<std::uint64_t>(request, FrameType::Members, members);
  EXPECT_FALSE(keeps_local_ranks(plan({}, request).ranks));
  EXPECT_TRUE(keeps_local_ranks(plan({"--local-ranks", "keep"}, request).ranks));
}

TEST_F(EngineTest, PlanReadsAProfile) {
  wire::Buffer records;
  append_meta(records, 8);
  const wire::Buffer rest = records_of(8);
  records.insert(records.end(), rest.begin(), rest.end());
  ask({"write", profile_}, records);
  wire::Buffer request;
  append_locations(request, 8, 2);
  const Answer answer = plan({"--profile", profile_}, request);
  EXPECT_EQ(answer.summary.at("message"),
            "8 ranks on 4 nodes: inter-node bytes 8 MB -> 0 B (-100 %), predicted communication time -94 % (assumed "
            "network 16:1)");

  wire::Buffer other_size;
  append_locations(other_size, 16, 4);
  EXPECT_EQ(
      error_of({"plan", "--profile", profile_}, other_size),
      "profile " + profile_ +
          " is of 8 ranks, this job has 16: 100 % of the bytes of 8 ranks are between ranks in pairs, which do not "
          "tell who is whose partner in a job of another size: profile one of that size");
}

/// Ranks of a square talk with the next in their row and, much more, in their column.
wire::Buffer profile_of_square(std::uint64_t side) {
  wire::Buffer records;
  append_meta(records, side * side);
  for (std::uint64_t rank = 0; rank < side * side; ++rank) {
    wire::append_text(records, FrameType::Process, "rank=" + std::to_string(rank) + "\nhost=n\n");
    wire::append_text(records, FrameType::Phases, "main\n");
    std::vector<wire::TrafficRecord> rows;
    if (rank % side + 1 < side) rows.push_back({0, wire::Layer::PointToPoint, rank, rank + 1, 1000, 1});
    if (rank / side + 1 < side) rows.push_back({0, wire::Layer::PointToPoint, rank, rank + side, 1'000'000, 1});
    wire::append_records<wire::TrafficRecord>(records, FrameType::Traffic, rows);
  }
  return records;
}

TEST_F(EngineTest, PlanContinuesAProfileOfAnotherNumberOfRanks) {
  ask({"write", profile_}, profile_of_square(4));
  wire::Buffer request;
  append_locations(request, 64, 8);
  const Answer answer = plan({"--profile", profile_}, request);
  EXPECT_EQ(answer.summary.at("decision"), "reorder");
  EXPECT_TRUE(answer.summary.at("message").starts_with("64 ranks on 8 nodes: inter-node bytes "))
      << answer.summary.at("message");
  EXPECT_TRUE(answer.summary.at("message").ends_with("; profile of 16 ranks continued to 64 as grid 8x8"))
      << answer.summary.at("message");
  EXPECT_EQ(answer.ranks.size(), 64U);
}

TEST_F(EngineTest, PlanSpeaksOfThePackagesWhereThereIsOneHost) {
  wire::Buffer request;
  std::string locations;
  for (int p = 0; p < 8; ++p) {
    locations += "n\tPackage:" + std::to_string(p / 4) + "/Core:" + std::to_string(p % 4) + "\n";
  }
  wire::append_text(request, FrameType::Locations, locations);
  const wire::Buffer records = records_of(8);
  request.insert(request.end(), records.begin(), records.end());
  const std::string message = plan({}, request).summary.at("message");
  EXPECT_EQ(message,
            "8 ranks on 1 node: inter-package bytes 8 MB -> 0 B (-100 %), predicted communication time -50 % (assumed "
            "network 2:1)");
}

TEST_F(EngineTest, PlanKeepsTheOrderOfUnboundProcessesOfOneHost) {
  const Answer answer = plan({}, plan_request(8, 8));
  EXPECT_EQ(answer.summary.at("decision"), "keep");
  EXPECT_EQ(answer.summary.at("message"), "predicted gain 0 % is under 5 %: order kept");
  EXPECT_EQ(answer.ranks, (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST_F(EngineTest, PlanKeepsTheOrderBelowTheThreshold) {
  const Answer answer = plan({"--min-gain", "99.5"}, plan_request(8, 4));
  EXPECT_EQ(answer.summary.at("decision"), "keep");
  EXPECT_NE(answer.summary.at("message").find("is under 99.5 %: order kept"), std::string::npos);
}

TEST_F(EngineTest, PlanNeverReordersForNothing) {
  const Answer answer = plan({"--min-gain", "0"}, plan_request(8, 4, 0));
  EXPECT_EQ(answer.summary.at("decision"), "keep");
}

TEST_F(EngineTest, PlanTranslatesMembersAndLeavesOthersOut) {
  wire::Buffer request;
  append_locations(request, 4, 2);
  const std::vector<std::uint64_t> members = {10, 20, 30, 40};
  wire::append_records<std::uint64_t>(request, FrameType::Members, members);
  const std::vector<wire::TrafficRecord> rows = {{0, wire::Layer::PointToPoint, 10, 30, 500, 1},
                                                 {0, wire::Layer::PointToPoint, 40, 20, 500, 1},
                                                 {0, wire::Layer::PointToPoint, 10, 99, 7'000, 1}};
  wire::append_records<wire::TrafficRecord>(request, FrameType::Traffic, rows);
  const Answer answer = plan({}, request);
  EXPECT_EQ(answer.summary.at("message"),
            "4 ranks on 2 nodes: inter-node bytes 1 kB -> 0 B (-100 %), predicted communication time -94 % (assumed "
            "network 16:1)");
}

TEST_F(EngineTest, PlanKnowsGroupsAndTheirPartsInside) {
  wire::Buffer request;
  append_locations(request, 4, 2);
  const std::vector<std::uint64_t> members = {10, 20, 30, 40};
  wire::append_records<std::uint64_t>(request, FrameType::Members, members);
  for (const std::uint64_t member : {10, 30, 50}) {  // two of three are inside and exchange half of it
    wire::append_text(request, FrameType::Process, "rank=" + std::to_string(member) + "\n");
    wire::append_text(request, FrameType::Groups, "0-99\n10,30,50\n");
    const std::vector<wire::GroupTrafficRecord> rows = {{0, wire::Layer::Collective, 1, 0, member, 2'000, 2}};
    wire::append_records<wire::GroupTrafficRecord>(request, FrameType::GroupTraffic, rows);
  }
  EXPECT_EQ(plan({}, request).summary.at("message"),
            "4 ranks on 2 nodes: inter-node bytes 2 kB -> 0 B (-100 %), predicted communication time -94 % (assumed "
            "network 16:1)");
}

TEST_F(EngineTest, PlanByMessagesSpeaksOfMessages) {
  const Answer answer = plan({"--weight", "messages"}, plan_request(8, 4));
  EXPECT_EQ(answer.summary.at("message"),
            "8 ranks on 2 nodes: inter-node messages 80 -> 0 (-100 %), predicted communication time -94 % (assumed "
            "network 16:1)");
}

TEST_F(EngineTest, PlanPredictsWithGivenCostsOfTheLevels) {
  const std::string costs = (folder_ / "links").string();
  std::ofstream(costs) << "host 1 1000\ncluster 1 500\n";
  const Answer answer = plan({"--level-costs", costs}, plan_request(8, 4));
  // 80 messages of 8 MB in all: 16.08 ms between hosts, 8.08 ms inside
  EXPECT_NEAR(std::stod(answer.summary.at("time_before")), 0.01608, 1e-9);
  EXPECT_NEAR(std::stod(answer.summary.at("time_after")), 0.00808, 1e-9);
  EXPECT_TRUE(answer.summary.at("message").ends_with("predicted communication time -50 % (measured network)"));
  EXPECT_EQ(plan({"--level-costs", costs, "--min-gain", "60"}, plan_request(8, 4)).summary.at("decision"), "keep");
  EXPECT_NE(error_of({"plan", "--level-costs", costs + "x"}, plan_request(8, 4)).find("cannot be read"),
            std::string::npos);
}

TEST_F(EngineTest, PlanFollowsTheCostModel) {
  for (const char* model : {"hop-bytes", "bytes", "messages", "alpha-beta", "bottleneck"}) {
    const Answer answer = plan({"--cost", model, "--seed", "7"}, plan_request(8, 4));
    EXPECT_EQ(answer.summary.at("decision"), "reorder") << model;
    EXPECT_EQ(answer.summary.at("host_bytes_after"), "0") << model;
    EXPECT_EQ(answer.ranks[0], 0U) << model;
  }
  EXPECT_NE(error_of({"plan", "--cost", "speed"}, plan_request(8, 4)).find("found cost model 'speed'"),
            std::string::npos);
}

/// Eight processes in blocks on two hosts, of which all talk to the other host: half of them by node, none at best.
wire::Buffer request_of_mixed_pairs() {
  wire::Buffer request;
  append_locations(request, 8, 4);
  for (const auto& [rank, partner] : {std::pair{0, 5}, {1, 4}, {2, 6}, {3, 7}}) {
    wire::append_text(request, FrameType::Process, "rank=" + std::to_string(rank) + "\nhost=n\n");
    wire::append_text(request, FrameType::Phases, "main\n");
    wire::append_records<wire::TrafficRecord>(
        request, FrameType::Traffic,
        std::vector<wire::TrafficRecord>{{0, wire::Layer::PointToPoint, static_cast<std::uint64_t>(rank),
                                          static_cast<std::uint64_t>(partner), 1'000'000, 10}});
  }
  return request;
}

TEST_F(EngineTest, PlanTakesAStandardOrderThatRunsHaveShownToBeTheBest) {
  const std::vector<std::string> best = {"--explore", "--tried", "hop-bytes,bottleneck,alpha-beta,messages"};
  std::vector<std::string> by_node = best;
  by_node.insert(by_node.end(), {"--order", "node"});
  const Answer answer = plan(by_node, request_of_mixed_pairs());
  EXPECT_EQ(answer.summary.at("decision"), "reorder");
  EXPECT_EQ(answer.summary.at("model"), "node");
  EXPECT_EQ(answer.summary.at("host_bytes_after"), "2000000");
  EXPECT_TRUE(answer.summary.at("message").ends_with(", as good as --map-by node")) << answer.summary.at("message");
}

TEST_F(EngineTest, PlanOnATopologyOfTheUsers) {
  const Answer answer = plan({"--topology", "tree:2:4"}, plan_request(8, 8));
  EXPECT_EQ(answer.summary.at("decision"), "reorder");
  EXPECT_EQ(answer.summary.at("message"),
            "8 ranks on 1 node: inter-level1 bytes 8 MB -> 0 B (-100 %), predicted communication time -50 % (assumed "
            "network 2:1)");
  EXPECT_NE(error_of({"plan", "--topology", "tree:2:2"}, plan_request(8, 8)).find("has 4 slots, this job has 8"),
            std::string::npos);
  EXPECT_NE(error_of({"plan", "--topology", "star:3"}, plan_request(8, 8)).find("star"), std::string::npos);
}

TEST_F(EngineTest, PlanOnATopologyOfTheUsersFollowsTheCostModel) {
  for (const char* model : {"bytes", "messages"}) {  // between the given hosts: the job is on one
    const Answer answer = plan({"--topology", "tree:2:4", "--cost", model}, plan_request(8, 8));
    EXPECT_EQ(answer.summary.at("decision"), "reorder") << model;
    EXPECT_EQ(answer.ranks, plan({"--topology", "tree:2:4"}, plan_request(8, 8)).ranks) << model;
  }
}

TEST_F(EngineTest, PlanRefusesRequestsThatAreNone) {
  EXPECT_NE(error_of({"plan"}, {}).find("without Locations"), std::string::npos);
  wire::Buffer request;
  append_locations(request, 4, 2);
  const std::vector<std::uint64_t> members = {0, 1, 1, 2};
  wire::append_records<std::uint64_t>(request, FrameType::Members, members);
  EXPECT_NE(error_of({"plan"}, request).find("member 1 twice"), std::string::npos);
  wire::Buffer other;
  wire::append_text(other, FrameType::Paths, "");
  EXPECT_NE(error_of({"plan"}, other).find("Paths"), std::string::npos);
}

class RecoverTest : public EngineTest {
 protected:
  RecoverTest() { fs::create_directory(parts_); }

  void leave(std::uint64_t rank, bool whole) {
    wire::Buffer bytes;
    append_meta(bytes, 4);
    append_record(bytes, rank, 4);
    if (whole) {
      wire::append_text(bytes, FrameType::End, "");
    }
    std::ofstream file(parts_ / (std::to_string(rank) + ".record"), std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }

  int recover() const {
    const std::string command = std::string(TOPOMORPH_TEST_ENGINE) + " recover " + parts_.string() + " " + profile_ +
                                " 2>&1 >" + (folder_ / "said").string();
    return WEXITSTATUS(std::system(command.c_str()));
  }

  std::string said() const {
    std::string line;
    std::ifstream file(folder_ / "said");
    std::getline(file, line);
    return line;
  }

  fs::path parts_ = folder_ / "app.tmprof.parts";
};

TEST_F(RecoverTest, MakesAProfileOfWhatIsWhole) {
  leave(0, true);
  leave(2, true);
  leave(3, false);
  EXPECT_EQ(recover(), 0);
  EXPECT_EQ(said(), profile_ + ": recovered from 2 records, 1 cut ones left out");
  const formats::Profile profile = formats::read_profile(profile_);
  EXPECT_EQ(profile.job_ranks, 4U);
  EXPECT_EQ(profile.meta.at("records"), "2");
  ASSERT_EQ(profile.ranks.size(), 2U);
  EXPECT_EQ(profile.ranks[1].rank, 2U);
  EXPECT_EQ(formats::read_profile_affinity(profile_).total_bytes(), 2'000'000U);
}

TEST_F(RecoverTest, NothingWholeIsAnError) {
  leave(1, false);
  EXPECT_EQ(recover(), 2);
  EXPECT_FALSE(fs::exists(profile_));
}

}  // namespace
}  // namespace topomorph::reorder
