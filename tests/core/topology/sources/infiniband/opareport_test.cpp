// Tests fabrics of Omni-Path as opareport prints them.
#include "core/topology/sources/infiniband/opareport.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/topology/sources/infiniband/infiniband.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"
#include "tests/core/topology/sources/infiniband/fabric_text.h"

namespace topomorph::topology::infiniband {
namespace {

using ::testing::ElementsAre;
using testing::FabricText;
using testing::TemporaryFolder;

Fabric read_report(const std::string& text) {
  const TemporaryFolder folder;
  FabricBuilder builder;
  read_opareport(folder.write("fabric.xml", text), builder);
  return builder.finish();
}

GivenTopology read_spec(const std::string& kind, const std::string& text) {
  const TemporaryFolder folder;
  return read_topology(kind + folder.write("fabric", text));
}

/// Two hosts at an edge switch, one at another, and a link between the switches, as by `opareport -o topology`.
constexpr const char* kTopology = R"(<?xml version="1.0" encoding="utf-8" ?>
<Report date="Mon Jan  1 00:00:00 2024" unixtime="1704067200" options="opareport -o topology">
<LinkSummary>
    <LinksInFabric>4</LinksInFabric>
    <Link id="0x0011750101575ffe:1">
        <Rate>100g</Rate>
        <Rate_Int>16</Rate_Int>
        <Internal>0</Internal>
        <Port id="0x0011750101575ffe:1">
            <NodeGUID>0x0011750101575ffe</NodeGUID>
            <PortGUID>0x0011750101575ffe</PortGUID>
            <PortNum>1</PortNum>
            <NodeType>FI</NodeType>
            <NodeType_Int>1</NodeType_Int>
            <NodeDesc>node001 hfi1_0</NodeDesc>
        </Port>
        <Port id="0x00117501026a5683:17">
            <NodeGUID>0x00117501026a5683</NodeGUID>
            <PortNum>17</PortNum>
            <NodeType>SW</NodeType>
            <NodeType_Int>2</NodeType_Int>
            <NodeDesc>edge &quot;A&quot; &amp; B</NodeDesc>
        </Port>
        <CableInfo>
            <Length>3m</Length>
        </CableInfo>
    </Link>
    <!-- a comment <Link>
         over lines </Link> -->
    <Link><Rate>50g</Rate><Port><NodeGUID>0x0011750101575aaa</NodeGUID><PortNum>1</PortNum><NodeType>FI</NodeType>
    <NodeDesc>node002 hfi1_0</NodeDesc></Port><Port><NodeGUID>0x00117501026a5683</NodeGUID><PortNum>18</PortNum>
    <NodeType>SW</NodeType><NodeDesc/></Port></Link>
    <Link>
        <Port><NodeGUID>0x0011750101575bbb</NodeGUID><PortNum>1</PortNum><NodeType>FI</NodeType>
            <NodeDesc>node003 hfi1_0</NodeDesc></Port>
        <Port><NodeGUID>0x00117501026a5777</NodeGUID><PortNum>1</PortNum><NodeType>SW</NodeType>
            <NodeDesc>edge2</NodeDesc></Port>
    </Link>
    <Link>
        <Rate>100g</Rate>
        <Port><NodeGUID>0x00117501026a5683</NodeGUID><PortNum>48</PortNum><NodeType>SW</NodeType></Port>
        <Port><NodeGUID>0x00117501026a5777</NodeGUID><PortNum>48</PortNum><NodeType>SW</NodeType></Port>
    </Link>
</LinkSummary>
<Nodes>
    <FIs>
        <ConnectedFICount>3</ConnectedFICount>
        <Node id="0x0011750101575ffe">
            <NodeGUID>0x0011750101575ffe</NodeGUID>
            <NodeType>FI</NodeType>
            <NodeDesc>node001 hfi1_0</NodeDesc>
        </Node>
    </FIs>
</Nodes>
</Report>
)";

TEST(Opareport, LinksBetweenHostsAndSwitches) {
  const Fabric fabric = read_report(kTopology);
  ASSERT_EQ(fabric.switches.size(), 2U);
  EXPECT_EQ(fabric.switches[0].name, "edge \"A\" & B");
  EXPECT_EQ(fabric.switches[1].name, "edge2");
  ASSERT_EQ(fabric.hosts.size(), 3U);
  EXPECT_EQ(fabric.hosts[0].name, "node001");
  EXPECT_EQ(fabric.hosts[2].guid, 0x0011750101575bbbU);
  ASSERT_EQ(fabric.cables.size(), 4U);
  EXPECT_DOUBLE_EQ(fabric.cables[0].bandwidth, 100);
  EXPECT_DOUBLE_EQ(fabric.cables[1].bandwidth, 50);
  EXPECT_DOUBLE_EQ(fabric.cables[2].bandwidth, 100);  // no rate is told
}

TEST(Opareport, HostsAreSlotsByName) {
  for (const char* kind : {"opa:", "ib:"}) {
    const GivenTopology given = read_spec(kind, kTopology);
    EXPECT_THAT(given.hosts.names, ElementsAre("node001", "node002", "node003"));
    EXPECT_EQ(given.topology->distance(0, 1), 2U);
    EXPECT_EQ(given.topology->distance(0, 2), 3U);
    EXPECT_TRUE(given.notes.empty());
  }
}

/// The same fabric as by ibnetdiscover: the same hosts, distances and order.
TEST(Opareport, IsReadAsTheSameFabricByIbnetdiscover) {
  const FabricText text = FabricText::fat_tree(3, 2, 4, 2, 2);
  const GivenTopology opa = read_spec("opa:", text.opareport()), ib = read_spec("ib:", text.blocks());
  EXPECT_EQ(opa.hosts.names, ib.hosts.names);
  ASSERT_EQ(opa.topology->slots(), 24U);
  for (Slot a = 0; a < 24; ++a) {
    for (Slot b = 0; b < a; ++b) ASSERT_EQ(opa.topology->distance(a, b), ib.topology->distance(a, b)) << a << ' ' << b;
  }
}

/// A planned topology has names and ports only.
TEST(Opareport, NodesWithoutGuidAreKnownByName) {
  const std::string planned = R"(<Topology>
<LinkSummary>
<Link><Port><PortNum>1</PortNum><NodeType>FI</NodeType><NodeDesc>n1 hfi1_0</NodeDesc></Port>
      <Port><PortNum>1</PortNum><NodeType>SW</NodeType><NodeDesc>e1</NodeDesc></Port></Link>
<Link><Port><PortNum>1</PortNum><NodeType>FI</NodeType><NodeDesc>n2 hfi1_0</NodeDesc></Port>
      <Port><PortNum>2</PortNum><NodeType>SW</NodeType><NodeDesc>e1</NodeDesc></Port></Link>
</LinkSummary>
</Topology>
)";
  const GivenTopology given = read_spec("opa:", planned);
  EXPECT_THAT(given.hosts.names, ::testing::UnorderedElementsAre("n1", "n2"));
  EXPECT_EQ(given.topology->distance(0, 1), 2U);
  EXPECT_EQ(read_report(planned).switches.size(), 1U);
}

