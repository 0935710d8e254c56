// Tests truncated fabrics and routes, and failures of the tools in them: the rest is used, with a warning.
#include <fmt/format.h>

#include "core/topology/sources/infiniband/infiniband.h"
#include "tests/core/testing.h"
#include "tests/core/topology/sources/infiniband/fabric_text.h"

namespace topomorph::topology::infiniband {

namespace {

using testing::FabricText;
using ::testing::HasSubstr;
using testing::read_routed;

constexpr const char* kGivesUp =
    "/usr/sbin/ibroute: iberror: failed: dump tables: linear forwarding table get failed\n";

/// Returns two leaves with a host each and a spine. LIDs 1 to 3 are the switches', 4 and 5 the hosts'.
FabricText two_leaves() {
  FabricText text;
  for (const char* name : {"leaf0", "leaf1", "spine"}) text.add_switch(name);
  for (const char* name : {"a", "b"}) text.add_host(name);
  text.cable("leaf0", "a");
  text.cable("leaf1", "b");
  text.cable("leaf0", "spine");
  text.cable("leaf1", "spine");
  return text;
}

/// Returns leaf0's table: the rows of LID 4 and 5 in lines 4 and 5, their number in line 6.
std::string table() {
  const FabricText text = two_leaves();
  return text.routes("leaf0", {{"a", text.port("leaf0", "a")}, {"b", text.port("leaf0", "spine")}});
}

std::string without_lines(std::string text, int lines) {
  for (int i = 0; i < lines; ++i) text.erase(text.rfind('\n', text.size() - 2) + 1);
  return text;
}

GivenTopology with_routes(const std::string& routes) { return read_routed(two_leaves(), routes); }

std::size_t hops(const GivenTopology& given, Slot from, Slot to) {
  std::vector<Link> path;
  given.routing->route(from, to, path);
  return path.size();
}

}  // namespace

TEST(DamagedRoutes, ATableThatEndsInAnErrorIsUsedAsFarAsItGoes) {
  const GivenTopology given = with_routes(without_lines(table(), 2) + kGivesUp);
  EXPECT_EQ(given.skipped_places, 1U);
  ASSERT_EQ(given.notes.size(), 2U);
  EXPECT_THAT(
      given.notes[0],
      HasSubstr("routes:5: found \"/usr/sbin/ibroute: iberror: failed: dump tables: linear forwarding table get "
                "failed\": some routes of switch leaf0 (0x0000000000200000) behind LID 0x4 are missing"));
  EXPECT_THAT(given.notes[1], HasSubstr("ways from a switch to a host are not in the forwarding tables"));
  EXPECT_EQ(hops(given, 0, 1), 4U);
}

TEST(DamagedRoutes, AnErrorBehindTheLastLidTakesNothing) {
  const GivenTopology given = with_routes(without_lines(table(), 1) + kGivesUp);
  EXPECT_EQ(given.skipped_places, 1U);
  EXPECT_THAT(given.notes.at(0), HasSubstr("the routes of switch leaf0 (0x0000000000200000) are all there before it"));
}

TEST(DamagedRoutes, NothingButAnError) {
  const GivenTopology given = with_routes("ibroute: iberror: failed: can't resolve destination port 60\n");
  ASSERT_EQ(given.notes.size(), 1U);
  EXPECT_THAT(given.notes[0], HasSubstr("routes:1: found \"ibroute: iberror: "));
  EXPECT_THAT(given.notes[0], HasSubstr("a table of routes is missing"));
  EXPECT_EQ(hops(given, 0, 1), 4U);
}

TEST(DamagedRoutes, CutOff) {
  const std::string rows = without_lines(table(), 1);
  EXPECT_THAT(with_routes(rows).notes.size(), 1U) << "all LIDs are there; the other switches have no table";
  const GivenTopology in_a_row = with_routes(rows.substr(0, rows.size() - 20));
  EXPECT_EQ(in_a_row.skipped_places, 1U);
  EXPECT_THAT(in_a_row.notes.at(0),
              HasSubstr("routes:5: found a last line without its end: some routes of switch leaf0"));
  const GivenTopology between_rows = with_routes(without_lines(rows, 1));
  EXPECT_EQ(between_rows.skipped_places, 1U);
  EXPECT_THAT(between_rows.notes.at(0),
              HasSubstr("routes:4: found the end of a table without the last line of ibroute"));
  const GivenTopology in_the_header = with_routes(table() + table().substr(0, 50));
  EXPECT_EQ(in_the_header.skipped_places, 1U);
}

TEST(DamagedRoutes, AMessageInTheMiddleOfARow) {
  std::string text = table();
  const std::string message = "ibwarn: [4497] _do_madrpc: recv failed: Connection timed out\n";
  text.insert(text.find("0x0005") + 8, message);  // "0x0005 0", "02 : (...)"
  const GivenTopology given = with_routes(text);
  EXPECT_EQ(given.skipped_places, 1U);
  EXPECT_THAT(given.notes.at(0), HasSubstr("routes:5: found a message in a line: some routes of switch leaf0"));
}

TEST(DamagedRoutes, WarningsThatTellOfNoFailureArePassedOver) {
  const GivenTopology given = with_routes("ibwarn: [4497] sim_connect: attached as client 0\n" + table());
  EXPECT_EQ(given.skipped_places, 0U);
}

TEST(DamagedRoutes, OfAnotherFabricAreNoConcern) {
  FabricText larger = two_leaves();
  larger.add_switch("other");
  std::string other = larger.routes("other", {{"a", 1}});
  EXPECT_EQ(with_routes(table() + without_lines(other, 1) + kGivesUp).skipped_places, 0U);
}

TEST(DamagedRoutes, AFewPlacesAreToldAndTheRestCounted) {
  const FabricText text = FabricText::fat_tree(4, 3, 2, 1, 1);
  std::string routes;
  for (int leaf = 0; leaf < 12; ++leaf) {
    const std::string at = fmt::format("leaf{}-{}", leaf / 3, leaf % 3), host = fmt::format("node{:03}", 2 * leaf);
    routes += without_lines(text.routes(at, {{host, text.port(at, host)}}), 1) + kGivesUp;
  }
  const GivenTopology given = read_routed(text.report(), routes);
  EXPECT_EQ(given.skipped_places, 12U);
  ASSERT_EQ(given.notes.size(), 7U);
  EXPECT_EQ(given.notes[5], "and 7 more such places");
}

TEST(DamagedRoutes, MulticastTablesArePassedOver) {
  const std::string multicast =
      "Multicast mlids [0xc000-0xc3ff] of switch Lid 3 guid 0x0000000000200000 (leaf0):\n"
      "            0                   1\n     Ports: 0 1 2 3 4 5\n MLid\n0xc000      x   x\n1 valid mlids dumped \n";
  EXPECT_EQ(with_routes(multicast + table() + multicast).skipped_places, 0U);
}

class DamagedFabric : public ::testing::TestWithParam<bool> {
 protected:
  const std::string text_ = GetParam() ? two_leaves().report() : two_leaves().blocks();
};
INSTANTIATE_TEST_SUITE_P(Ibnetdiscover, DamagedFabric, ::testing::Bool());

TEST_P(DamagedFabric, WhatTheToolDidNotReachIsToldOf) {
  const GivenTopology given = read_routed(
      "src/query_smp.c:228; umad (DR path slid 0; dlid 0; 0,1,5 Attr 0x11:0) bad status 110; Connection timed out\n" +
          text_,
      table());
  EXPECT_EQ(given.skipped_places, 1U);
  EXPECT_THAT(given.notes.at(0), HasSubstr("fabric:1: found \"src/query_smp.c:228; "));
  EXPECT_THAT(given.notes.at(0), HasSubstr("what the tool did not reach is missing in the fabric"));
}

TEST_P(DamagedFabric, CutOffInItsLastLine) {
  const GivenTopology given = read_routed(text_.substr(0, text_.size() - 12), table());
  EXPECT_EQ(given.topology->slots(), 2U) << "cables are told of at both ends";
  EXPECT_EQ(given.skipped_places, 1U);
  EXPECT_THAT(given.notes.at(0), HasSubstr("found a last line without its end: what the tool did not reach"));
}

TEST_P(DamagedFabric, LineEndsMarksAndBlanks) {
  std::string text = "\xef\xbb\xbf";
  for (const char c : text_)
    text += c == '\n' ? (text.size() % 3 == 0 ? "\r\n" : text.size() % 3 == 1 ? " \t\n" : "\r") : std::string(1, c);
  const GivenTopology given = read_routed(text, table());
  EXPECT_EQ(given.topology->slots(), 2U);
  EXPECT_EQ(given.skipped_places, 0U);
}

}  // namespace topomorph::topology::infiniband
