// Tests the messages for malformed files of fabrics: file, line, found and expected text.
#include "tests/core/topology/malformed.h"

#include <array>

#include "core/topology/sources/infiniband/infiniband.h"
#include "core/topology/sources/infiniband/tool_output.h"
#include "tests/core/testing.h"
#include "tests/core/topology/sources/infiniband/fabric_text.h"

namespace topomorph::topology::infiniband {

namespace {

using testing::Malformed;
using testing::TemporaryFolder;

std::string name_of(const ::testing::TestParamInfo<Malformed>& info) { return info.param.name; }

#define PORT "SW 58 1 0x00066a00e3006b6f 4x QDR "
#define BLOCK "Switch\t36 \"S-0000000000000001\"\t# \"s\" base port 0 lid 1 lmc 0\n"

const std::array<Malformed, 21> kDiscovered = {{
    {"Empty", "", ": found no hosts, expected ibnetdiscover's output or opareport's"},
    {"OtherText", "hello world\n", ":1: found \"hello world\", expected a line of ibnetdiscover's output"},
    {"ListOfNodes", "Switch\t : 0x0000000000200000 ports 36 devid 0xb924 vendid 0x2c9 \"leaf\"\n",
     ":1: found a list of nodes, expected links too: ibnetdiscover without -l"},
    {"ListOfHosts", "# x\nCa\t : 0x0000000000100000 ports 2 devid 0x5a44 vendid 0x2c9 \"n1 HCA-1\"\n",
     ":2: found a list of nodes"},
    {"NoLid", "SW\n", ":1: found \"SW\", expected a line"},
    {"LidNoNumber", "SW x 1 0x1 4x QDR\n", ":1: found \"x\", expected a LID of at most 65535"},
    {"PortTooLarge", "CA 1 255 0x1 4x QDR\n", ":1: found \"255\", expected a port of at most 254"},
    {"GuidWithoutPrefix", "CA 1 1 00066a00e3006b6f 4x QDR\n", ":1: found \"00066a00e3006b6f\", expected a GUID"},
    {"GuidTooLong", "CA 1 1 0x100066a00e3006b6f 4x QDR\n", "expected a GUID"},
    {"NoWidth", "\n\nCA 1 1 0x1 QDR 4x\n", ":3: found \"QDR 4x\", expected a width and a speed as 4x QDR"},
    {"NoDash", PORT "CA 1 1 0x1 ( 'a' - 'b' )\n", ":1: found \"CA\", expected - and the port at the other end"},
    {"CutOff", PORT "- CA 106\n", ":1: found \"\", expected a port of at most 254"},
    {"OtherEnd", PORT "- XX 106 1 0x1\n", ":1: found \"XX\", expected CA or SW"},
    {"OpenQuote", PORT "- CA 106 1 0x2 ( 'leaf\n", ":1: found a description without an end"},
    {"TwoCablesAtAPort", PORT "- CA 5 1 0x2 ( 'leaf' - 'n1' )\n" PORT "- CA 6 1 0x3 ( 'leaf' - 'n2' )\n",
     ":2: found another cable at port 1 of leaf, expected one at each port"},
    {"SwitchAndHost", PORT "- CA 5 1 0x00066a00e3006b6f ( 'a' - 'b' )\n",
     ":1: found 0x00066a00e3006b6f as a switch and"},
    {"PortBeforeNode", "[1]\t\"H-0000000000000002\"[1]\n", ":1: found a port, expected a line Switch or Ca before it"},
    {"NodeWithoutQuotes", "Ca\t1 H-1\n", ":1: found no node in quotes"},
    {"OddNode", BLOCK "[1]\t\"Hca1\"[1]\n", ":2: found \"Hca1\", expected a node as"},
    {"NoFarPort", BLOCK "[1]\t\"H-0000000000000002\"\n", ":2: found no port, expected one as [12]"},
    {"OddPort", BLOCK "[one]\t\"H-0000000000000002\"[1]\n", ":2: found \"one\", expected a port of at most 254"},
}};

#define NODES "1\nsubnet\n\n2\n0001:0000:0000:0001,5,1,0,'leaf' ,\n0001:0000:0000:0002,6,0,0,'n1 HCA-1',n1\n"
#define LINKS                                                                                   \
  NODES                                                                                         \
  "0001:0000:0000:0001,0001:0000:0000:0002,8.0,0,1,0,3,1,4x,QDR,8.0,'leaf' - 'n1 HCA-1' ,1,0\n" \
  "0001:0000:0000:0002,0001:0000:0000:0001,8.0,0,1,1,1,3,4x,QDR,8.0,'n1 HCA-1' - 'leaf' ,0,0\n"

const std::array<Malformed, 13> kNodes = {{
    {"OtherVersion", "2\nsubnet\n\n0\n", ":1: found another version, expected 1"},
    {"NoNodes", "1\nsubnet\n\n0\nn\n", ": found no hosts"},
    {"CutOffInHead", "1\nsubnet\n", ":2: found the end of the file, expected the folder of the hwloc files"},
    {"NumberOfNodes", "1\ns\n\n-1\n", ":4: found \"-1\", expected a number of nodes"},
    {"MissingNode", "1\ns\n\n2\n0001:0000:0000:0001,5,1,0,'leaf' ,\n", "found the end of the file, expected a node"},
    {"OddGuid", "1\ns\n\n1\nleaf,5,1,0,'leaf',\n", ":5: found \"leaf\", expected a node as 0006:6a00:e300:6b6f"},
    {"OddType", "1\ns\n\n1\n01:02,5,7,0,'leaf',\n", ":5: found \"7\", expected a type, 0 for a host or 1 for a switch"},
    {"FewFields", "1\ns\n\n1\n01:02,5,1\n", ":5: found the end of the line, expected partitions"},
    {"UnknownNode", NODES "0001:0000:0000:0009\n", ":7: found node 0001000000000009, expected one of those above"},
    {"OddWidth", NODES "0001:0000:0000:0001,0001:0000:0000:0002,8.0,0,1,0,3,1,QDR,4x,8.0,'a',1,0\n",
     ":7: found \"QDR,4x\", expected a width and a speed"},
    {"LinkCutOff", NODES "0001:0000:0000:0001,0001:0000:0000:0002,8.0,0,2,0,3,1,4x,QDR,8.0,'leaf' - 'n1' ,1,0\n",
     ":7: found the end of the line, expected the number of a link"},
    {"UnknownPartition", LINKS "\n", ":9: found 0 partitions, expected one with the number 0"},
    {"UnknownLink", LINKS "n\n0001:0000:0000:0002,0001:0000:0000:0001,1,7\n", ":10: found a link of a path, expected"},
}};

const std::array<Malformed, 6> kRoutes = {{
    {"NoSwitch", "0x0003 000 : ()\n", ":1: found a LID, expected a line \"Unicast lids"},
    {"NoGuid", "Unicast lids [0x0-0x6a] of switch Lid 3 (leaf):\n", ":1: found no GUID of a switch"},
    {"OddLid", "Unicast lids [0x0-0x6a] of switch Lid 3 guid 0x0000000000200000 (leaf):\n0x000g 000 :\n",
     ":2: found \"0x000g\", expected a LID as 0x0004"},
    {"LargeLid", "Unicast lids [0x0-0x6a] of switch Lid 3 guid 0x0000000000200000 (leaf):\n0x10000 000 :\n",
     ":2: found \"0x10000\", expected a LID"},
    {"OddPort", "Unicast lids [0x0-0x6a] of switch Lid 3 guid 0x0000000000200000 (leaf):\n0x0003 0x1 :\n",
     ":2: found \"0x1\", expected a port of at most 255"},
    {"OtherText", "\nhello\n", ":2: found \"hello\", expected a line of ibroute's output"},
}};

}  // namespace

class MalformedFabric : public ::testing::TestWithParam<Malformed> {};
INSTANTIATE_TEST_SUITE_P(Ibnetdiscover, MalformedFabric, ::testing::ValuesIn(kDiscovered), name_of);
INSTANTIATE_TEST_SUITE_P(NetlocNodes, MalformedFabric, ::testing::ValuesIn(kNodes), name_of);

TEST_P(MalformedFabric, TellsFileLineAndReason) {
  const TemporaryFolder folder;
  const std::string path = folder.write("fabric", GetParam().text);
  EXPECT_INPUT_ERROR(read_infiniband(path), GetParam().message);
  EXPECT_INPUT_ERROR(read_infiniband(path), path + ":");
}

class MalformedRoutes : public ::testing::TestWithParam<Malformed> {};
INSTANTIATE_TEST_SUITE_P(Ibroute, MalformedRoutes, ::testing::ValuesIn(kRoutes), name_of);

TEST_P(MalformedRoutes, TellsFileLineAndReason) {
  const TemporaryFolder folder;
  const std::string fabric = folder.write("fabric", testing::FabricText::fat_tree(1, 2, 2, 1, 1).report());
  const std::string routes = folder.write("routes", GetParam().text);
  EXPECT_INPUT_ERROR(read_infiniband(fabric + "?routes=" + routes), routes);
  EXPECT_INPUT_ERROR(read_infiniband(fabric + "?routes=" + routes), GetParam().message);
}

#undef PORT
#undef BLOCK
#undef NODES
#undef LINKS

}  // namespace topomorph::topology::infiniband
