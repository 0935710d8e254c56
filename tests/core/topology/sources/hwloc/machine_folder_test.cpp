// Tests folders of hwloc's files: whole machines, differences, and unusable files.
#include "core/topology/sources/hwloc/machine_folder.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <hwloc.h>
#include <hwloc/diff.h>

#include "core/topology/spec.h"
#include "tests/core/testing.h"
#include "tests/core/topology/machine_text.h"

namespace topomorph::topology {
namespace {

using ::testing::HasSubstr;
using testing::machine;
using testing::TemporaryFolder;

/// Returns hwloc-diff's output for a machine() with another size of memory.
std::string difference(const std::string& from, const std::string& type = "hwloc2-diff.dtd",
                       const std::string& place = "obj_depth=\"-3\" obj_index=\"0\"", int size = 1024) {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE topologydiff SYSTEM \"{}\">\n"
      "<topologydiff refname=\"{}\">\n  <diff type=\"0\" {} obj_attr_type=\"0\" obj_attr_index=\"0\" "
      "obj_attr_oldvalue=\"{}\" obj_attr_newvalue=\"2048\"/>\n</topologydiff>\n",
      type, from, place, size);
}

class FolderOfMachines : public ::testing::Test {
 protected:
  std::size_t slots_of(const std::string& host) {
    const auto found = machines_.find(host);
    return found ? found->tree.slots() : 0;
  }
  std::string warning() const { return machines_.warnings().lines().empty() ? "" : machines_.warnings().lines()[0]; }

