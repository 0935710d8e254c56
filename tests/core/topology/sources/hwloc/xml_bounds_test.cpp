// Numbers in hwloc's XML files that no machine has are refused in whatever form XML allows.
#include "core/topology/sources/hwloc/xml_bounds.h"

#include <fmt/format.h>

#include "tests/core/testing.h"
#include "tests/core/topology/machine_text.h"

namespace topomorph::topology {
namespace {

void check(const std::string& xml) { check_bounds_of_xml("n0.xml", xml); }

TEST(XmlBounds, MachinesAreWithinThem) {
  EXPECT_NO_THROW(check(testing::machine(2, 8)));
  EXPECT_NO_THROW(check("<object type=\"PU\" os_index=\"65536\"/>"));
  EXPECT_NO_THROW(check("<object cpuset=\"0x1" + std::string(2048, ',') + "\"/>"));
  EXPECT_NO_THROW(check("<object nodeset=\"0xf...f\" allowed_nodeset=\"0xf...f\"/>")) << "hwloc 1 without NUMA";
}

TEST(XmlBounds, NumbersOfObjectsThatAreInNoSetAreAnyNumbers) {
  EXPECT_NO_THROW(
      check("<object type=\"PCIDev\" os_index=\"1048576\"/><object type=\"Package\" os_index=\"4294967294\"/>"));
}

TEST(XmlBounds, NumbersOfProcessingUnitsAndNumaNodes) {
  const std::string far[] = {"type=\"PU\" os_index=\"65537\"",
                             "os_index=\"65537\" type=\"PU\"",
                             "type = 'pu' os_index\n=\n'4294967295'",
                             "type=\"NUMANode\" os_index=\"-1\"",
                             "type=\"node\" os_index=\" 70000\"",
                             "type=\"PU\" os_index=\"&#55;0000\"",
                             "type=\"&#80;U\" os_index=\"70000\"",
                             "type=\"P&#85;\" os_index=\"70000\"",
                             "name=\"a>b\" type=\"PU\" os_index=\"70000\""};
  for (const std::string& attributes : far) {
    EXPECT_INPUT_ERROR(check("<topology>\n<object " + attributes + "/>"), "n0.xml:2: found os_index \"");
  }
}

TEST(XmlBounds, SetsWithFarNumbers) {
  const std::string far = "0x1" + std::string(2049, ',');
  for (const char* name : {"cpuset", "complete_cpuset", "nodeset", "allowed_nodeset", "initiator_cpuset"}) {
    EXPECT_INPUT_ERROR(check(fmt::format("<object {}='{}'/>", name, far)),
                       fmt::format("n0.xml:1: found a {} with a number above 65536", name));
  }
  EXPECT_INPUT_ERROR(check("<object cpuset=\"0x1&#44;\"/>"), "n0.xml:1: found a cpuset");
}

TEST(XmlBounds, MarkupThatHidesNumbers) {
  const std::string hiding[] = {"<!DOCTYPE topology [<!ENTITY a \"70000\">]>", "<![CDATA[ \" ]]>", "<?other \" ?>",
                                "<!ENTITY a \"70000\">"};
  for (const std::string& markup : hiding) EXPECT_INPUT_ERROR(check("<a>\n" + markup), "n0.xml:2: found markup");
}

/// hwloc's reader of XML knows more ways to write a name than the scanner.
TEST(XmlBounds, NamesInDisguise) {
  EXPECT_INPUT_ERROR(check("<object x:type=\"PU\" x:os_index=\"70000\"/>"),
                     "n0.xml:1: found x:type, expected an attribute without a namespace");
  EXPECT_INPUT_ERROR(check("<?xml version=\"1.0\" encoding=\"UTF-7\"?>"),
                     "n0.xml:1: found encoding \"UTF-7\", expected UTF-8");
  EXPECT_NO_THROW(check("<?xml version=\"1.0\" encoding=\"utf-8\"?>"));
  EXPECT_INPUT_ERROR(check(std::string("<\0o\0", 4)), "n0.xml: found a byte of 0, expected text in UTF-8");
}

TEST(XmlBounds, CommentsAreNoMarkup) {
  const std::string far = "<object type=\"PU\" os_index=\"70000\"/>";
  EXPECT_NO_THROW(check("<!-- \" ' " + far + " -->"));
  EXPECT_NO_THROW(check("<!-- no end"));
  EXPECT_INPUT_ERROR(check("<!-- \" -->" + far),
                     "n0.xml:1: found os_index \"70000\", expected a number of at most 65536");
}

TEST(XmlBounds, TagsThatAreCut) {
  for (const char* cut : {"<", "<object cpuset=\"0x1", "<object type='", "no tag", ""}) EXPECT_NO_THROW(check(cut));
}

}  // namespace
}  // namespace topomorph::topology
