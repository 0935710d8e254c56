// Tests QAPLIB instances: the roles of the two matrices, and malformed files.
#include "core/topology/sources/qaplib/qaplib.h"

#include "core/evaluation/evaluate.h"
#include "core/formats/affinity_file.h"
#include "core/formats/qaplib_instance.h"
#include "core/model/mapping.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::topology {
namespace {

using testing::data_file;
using ::testing::ElementsAre;
using testing::traffic_of;

const std::string kGrid = "0 1 1 2\n1 0 2 1\n1 2 0 1\n2 1 1 0\n";    // 2 x 2
const std::string kFlows = "0 5 0 0\n7 0 0 3\n0 0 0 0\n0 0 0 0\n";   // asymmetric
const std::string kNoGrid = "0 9 2 4\n9 0 2 4\n2 2 0 7\n4 4 7 0\n";  // no grid

class QaplibFile : public ::testing::Test {
 protected:
  std::string write(const std::string& content) { return folder_.write("q.dat", content); }
  testing::TemporaryFolder folder_;
};

TEST_F(QaplibFile, TheGridHasTheDistancesWhereverItStands) {
  for (const std::string& content : {"4\n\n" + kGrid + "\n" + kFlows, "4\n" + kFlows + kGrid}) {
    const std::string path = write(content);
    const auto topology = parse_topology("qaplib:" + path);
    EXPECT_EQ(topology->describe(), "mesh of 2 x 2");
    EXPECT_EQ(topology->distance(1, 2), 2U);
    EXPECT_THAT(traffic_of(formats::read_affinity(path)),
                ElementsAre(Traffic{0, 1, 5, 5}, Traffic{1, 0, 7, 7}, Traffic{1, 3, 3, 3}));
  }
}

TEST_F(QaplibFile, ColumnsOfAGridComeFromItsFirstRow) {
  const std::string row = "0 1 2 1 2 3\n1 0 1 2 1 2\n2 1 0 3 2 1\n1 2 3 0 1 2\n2 1 2 1 0 1\n3 2 1 2 1 0\n";
  EXPECT_EQ(parse_topology("qaplib:" + write("6\n" + row + row))->describe(), "mesh of 3 x 2");
  EXPECT_EQ(parse_topology("qaplib:" + write("2 0 1 1 0 0 4 4 0"))->describe(), "mesh of 2 x 1");
}

TEST_F(QaplibFile, OtherDistancesAreATable) {
  for (const std::string& content : {"4\n" + kFlows + kNoGrid, "4\n" + kNoGrid + kFlows}) {
    const auto topology = parse_topology("qaplib:" + write(content));
    EXPECT_EQ(topology->describe(), "table of the distances of 4 slots");
    EXPECT_EQ(topology->distance(0, 1), 9U);
    EXPECT_EQ(topology->distance(3, 2), 7U);
    EXPECT_EQ(topology->distance(2, 2), 0U);
  }
}

TEST_F(QaplibFile, OfTwoThatCanBeDistancesTheSecondIs) {
  EXPECT_EQ(parse_topology("qaplib:" + write("2 0 9 9 0 0 4 4 0"))->distance(0, 1), 4U);
}

TEST_F(QaplibFile, FilesThatAreNoneAreRefused) {
  const auto refused = [&](const std::string& content, const std::string& message) {
    const std::string path = write(content);
    EXPECT_INPUT_ERROR(formats::read_affinity(path), path + message);
    EXPECT_INPUT_ERROR(parse_topology("qaplib:" + path), path + message);
  };
  refused("", ": found the end of the file, expected the size of an instance of QAPLIB");
  refused("0\n", ":1: found \"0\", expected the size of an instance of QAPLIB (1 to 1024)");
  refused("1025\n", ":1: found \"1025\", expected the size");
  refused("4\n" + kGrid, ":5: found the end of the file, expected a number of a matrix");
  refused("2\n0 1\n1 x\n", ":3: found \"x\", expected a number of a matrix (a whole number)");
  refused("2\n0 1\n1 -3\n", ":3: found \"-3\", expected a number of a matrix");
  refused("2\n0 1 1 0\n0 1 1 0\n5\n", ":4: found \"5\", expected the end of the file");
  refused("2\n0 1 2 0\n1 3 3 0\n", ": found no matrix of distances, expected one that is symmetric");
  EXPECT_INPUT_ERROR(parse_topology("qaplib:no/such.dat"), "no/such.dat: cannot be read");
}

TEST_F(QaplibFile, CostsAreItsObjective) {
  const std::string path = data_file("qaplib/nug12.dat");
  SKIP_WITHOUT(path);
  const Mapping best = {11, 6, 8, 2, 3, 7, 10, 0, 4, 5, 9, 1};  // the solution that QAPLIB publishes, counted from 0
  const auto topology = parse_topology("qaplib:" + path);
  Mapping inverse(12);
  for (Slot slot = 0; slot < 12; ++slot) inverse[best[slot]] = slot;
  EXPECT_EQ(evaluation::to_string(evaluation::evaluate(formats::read_affinity(path), *topology, inverse).hop_bytes),
            "578");
}

}  // namespace
}  // namespace topomorph::topology