/// A later port may have the GUID that an earlier one lacks; a GUID may be as small as a number of ours.
TEST(Opareport, ANodeIsOneWithAndWithoutItsGuid) {
  const auto port = [](const char* guid, int number, const char* type, const char* name) {
    return fmt::format("<Port>{}<PortNum>{}</PortNum><NodeType>{}</NodeType><NodeDesc>{}</NodeDesc></Port>\n", guid,
                       number, type, name);
  };
  const Fabric fabric =
      read_report("<Report>\n<LinkSummary>\n<Link>" + port("", 1, "FI", "n1 hfi1_0") + port("", 1, "SW", "e1") +
                  "</Link>\n<Link>" + port("<NodeGUID>0x2</NodeGUID>", 1, "FI", "n2 hfi1_0") +
                  port("<NodeGUID>0x1</NodeGUID>", 2, "SW", "e1") + "</Link>\n</LinkSummary></Report>\n");
  EXPECT_EQ(fabric.switches.size(), 1U);
  EXPECT_EQ(fabric.hosts.size(), 2U);
}

/// As other programs write the same file.
TEST(Opareport, DeclarationsAndCdataMayHaveSeveralLines) {
  std::string text = kTopology;
  text.insert(text.find("<Report"), "<!DOCTYPE Report [\n  <!ELEMENT Report\n (LinkSummary)>\n]>\n");
  const std::string name = "node001 hfi1_0";
  text.replace(text.find(name), name.size(), "<![CDATA[" + name + "]]>");
  EXPECT_THAT(read_spec("opa:", text).hosts.names, ElementsAre("node001", "node002", "node003"));
}

TEST(Opareport, SaysWhatIsWrongAndWhere) {
  const auto link = [](const std::string& inside) { return "<Report>\n<LinkSummary>\n<Link>" + inside; };
  const std::string end = "</Link></LinkSummary></Report>\n", closed = "</Port>" + end;
  const std::pair<std::string, const char*> wrong[] = {
      {"<Report>\n<Nodes></Nodes></Report>\n", ":2: found no <LinkSummary>, expected the output of opareport"},
      {"<Report>\n<LinkSummary>\n</LinkSummary></Report>\n", ": found no hosts"},
      {"<Report>\n<LinkSummary>\n", ":2: found the end of the file, expected </LinkSummary>"},
      {"<Report>\n</Nodes>\n", ":2: found </Nodes>, expected </Report>"},
      {"<Report>\n</Report></Report>\n", ":2: found </Report>, expected no end of an element"},
      {"<Report>\n<LinkSummary\n", ":2: found a tag without its end, expected > on the same line"},
      {"<Report>\n<>\n", ":2: found <>, expected the name of an element"},
      {"<Report>\n<<Link>\n", ":2: found <<Link>, expected the name of an element"},
      {link(end), ":3: found 0 ports, expected 2"},
      {link("<Port/><Port/>\n<Port/>" + end), ":4: found a third port of a link, expected 2"},
      {"<Report>\n</" + std::string(999, 'x') + ">\n", "xxx...>, expected </Report>"},
      {link("<Port><NodeGUID>leaf</NodeGUID>" + closed), ":3: found \"leaf\", expected a GUID of a node"},
      {link("<Port><PortNum>255</PortNum>" + closed),
       ":3: found \"255\", expected the number of a port of at most 254"},
      {link("<Port></Port><Port>" + closed), ":3: found the node type \"\", expected FI or SW"},
      {link("<Port><NodeType>SW</NodeType></Port><Port>" + closed), ":3: found a port without <PortNum>"},
      {link("<Port><NodeType>SW</NodeType><PortNum>1</PortNum></Port><Port>" + closed),
       ":3: found a port without <NodeGUID> and <NodeDesc>, expected one of both"},
  };
  for (const auto& each : wrong) EXPECT_INPUT_ERROR(read_spec("opa:", each.first), each.second) << each.first;
  std::string deep;
  for (int i = 0; i < 65; ++i) deep += "<a>";
  EXPECT_INPUT_ERROR(read_spec("opa:", deep + "\n"), "found more than 64 elements in each other");
}

}  // namespace
}  // namespace topomorph::topology::infiniband
