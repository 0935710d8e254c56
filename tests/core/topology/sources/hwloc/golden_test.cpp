// Compares recorded machines with descriptions checked by hand with lstopo (tests/core/topology/sources/hwloc/golden).
// TOPOMORPH_WRITE_GOLDEN=1 in the environment writes them anew.
#include <cstdlib>
#include <fstream>
#include <map>

#include <fmt/ranges.h>

#include "core/topology/sources/hwloc/machine.h"
#include "core/topology/sources/hwloc/tree_of_machine.h"
#include "tests/core/testing.h"

namespace topomorph::topology {
namespace {

/// Returns "3 x 8, 4" for three equal values and another.
std::string runs_of(const std::vector<std::string>& values) {
  std::string text;
  for (std::size_t i = 0, end = 0; i < values.size(); i = end) {
    while (end < values.size() && values[end] == values[i]) ++end;
    text += (i == 0 ? "" : ", ") + (end - i > 1 ? fmt::format("{} x ", end - i) : std::string()) + values[i];
  }
  return text;
}

/// Returns the CPUs of each slot by the operating system's numbers.
std::string cpus_of_slots(const Machine& machine) {
  std::string text;
  for (const std::vector<std::uint32_t>& cpus : pus_of_slots(machine))
    text += fmt::format("{}{}", text.empty() ? "" : " ", fmt::join(cpus, ","));
  return text;
}

std::string description_of(const Machine& machine) {
  const TreeTopology tree = tree_of(machine);
  std::string text = fmt::format("{}\n{} slots\n", tree.describe(), tree.slots());
  for (std::size_t l = tree.levels(); l >= 1; --l) {
    const TreeLevel& level = tree.level(l);
    std::vector<std::string> sizes;
    for (std::size_t node = 0; node < tree.nodes(l); ++node)
      sizes.push_back(fmt::format("{}", level.begin[node + 1] - level.begin[node]));
    text += fmt::format("{} at distance {}, slots of each: {}\n", level.name, level.distance, runs_of(sizes));
  }
  return text + "CPUs of each slot: " + cpus_of_slots(machine) + "\n";
}

std::string golden_file(const std::string& name) {
  return std::string(TOPOMORPH_GOLDEN) + "/" + name.substr(0, name.rfind('.')) + ".txt";
}

void expect_text(const std::string& text, const std::string& name) {
  if (std::getenv("TOPOMORPH_WRITE_GOLDEN") != nullptr) std::ofstream(golden_file(name)) << text;
  EXPECT_EQ(text, testing::read_file(golden_file(name)));
}

void expect_golden(const Machine& machine, const std::string& name) { expect_text(description_of(machine), name); }

class RecordedMachine : public ::testing::TestWithParam<std::string> {};

TEST_P(RecordedMachine, IsAsItsGoldenDescription) {
  const std::string path = testing::data_file("hwloc/" + GetParam());
  SKIP_WITHOUT(path);
  expect_golden(Machine::from_xml(path), GetParam());
}

INSTANTIATE_TEST_SUITE_P(All, RecordedMachine,
                         ::testing::Values("16em64t-4s2c2t.xml", "192em64t-24n8c2t.xml", "8intel64-4n2t-memattrs.xml",
                                           "96em64t-4n4d3ca2co-pci.xml", "irregulargroups-disallowed.xml",
                                           "nvidiaDGX2.xml"),
                         [](const auto& machine) {
                           std::string name;
                           for (const char c : machine.param)
                             name += std::isalnum(static_cast<unsigned char>(c)) ? std::string(1, c) : "";
                           return name;
                         });

TEST(RecordedMachines, AllFilesHaveAGoldenDescription) {
  const std::string folder = testing::data_file("hwloc");
  SKIP_WITHOUT(folder);
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const std::string name = file.path().filename().string();
    EXPECT_TRUE(std::filesystem::exists(golden_file(name))) << name;
  }
}

/// Loads the machine without the cgroup's limits at its recording: groups of two packages beside packages in no group.
TEST(RecordedMachines, IrregularGroupsWithoutTheirLimits) {
  const std::string path = testing::data_file("hwloc/irregulargroups-disallowed.xml");
  SKIP_WITHOUT(path);
  expect_golden(Machine::whole_from_xml(path), "irregulargroups-whole.xml");
}

/// Returns "3 x tree of …" for each kind of machine in a folder.
std::string kinds_text(const std::filesystem::path& folder, Machine (*load)(const std::string&)) {
  std::map<std::string, int> kinds;
  for (const auto& file : std::filesystem::directory_iterator(folder))
    ++kinds[tree_of(load(file.path().string())).describe()];
  std::string text;
  for (const auto& [kind, nodes] : kinds) text += fmt::format("{} x {}\n", nodes, kind);
  return text;
}

/// Loads every node of two clusters, both as its recording job was allowed to use it, and whole.
TEST(RecordedMachines, AllNodesOfTheRecordedClustersLoad) {
  for (const std::string cluster : {"plafrim", "plafrim2"}) {
    const std::string archive = testing::data_file("fabrics/" + cluster + ".txz");
    SKIP_WITHOUT(archive);
    const testing::TemporaryFolder folder;
    const std::string unpack = "tar -xJf '" + archive + "' -C '" + folder.path().string() + "' 2>/dev/null";
    if (std::system(unpack.c_str()) != 0) GTEST_SKIP() << "tar cannot unpack " << archive;
    const std::filesystem::path files = folder.path() / cluster / "hwloc";
    const std::string text =
        "Allowed:\n" + kinds_text(files, Machine::from_xml) + "Whole:\n" + kinds_text(files, Machine::whole_from_xml);
    expect_text(text, cluster + ".xml");
  }
}

}  // namespace
}  // namespace topomorph::topology
