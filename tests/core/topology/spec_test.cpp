// Tests topologies as users write them.
#include "core/topology/spec.h"

#include <filesystem>

#include "core/model/tree.h"
#include "tests/core/testing.h"

namespace topomorph::topology {
namespace {

TEST(Spec, TreeHasItsAritiesFromTheLeafUpward) {
  const auto tree = parse_topology("tree:4:8:32@1:10:100");
  EXPECT_EQ(tree->slots(), 1024U);
  EXPECT_EQ(tree->distance(0, 4), 10U);
  EXPECT_EQ(parse_topology("tree:3:5")->distance(0, 3), 4U);
  const auto tapered = parse_topology("tree:2:host:32/16:6");
  EXPECT_EQ(as_tree(*tapered)->level(1).cables.count, 0U);
  EXPECT_EQ(as_tree(*tapered)->level(2).cables.count, 16U);
  EXPECT_EQ(as_tree(*tapered)->nodes(2), 6U);
  EXPECT_EQ(parse_topology("tree:1")->slots(), 1U);
}

TEST(Spec, SyntheticMayBeQuoted) {
  EXPECT_EQ(parse_topology("synthetic:pack:2 core:8 pu:1")->slots(), 16U);
  EXPECT_EQ(parse_topology("synthetic:\"pack:2 core:8 pu:1\"")->slots(), 16U);
  EXPECT_EQ(parse_topology("synthetic:pack:2 l2:2(size=16777216) core:2 pu:1(indexes=0,4,2,6,1,5,3,7)")->slots(), 8U);
}

TEST(Spec, OnlyFilesBecomeAbsolute) {
  const testing::TemporaryFolder folder;
  const std::string file = folder.write("2:2", "");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(std::filesystem::path(file).parent_path());
  for (const char* numbers : {"tree:2:2", "mesh:2:2", "host:2:2", "tree:2:2+tree:2:2", "slurm:none.conf", "2:2", ""})
    EXPECT_EQ(with_absolute_paths(numbers), numbers);
  EXPECT_EQ(with_absolute_paths("slurm:2:2"), "slurm:" + file);
  EXPECT_EQ(with_absolute_paths("slurm:./2:2+tree:2:2"), "slurm:" + file + "+tree:2:2");
  EXPECT_EQ(with_absolute_paths("torus:2x2+hwloc:2:2"), "torus:2x2+hwloc:" + file);
  std::filesystem::current_path(before);
}

TEST(Spec, RefusesDevices) {
  for (const char* source : {"slurm", "ib", "hwloc"})
    EXPECT_INPUT_ERROR(parse_topology(source + std::string(":/dev/zero")), "/dev/zero: is no regular file");
}

TEST(Spec, SaysWhatIsWrong) {
  EXPECT_INPUT_ERROR(parse_topology("ring:4"), "unknown topology \"ring:4\", expected one of tree:");
  EXPECT_INPUT_ERROR(parse_topology("tre:4"), "unknown topology \"tre:4\", expected tree:ARITY:ARITY");
  EXPECT_INPUT_ERROR(parse_topology("Torsu:4x4"), "expected torus:2x4x8");
  EXPECT_INPUT_ERROR(parse_topology(""), "unknown topology");
  EXPECT_INPUT_ERROR(parse_topology("tree:"), "found \"\", expected a number");
  EXPECT_INPUT_ERROR(parse_topology("tree:4:x"), "found \"x\", expected a number");
  EXPECT_INPUT_ERROR(parse_topology("tree:4:8@1"), "found 1 distances for 2 levels");
  EXPECT_INPUT_ERROR(parse_topology("tree:4:0"), "arity 0");
  EXPECT_INPUT_ERROR(parse_topology("tree:4/0:2"), "found \"4/0\", expected ARITY/CABLES, such as 32/16");
  EXPECT_INPUT_ERROR(parse_topology("tree:4/x:2"), "found \"4/x\", expected ARITY/CABLES");
  EXPECT_INPUT_ERROR(parse_topology("tree:4:host/2:2"), "found \"host/2\", expected ARITY/CABLES");
  EXPECT_INPUT_ERROR(parse_topology("tree:4:2/2"), "found 2 cables up from the outermost level, expected none");
  EXPECT_INPUT_ERROR(parse_topology("tree:4/5000:2/5000:2"), "found more than 16777216 cables up from a node");
  EXPECT_INPUT_ERROR(parse_topology("tree:4:8@10:1"), "found distance 1, expected at least 10");
  std::string idle = "tree:2";
  for (int level = 0; level < 1000; ++level) idle.insert(5, "1:");
  EXPECT_EQ(parse_topology(idle)->slots(), 2U);
  idle.back() = '9';
  EXPECT_INPUT_ERROR(parse_topology(idle + "999999"), "nodes on all levels");
  for (const char* much :
       {"pack:1000000 core:1000000", "pu:8193", "95 pu:+294967295", "pu:-1", "pu: 0xffffff", "pu:\t9999999"}) {
    EXPECT_INPUT_ERROR(parse_topology(std::string("synthetic:") + much), "more than 8192 objects");
  }
  EXPECT_INPUT_ERROR(parse_topology("hwloc:no/such.xml"), "no/such.xml: cannot be read");
  EXPECT_INPUT_ERROR(parse_topology("synthetic:nonsense"), "expected a synthetic hwloc topology");
}

TEST(Spec, RefusesFilesThatAreNoXml) {
  const testing::TemporaryFolder folder;
  for (const char* content : {"", "hello\n", "<topology version=\"2.0\">", "<topology version=\"2.0\"></topology>"}) {
    EXPECT_INPUT_ERROR(parse_topology("hwloc:" + folder.write("a.xml", content)), "a.xml: ") << content;
  }
}

TEST(Spec, RefusesLevelsThatATerminalObeys) {
  const testing::TemporaryFolder folder;
  const std::string file = folder.write("a.tree", "topomorph-measured 1\nlevel g\x1b[31m 20 0 1 1\nhost a\nhost b\n");
  EXPECT_INPUT_ERROR(parse_topology("measured:" + file), "found name of a level \"g");
}

}  // namespace
}  // namespace topomorph::topology
