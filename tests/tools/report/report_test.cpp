// Reports: hosts, levels and pairs add up to the affinity, in text, in JSON and on the page.
#include "tools/report/report.h"

#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/planning/job_placing.h"
#include "core/topology/hosts/placement.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"
#include "tools/report/host_traffic.h"
#include "tools/report/json.h"
#include "tools/report/text.h"

namespace topomorph::report {
namespace {

/// A ring of eight ranks, dealt in turn to four hosts of two: every byte leaves its host, though half of them need not.
Affinity ring() {
  std::vector<Traffic> traffic;
  for (Role role = 0; role < 8; ++role) traffic.push_back({role, (role + 1) % 8, 1000 + role, 2});
  return Affinity::from_traffic(8, std::move(traffic));
}

formats::Profile profile_of_ring(const std::string& prefix = "n") {
  formats::Profile profile;
  profile.meta = {{"program", "./app"}, {"arguments", "-v <b>"}, {"collectives", "exact"}};
  profile.job_ranks = 8;
  for (std::uint64_t rank = 0; rank < 8; ++rank) {
    formats::ProfiledRank& each = profile.ranks.emplace_back();
    each.rank = rank;
    each.location = {prefix + std::to_string(rank % 4), rank < 4 ? "Core:0" : "Core:1"};
    each.mpi_seconds = 0.5 + 0.1 * static_cast<double>(rank);
  }
  profile.phases = {"", "solve"};
  profile.calls = {{"", "MPI_Send", 8, 8000, 0.25}, {"solve", "MPI_Send", 8, 28, 0.5}, {"solve", "MPI_Recv", 16, 0, 2}};
  profile.sizes = {{"solve", wire::Layer::PointToPoint, 10, 16}};
  profile.network = {{wire::Reach::Network, 0, 1, 4.5e-5, 1.2e8, 65536, 1e9, 1e-6, 2e-6}};
  return profile;
}

/// Each rank sends to the next one and computes, 100 times. The last 20 iterations are those of rank 0 and 1 alone.
trace::Trace trace_of_ring() {
  trace::Trace trace;
  trace.processes.resize(8);
  for (std::uint32_t rank = 0; rank < 8; ++rank) {
    auto& steps = trace.processes[rank].steps;
    steps = {trace::loop(100, 3), trace::start_receive((rank + 7) % 8, 0),
             trace::after(1e-4, trace::send((rank + 1) % 8, 20000)), trace::wait(0)};
    if (rank < 2) steps.insert(steps.end(), {trace::loop(20, 1), trace::compute(1e-3)});
  }
  return trace;
}

Report report_of_ring(bool with_profile = true, const std::string& prefix = "n",
                      formats::ProfiledTopologies topologies = {}, double min_gain = 5) {
  Source source;
  source.topologies = std::move(topologies);
  source.file = "ring.tmprof";
  source.affinity = ring();
  if (with_profile) source.profile = profile_of_ring(prefix);
  if (with_profile) source.trace = trace_of_ring();
  source.sums = {{"solve", wire::Layer::PointToPoint, 8028, 16}};
  std::vector<ProcessLocation> locations;
  std::vector<std::string> hosts;
  for (const formats::ProfiledRank& rank : profile_of_ring(prefix).ranks) {
    locations.push_back(rank.location);
    hosts.push_back(rank.location.host);
  }
  Place place;
  place.job = planning::slots_of(topology::build_job_topology(locations));
  place.hosts = hosts_of_job(place.job, hosts);
  place.aim.cost = planning::cost_options(evaluation::CostModel::HopBytes, "", place.job);
  BuildOptions options;
  options.min_gain = min_gain;
  return build_report(std::move(source), std::move(place), options);
}

/// The ring as a topology with reorder=1 of all ranks, a pair on one host each way, and one of which some edges lack.
formats::ProfiledTopologies topologies_of_ring() {
  std::vector<Traffic> edges;
  for (Role role = 0; role < 8; ++role) edges.push_back({role, (role + 1) % 8, 1, 1});
  return {5,
          {{"Cart_create 8", {0, 1, 2, 3, 4, 5, 6, 7}, 12, true, edges},
           {"Graph_create of 3 processes", {0, 3, 4}, 1, true, {{0, 2, 7, 1}, {2, 0, 7, 1}}},
           {"Dist_graph_create of 4 processes", {0, 1, 2, 3}, 2, false, {}}}};
}

TEST(Report, EveryByteIsInOneLevelAndOneHost) {
  const Report report = report_of_ring();
  ASSERT_TRUE(report.after) << "two neighbours of the ring fit a host";
  for (const Order* order : {&*report.before, &*report.after}) {
    std::uint64_t levels = 0, inside = 0, out = 0, in = 0, cells = 0;
    for (const evaluation::LevelTraffic& level : order->evaluation.levels) levels += level.bytes;
    for (const HostTraffic& host : order->hosts) inside += host.inside, out += host.out, in += host.in;
    for (const auto& row : order->heat.rows) {
      for (const HeatCell& cell : row) cells += cell.bytes;
    }
    EXPECT_EQ(levels, 8028U);
    EXPECT_EQ(inside + out, 8028U);
    EXPECT_EQ(in, out);
    EXPECT_EQ(cells, 8028U);
  }
  EXPECT_EQ(report.before->hosts[0].inside, 0U);
  EXPECT_LT(report.after->evaluation.hop_bytes, report.before->evaluation.hop_bytes);
  EXPECT_EQ(report.after->role_at.size(), 8U);
}

TEST(Report, HostsHaveTheirNamesAndRanks) {
  const Report report = report_of_ring();
  EXPECT_THAT(report.place->hosts.names, ::testing::ElementsAre("n0", "n1", "n2", "n3"));
  EXPECT_THAT(report.before->role_at, ::testing::ElementsAre(0, 4, 1, 5, 2, 6, 3, 7));
  for (const HostTraffic& host : report.before->hosts) EXPECT_EQ(host.ranks, 2U);
  EXPECT_NEAR(imbalance(report.before->hosts), 1, 0.01);
}

TEST(Report, JsonTellsWhatIsKnown) {
  const auto json = to_json(report_of_ring());
  EXPECT_EQ(json["job"]["ranks"], 8);
  EXPECT_EQ(json["job"]["hosts"], 4);
  EXPECT_EQ(json["total"]["bytes"], 8028);
  EXPECT_DOUBLE_EQ(json["job"]["mpi_seconds"]["mean"].get<double>(), 0.85);
  EXPECT_EQ(json["before"]["levels"][1]["words"], "between hosts");
  EXPECT_EQ(json["before"]["levels"][1]["bytes"], 8028);
  EXPECT_EQ(json["before"]["hosts"]["list"][3]["name"], "n3");
  EXPECT_EQ(json["before"]["heat"]["hosts"][1], nlohmann::ordered_json({"n1", 2, 2}));
  EXPECT_EQ(json["pairs"][0]["source"], 7) << "rank 7 sends most";
  EXPECT_EQ(json["pairs"][0]["before"]["destination_host"], "n0");
  EXPECT_EQ(json["calls"][0]["function"], "MPI_Recv");
  EXPECT_EQ(json["calls"][1]["seconds"], 0.75);
  EXPECT_EQ(json["phases"][1]["bytes"], 8028);
  EXPECT_EQ(json["phases"][1]["calls"], 24);
  EXPECT_EQ(json["sizes"][0]["layer"], "p2p");
  EXPECT_EQ(json["saving"]["borders"][1]["bytes_before"], 8028);
  EXPECT_EQ(json["network"]["before"].size(), json["network"]["links"].size());
  EXPECT_EQ(json["measured_network"][0]["reach"], "network");
  EXPECT_EQ(json["measured_network"][0]["latency"], 4.5e-5);
  EXPECT_TRUE(json["network_doubt"].is_null());
  EXPECT_TRUE(json["missing"].empty()) << json["missing"];
}

TEST(Report, ADoubtfulNetworkIsSaidToBeSo) {
  Report report = report_of_ring();
  const std::string doubt = "Predictions do not use it, because the network could not be measured reliably: ";
  EXPECT_EQ(as_text(report).find(doubt), std::string::npos);
  report.source.profile->network.push_back({wire::Reach::Host, 0, 4, 684e-6, 2e9});
  const std::string why = "684 us inside hosts against 45 us between them";
  EXPECT_EQ(to_json(report)["network_doubt"], why);
  EXPECT_NE(as_text(report).find(doubt + why + ".\n"), std::string::npos) << as_text(report);
  report.source.profile->network.pop_back();
  report.source.profile->network_doubt = "repetitions differ";
  EXPECT_EQ(to_json(report)["network_doubt"], "repetitions differ") << "the mark of the profile";
}

TEST(Report, JsonSaysWhatIsNotRecorded) {
  Source source;
  source.file = "ring.mtx";
  source.affinity = ring();
  source.knows_messages = false;
  const auto json = to_json(build_report(std::move(source), std::nullopt, {}));
  for (const char* name : {"calls", "sizes", "phases", "measured_network", "replay"}) {
    EXPECT_TRUE(json[name].is_null()) << name;
    EXPECT_TRUE(json["missing"].contains(name)) << name;
  }
  EXPECT_TRUE(json["topology"].is_null());
  EXPECT_TRUE(json["saving"].is_null());
  EXPECT_TRUE(json["total"]["messages"].is_null());
  EXPECT_EQ(json["before"]["heat"]["rows"][0], nlohmann::ordered_json({1, 1000})) << "the map needs no place";
}

TEST(Report, CourseHasTheSameLinksAndRanksInBothOrders) {
  const Report report = report_of_ring();
  ASSERT_TRUE(report.course && report.course->after) << report.no_course;
  const OrderCourse &before = report.course->before, &after = *report.course->after;
  EXPECT_EQ(report.course->part, 1);
  EXPECT_GT(before.job.seconds, 0.03) << "100 x 0.1 ms and 20 x 1 ms of computation";
  EXPECT_LE(after.job.seconds, before.job.seconds) << "half of the ring stays inside hosts";
  ASSERT_EQ(before.links.size(), after.links.size());
  EXPECT_THAT(before.links.size(), ::testing::AllOf(::testing::Ge(3U), ::testing::Le(6U)));
  for (std::size_t i = 0; i < before.links.size(); ++i) EXPECT_EQ(before.links[i].link, after.links[i].link);
  EXPECT_GT(before.links[0].busy, 0);
  ASSERT_EQ(before.ranks.size(), 9U) << "the mean and all eight";
  EXPECT_FALSE(before.ranks[0].rank);
  EXPECT_EQ(before.ranks[8].rank, Role{7});
}

TEST(Report, CourseAddsUpToTheTimesOfTheRanks) {
  const Report report = report_of_ring();
  ASSERT_TRUE(report.course) << report.no_course;
  for (const RankCourse& rank : report.course->before.ranks) {
    double spent = 0;
    for (const replay::ProcessTimes& times : rank.spent) spent += times.end;
    EXPECT_NEAR(spent, rank.whole.end, 1e-4 * rank.whole.end);
  }
  const auto json = to_json(report)["replay"]["before"];
  EXPECT_EQ(json["ranks"][0]["rank"], nullptr);
  EXPECT_NEAR(json["ranks"][1]["over_time"]["compute"].back().get<double>(), 1, 0.9) << "rank 0 computes to its end";
  const std::size_t intervals = json["ranks"][0]["over_time"]["waiting"].size();
  EXPECT_LE(intervals, 96U);
  EXPECT_EQ(json["links"][0]["use"].size(), intervals);
}

TEST(Report, ATraceThatCannotBeReplayedIsSaidToBe) {
  Source source;
  source.affinity = ring();
  source.profile = profile_of_ring();
  source.trace = trace_of_ring();
  source.trace->processes[3].steps = {trace::receive(2, 5)};
  const Report with_place = report_of_ring();
  const auto json = to_json(build_report(std::move(source), with_place.place, {}));
  EXPECT_TRUE(json["replay"].is_null());
  EXPECT_THAT(json["missing"]["replay"].get<std::string>(), ::testing::HasSubstr("waits forever"));
}

TEST(Report, TextHasTheSameNumbers) {
  const std::string text = as_text(report_of_ring());
  for (const char* piece :
       {"ranks        8 on 4 hosts\n", "between hosts", "8.03 kB 100.0 %", "7 -> 0", "MPI_Recv", "solve",
        "Saving by reordering", "Confidence", "(-50 %)", "Time of the job, by a replay of its trace\n  now        "}) {
    EXPECT_NE(text.find(piece), std::string::npos) << piece << "\n" << text;
  }
}

TEST(Report, SaysWhatTheCallsWithReorderWouldGain) {
  const Report report = report_of_ring(true, "n", topologies_of_ring());
  const std::string text = as_text(report);
  for (const char* line : {"  Cart_create 8 on 4 nodes: edges between nodes 8 -> 4 (-50 %); 12 calls of 8 ranks\n",
                           "    topomorph run saves the same by its order of the whole job\n",
                           "  Graph_create of 3 processes: no better order was found; 1 call of 3 ranks\n",
                           "  Dist_graph_create of 4 processes: not predicted; 2 calls of 4 ranks\n", "  and 2 more\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  EXPECT_EQ(text.find("--reorder-topologies"), std::string::npos) << "nothing is left to gain";
  const auto json = to_json(report)["topologies"];
  EXPECT_EQ(json["kinds"], 5);
  const auto& grid = json["list"][0];
  EXPECT_EQ(grid["between_hosts"]["before"], 8);
  EXPECT_EQ(grid["between_hosts"]["after"], 4);
  EXPECT_EQ(grid["better"], true);
  EXPECT_EQ(grid["in_run"], grid["text"]);
  EXPECT_EQ(json["list"][1]["better"], false);
  EXPECT_TRUE(json["list"][2]["better"].is_null());
  EXPECT_TRUE(to_json(report_of_ring(false))["topologies"].is_null());
}

TEST(Report, TellsHowToAskWhereTheJobKeepsItsOrder) {
  const Report report = report_of_ring(true, "n", topologies_of_ring(), 100);
  EXPECT_EQ(report.topologies[0].in_run, "");
  EXPECT_NE(as_text(report).find("--reorder-topologies"), std::string::npos) << as_text(report);
  EXPECT_EQ(as_text(report_of_ring()).find("reorder=1"), std::string::npos) << "a program without such calls";
}

TEST(Report, ComparisonHasBothSides) {
  const std::string text = compared_text(report_of_ring(), report_of_ring());
  for (const char* piece :
       {"time in MPI, a rank", "850 ms", "between hosts", "MPI_Send", "   0 %", "bytes between other ranks"}) {
    EXPECT_NE(text.find(piece), std::string::npos) << piece << "\n" << text;
  }
  const auto json = to_json(report_of_ring(), report_of_ring());
  EXPECT_EQ(json["compare"].size(), 2U);
  EXPECT_EQ(json["pattern_change_percent"], 0.0);
}

TEST(Report, ComparisonTellsAnotherPattern) {
  Report other = report_of_ring();
  other.source.affinity = Affinity::from_traffic(8, {{0, 4, 1000, 1}, {1, 5, 1000, 1}});
  EXPECT_EQ(to_json(report_of_ring(), other)["pattern_change_percent"], 100.0);
}

TEST(Page, HoldsTheJsonAndNothingOfItAsMarkup) {
  const auto json = to_json(report_of_ring(true, "</script><b>\"&\xff"));
  const std::string page = page_of(json);
  const std::string begin = "<script type=\"application/json\" id=\"data\">\n";
  const std::size_t from = page.find(begin) + begin.size(), to = page.find("\n</script>", from);
  ASSERT_NE(to, std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(page.substr(from, to - from)), nlohmann::json::parse(json_text(json)));
  EXPECT_EQ(page.find("</script><b>"), std::string::npos);
  EXPECT_EQ(page.find("-v <b>"), std::string::npos);
  for (const char* piece : {"{{", "http://www.w3.org/2000/svg\\"}) EXPECT_EQ(page.find(piece), std::string::npos);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos) << "no page of ours ever loads anything";
}

TEST(Page, IsSmallAtFourThousandRanks) {
  std::vector<Traffic> traffic;
  for (Role role = 0; role < 4096; ++role) {
    for (Role step = 1; step <= 64; ++step)
      traffic.push_back({role, (role * 17 + step * 61) % 4096, 123456789 * step, 1000 + step});
  }
  Source source;
  source.affinity = Affinity::from_traffic(4096, std::move(traffic));
  const GivenTopology given = topology::read_topology("tree:16:2:128");
  Place place;
  place.job = planning::on_machine("tree:16:2:128", given, {}, 4096);
  place.job.host_level = 2;
  place.hosts = hosts_of_job(place.job, {});
  place.aim.cost = planning::cost_options(evaluation::CostModel::HopBytes, "", place.job);
  BuildOptions options;
  options.search = false;
  Report report = build_report(std::move(source), std::move(place), options);
  report.after = report.before;  // another order has as much to say
  const std::string page = page_of(to_json(report));
  EXPECT_LT(page.size(), 3'000'000U);
  EXPECT_GT(report.before->heat.rows.size(), 100U) << "and still shows something";
}

}  // namespace
}  // namespace topomorph::report
