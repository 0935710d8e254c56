// Tests the contents of pictures of topologies.
#include "core/topology/drawing/draw.h"

#include <regex>

#include "core/topology/drawing/svg.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::testing {

using namespace topology;
namespace {

std::size_t count(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  return static_cast<std::size_t>(std::distance(std::sregex_iterator(text.begin(), text.end(), regex), {}));
}

std::string picture_of_spec(const std::string& spec) {
  SCOPED_TRACE(spec);
  const std::string svg = draw(read_topology(spec));
  EXPECT_THAT(svg, ::testing::StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""));
  EXPECT_THAT(svg, ::testing::EndsWith("</svg>\n"));
  EXPECT_EQ(count(svg, "<g "), count(svg, "</g>"));
  EXPECT_EQ(count(svg, "<text "), count(svg, "</text>"));
  EXPECT_EQ(count(svg, "nan|inf\""), 0u);
  return svg;
}

std::string text_of(const std::string& content) { return ">" + content + "</text>"; }

TEST(Draw, TreesAreBoxesInBoxes) {
  const std::string svg = picture_of_spec("tree:4:2:3@1:7:90");
  EXPECT_EQ(count(svg, "<rect "), 1u + 24 + 6 + 3 + 1);  // the background, slots, nodes
  for (Slot slot = 0; slot < 24; ++slot) EXPECT_EQ(count(svg, text_of(std::to_string(slot))), 1u) << slot;
  EXPECT_EQ(count(svg, text_of("distance 7")), 3u);
  EXPECT_EQ(count(svg, text_of("distance 90")), 1u);
  EXPECT_EQ(count(svg, text_of("tree of 3 x 2 x 4 slots")), 1u);
  EXPECT_EQ(count(svg, text_of("24 slots, diameter 90, average distance 63.96")), 1u);
}

TEST(Draw, EveryOneOf4096SlotsIsThere) {
  EXPECT_EQ(count(picture_of_spec("tree:16:2:128"), "<rect "), 1u + 4096 + 256 + 128 + 1);
}

TEST(Draw, EqualPartsOfLargeTreesAreDrawnOnce) {
  const std::string svg = picture_of_spec("tree:16:2:24:64");
  EXPECT_EQ(count(svg, text_of("64 x level3")), 1u);
  EXPECT_EQ(count(svg, "<rect "), 1u + 768 + 48 + 24 + 1 + 1);
  EXPECT_EQ(count(picture_of_spec("tree:100000"), text_of("100000 slots")), 1u);
}

TEST(Draw, HostsAreNamed) {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("topology.conf", "SwitchName=a Nodes=n[0-2]\nSwitchName=b Nodes=m&m\nSwitchName=c Switches=a,b\n");
  const std::string hosts = picture_of_spec("slurm:" + file), machines = picture_of_spec("slurm:" + file + "+tree:2:2");
  for (const std::string& svg : {hosts, machines}) {
    for (const char* name : {"n0", "n1", "n2", "m&amp;m"}) EXPECT_EQ(count(svg, text_of(name)), 1u) << name;
  }
}

TEST(Draw, Lattices) {
  const std::string mesh = picture_of_spec("mesh:5x3"), torus = picture_of_spec("torus:5x3");
  EXPECT_EQ(count(mesh, "<rect "), 1u + 15);
  EXPECT_EQ(count(mesh, "<line "), 4u * 3 + 5 * 2);
  EXPECT_EQ(count(torus, "<line "), 4u * 3 + 5 * 2 + 2 * (3 + 5));  // and a stub at both ends of each row and column
  EXPECT_EQ(count(picture_of_spec("mesh:7"), "<line "), 6u);
}

TEST(Draw, LatticesOfMoreDimensions) {
  const std::string cube = picture_of_spec("mesh:4x3x2");
  EXPECT_EQ(count(cube, "<rect "), 1u + 24);
  EXPECT_EQ(count(cube, text_of("z = [01]")), 2u);
  const std::string hypercube = picture_of_spec("hcub:7");
  EXPECT_EQ(count(hypercube, "<rect "), 1u + 128);
  for (Slot slot = 0; slot < 128; ++slot) EXPECT_EQ(count(hypercube, text_of(std::to_string(slot))), 1u) << slot;
  EXPECT_EQ(count(hypercube, "Only the links of the first two dimensions"), 1u);
}

TEST(Draw, OfLargeLatticesBothEnds) {
  const std::string svg = picture_of_spec("mesh:50x50x50");
  EXPECT_EQ(count(svg, "<rect "), 1u + 9 * 9 * 9);
  EXPECT_EQ(count(svg, text_of("0")), 1u);
  EXPECT_EQ(count(svg, text_of("124999")), 1u);
  EXPECT_LE(count(picture_of_spec("hcub:20"), "<rect "), 1u + 4096);
}

TEST(Draw, PartsAreShownInTheWhole) {
  const TemporaryFolder folder;
  const std::string svg = picture_of_spec("scotch:" + folder.write("sub", "sub\n3 5 0 2\nmesh2D\n3 2\n"));
  EXPECT_EQ(count(svg, "<rect "), 1u + 6);
  EXPECT_EQ(count(svg, std::string(colour::kUnused)), 3u);
  for (const char* slot : {"0", "1", "2"}) EXPECT_EQ(count(svg, text_of(slot)), 1u);
  EXPECT_EQ(count(svg, text_of("5")), 0u);
}

TEST(Draw, MachinesBesideTheirNetwork) {
  const std::string svg = picture_of_spec("torus:3x3+tree:2:2");
  EXPECT_EQ(count(svg, text_of("4-7")), 1u);
  EXPECT_EQ(count(svg, text_of("in 9 places: tree of 2 x 2 slots")), 1u);
  EXPECT_EQ(count(svg, "<rect "), 1u + 9 + 4 + 2 + 1);
}

TEST(Draw, DragonfliesAndGraphsAreCircles) {
  const std::string small = picture_of_spec("dragonfly:9x4x2");
  EXPECT_EQ(count(small, "<circle "), 72u + 36);
  EXPECT_EQ(count(small, "<line "), 72u + 9 * 6 + 36);
  const std::string large = picture_of_spec("dragonfly:9x4x10");  // slots are listed beside their routers
  EXPECT_EQ(count(large, "<circle "), 36u);
  EXPECT_EQ(count(large, text_of("router 0.1: 10 \\.\\.\\. 19")), 1u);
  EXPECT_INPUT_ERROR(draw(read_topology("dragonfly:100x40x2")), "expected at most 2048 and 20000");
}

}  // namespace
}  // namespace topomorph::testing