  TemporaryFolder folder_;
  MachineFolder machines_{folder_.path().string()};
};

TEST_F(FolderOfMachines, ADifferenceIsFromTheMachineThatItNames) {
  folder_.write("n1.xml", machine(2, 4));
  folder_.write("n2.diff.xml", difference("n1.xml"));
  folder_.write("n3.xml", machine(1, 3));
  folder_.write("n4.diff.xml", difference("/home/admin/hwloc/n3.xml"));
  EXPECT_EQ(slots_of("n1"), 8U);
  EXPECT_EQ(slots_of("n2.cluster.org"), 8U);
  EXPECT_EQ(slots_of("n4"), 3U) << "whatever folder the files were in then";
  EXPECT_EQ(machines_.find("n2")->pus, machines_.find("n1")->pus);
  EXPECT_EQ(slots_of("n5"), 0U);
  EXPECT_EQ(machines_.warnings().count(), 0U);
}

TEST_F(FolderOfMachines, ADifferenceThatIsNoneIsAWarning) {
  folder_.write("n1.xml", machine(2, 4));
  folder_.write("n2.diff.xml", difference("n1.xml", "hwloc2-diff.dtd", "obj_depth=\"-3\" obj_index=\"0\"", 4096));
  EXPECT_EQ(slots_of("n2"), 0U);
  EXPECT_THAT(warning(),
              HasSubstr("n2.diff.xml: found as entry 1 what n1.xml does not have, expected differences from"));
  EXPECT_THAT(warning(), HasSubstr("; n2 counts as a host without a file"));
}

TEST_F(FolderOfMachines, DifferencesThatCannotBeRead) {
  folder_.write("n1.xml", machine(2, 4));
  const std::string whole = difference("n1.xml");
  const std::vector<std::string> broken = {"",
                                           "nonsense",
                                           whole.substr(0, whole.size() / 2),
                                           difference(""),
                                           difference("nowhere.xml"),
                                           difference("n0.diff.xml"),
                                           machine(2, 4)};
  for (const std::string& text : broken) {
    folder_.write("n0.diff.xml", text);
    EXPECT_EQ(slots_of("n0"), 0U) << text;
  }
  EXPECT_EQ(machines_.warnings().count(), broken.size());
  EXPECT_EQ(machines_.warnings().lines().size(), Warnings::kMostListed + 1);
}

/// hwloc 2.9 reads where it set nothing.
TEST_F(FolderOfMachines, ADifferenceThatBeginsWithAClosingTagIsRefusedBeforeHwloc) {
  const std::string whole = difference("n1.xml");
  const std::size_t root = whole.find("<topologydiff");
  for (const std::string& text : {whole.substr(0, root) + "  </topologydiff>\n", std::string("</x>")}) {
    EXPECT_INPUT_ERROR(MachineDifference(folder_.write("n0.diff.xml", text)), "n0.diff.xml: found a closing tag first");
  }
}

TEST_F(FolderOfMachines, OfABrokenFileAllDifferencesAre) {
  folder_.write("n1.xml", machine(2, 4).substr(0, 700));
  for (const char* host : {"n2", "n3"}) folder_.write(host + std::string(".diff.xml"), difference("n1.xml"));
  for (const char* host : {"n1", "n2", "n3"}) EXPECT_EQ(slots_of(host), 0U);
  EXPECT_EQ(machines_.warnings().count(), 3U);
}

/// In hwloc 1 memory belonged to the machine itself (or to an ordinary NUMA node), and devices had other depths.
TEST_F(FolderOfMachines, DifferencesOfHwloc1) {
  folder_.write("n1.xml", machine(2, 4));
  folder_.write("n2.diff.xml", difference("n1.xml", "hwloc.dtd", "obj_depth=\"0\" obj_index=\"0\""));
  EXPECT_EQ(slots_of("n2"), 8U);
  EXPECT_EQ(warning(), "");
}

TEST_F(FolderOfMachines, ADifferenceByItselfIsATopology) {
  folder_.write("n1.xml", machine(2, 4));
  EXPECT_EQ(parse_topology("hwloc:" + folder_.write("n2.diff.xml", difference("n1.xml")))->slots(), 8U);
  EXPECT_INPUT_ERROR(parse_topology("hwloc:" + folder_.write("n3.diff.xml", difference("n9.xml"))), "n9.xml");
  const std::string of_another = difference("n1.xml", "hwloc2-diff.dtd", "obj_depth=\"-3\" obj_index=\"0\"", 4096);
  EXPECT_INPUT_ERROR(parse_topology("hwloc:" + folder_.write("n4.diff.xml", of_another)), "what n1.xml does not have");
}

std::string unpacked_hosts(const TemporaryFolder& folder) {
  const std::string archive = testing::data_file("fabrics/plafrim2.txz");
  const std::string unpack =
      "tar -xJf '" + archive + "' -C '" + folder.path().string() + "' plafrim2/hwloc 2>/dev/null";
  return archive.empty() || std::system(unpack.c_str()) != 0 ? "" : folder.file("plafrim2/hwloc");
}

/// Writes the file that hwloc-diff writes; returns false if the machines have different objects.
bool write_difference(const std::string& from, const std::string& to, const std::string& path) {
  const Machine base = Machine::for_differences(from), other = Machine::for_differences(to);
  hwloc_topology_diff_t first = nullptr;
  const bool alike = hwloc_topology_diff_build(base.get(), other.get(), 0, &first) == 0;
  const std::string name = std::filesystem::path(from).filename().string();
  const bool written = alike && hwloc_topology_diff_export_xml(first, name.c_str(), path.c_str()) == 0;
  hwloc_topology_diff_destroy(first);
  return written;
}

TEST(FolderOfRealMachines, DifferencesGiveWhatTheWholeFilesGave) {
  const TemporaryFolder folder;
  const std::string hosts = unpacked_hosts(folder);
  if (hosts.empty()) GTEST_SKIP() << "the third-party data (TOPOMORPH_DATA) are not here, or tar and xz are missing";
  MachineFolder whole(hosts), packed(folder.path().string());
  const std::string first = hosts + "/miriel001.xml";
  std::filesystem::copy_file(first, folder.file("miriel001.xml"));
  int differences = 0;
  for (int h = 2; h <= 20; ++h) {
    const std::string host = fmt::format("miriel{:03}", h);
    if (!write_difference(first, hosts + "/" + host + ".xml", folder.file(host + ".diff.xml"))) continue;
    ++differences;
    const auto expected = whole.find(host), found = packed.find(host);
    ASSERT_TRUE(expected && found) << packed.first_error();
    EXPECT_EQ(found->tree.describe(), expected->tree.describe());
    EXPECT_EQ(found->pus, expected->pus);
  }
  EXPECT_GT(differences, 5);
  EXPECT_EQ(packed.warnings().count(), 0U) << packed.first_error();
}

}  // namespace
}  // namespace topomorph::topology
