// Reading and writing affinities: golden files, round trips, third-party files.
#include "core/formats/affinity_file.h"
#include "core/formats/matrix_files.h"
#include "core/model/affinity.h"
#include "tests/core/testing.h"

namespace topomorph::formats {
namespace {

using testing::data_file;
using ::testing::ElementsAre;
using ::testing::Pair;
using testing::random_affinity;
using testing::read_file;
using testing::TemporaryFolder;
using testing::traffic_of;

class Formats : public ::testing::Test {
 protected:
  std::vector<Traffic> read(const std::string& name, const std::string& content) {
    return traffic_of(read_affinity(folder_.write(name, content)));
  }
  std::string written(const std::string& name, const Affinity& affinity) {
    write_affinity(affinity, folder_.file(name));
    return read_file(folder_.file(name));
  }
  TemporaryFolder folder_;
};

TEST_F(Formats, MatrixMarketGeneralKeepsDirections) {
  EXPECT_THAT(read("a.mtx", "%%MatrixMarket matrix coordinate integer general\n% c\n\n3 3 3\n1 2 5\n2 1 6\n3 3 7\n"),
              ElementsAre(Traffic{0, 1, 5, 5}, Traffic{1, 0, 6, 6}, Traffic{2, 2, 7, 7}));
}

TEST_F(Formats, MatrixMarketSymmetricStoresEachEdgeOnce) {
  EXPECT_THAT(read("a.mtx", "%%MatrixMarket MATRIX Coordinate Real Symmetric\n3 3 2\n3 1 1.5e3\n2 2 0.0\n"),
              ElementsAre(Traffic{0, 2, 1500, 1500}, Traffic{1, 1, 0, 0}));
}

TEST_F(Formats, MatrixMarketPatternCountsOne) {
  EXPECT_THAT(read("a.mtx", "%%MatrixMarket matrix coordinate pattern general\r\n2 2 1\r\n1 2\r\n"),
              ElementsAre(Traffic{0, 1, 1, 1}));
}

TEST_F(Formats, MetisReadsEveryWeightCode) {
  const std::vector<Traffic> unit = {{0, 1, 1, 1}, {1, 2, 1, 1}}, weighted = {{0, 1, 5, 5}, {1, 2, 6, 6}};
  EXPECT_EQ(read("a.graph", "3 2\n2\n1 3\n2\n"), unit);
  EXPECT_EQ(read("a.graph", "% c\n3 2 0\n2\n% c\n1 3\n2\n"), unit);
  EXPECT_EQ(read("a.graph", "3 2 1\n2 5\n1 5 3 6\n2 6\n"), weighted);
  EXPECT_EQ(read("a.graph", "3 2 001\n2 5\n1 5 3 6\n2 6"), weighted);
  EXPECT_EQ(read("a.graph", "3 2 10\n9 2\n9 1 3\n9 2\n"), unit);
  EXPECT_EQ(read("a.graph", "3 2 11 2\n9 8 2 5\n9 8 1 5 3 6\n9 8 2 6\n"), weighted);
  EXPECT_EQ(read("a.graph", "3 2 111\n7 9 2 5\n7 9 1 5 3 6\n7 9 2 6\n"), weighted);
  EXPECT_EQ(read("a.graph", "3 2 100\n7 2\n7 1 3\n7 2\n"), unit);
}

TEST_F(Formats, MetisVerticesMayBeAlone) {
  EXPECT_THAT(read("a.graph", "3 1\n3\n\n1\n"), ElementsAre(Traffic{0, 2, 1, 1}));
}

TEST_F(Formats, ScotchReadsBasesAndWeights) {
  const std::vector<Traffic> unit = {{0, 1, 1, 1}, {1, 2, 1, 1}}, weighted = {{0, 1, 5, 5}, {1, 2, 6, 6}};
  EXPECT_EQ(read("a.grf", "0\n3 4\n0 000\n1 1\n2 0 2\n1 1\n"), unit);
  EXPECT_EQ(read("a.grf", "0 3 4 1 010 1 5 2 2 5 1 6 3 1 6 2"), weighted);
  EXPECT_EQ(read("a.grf", "0\n3 4\n0 001\n9 1 1\n9 2 0 2\n9 1 1\n"), unit);
}

TEST_F(Formats, DenseTextIsDirected) {
  EXPECT_THAT(read("a.mat", "0 2 0\n\t3 0 0 \n\n0 1e2 4\n"),
              ElementsAre(Traffic{0, 1, 2, 2}, Traffic{1, 0, 3, 3}, Traffic{2, 1, 100, 100}, Traffic{2, 2, 4, 4}));
}

TEST_F(Formats, MatrixMarketOfUnsignedIntegers) {
  EXPECT_THAT(
      read("a.mtx", "%%MatrixMarket matrix coordinate unsigned-integer general\n2 2 1\n1 2 18446744073709551615\n"),
      ElementsAre(Traffic{0, 1, ~std::uint64_t{0}, ~std::uint64_t{0}}));
}

TEST_F(Formats, MatrixMarketArraysGoDownTheColumns) {
  EXPECT_THAT(read("a.mtx", "%%MatrixMarket matrix array integer general\n%\n2 2\n0\n5\n6\n0\n"),
              ElementsAre(Traffic{0, 1, 6, 6}, Traffic{1, 0, 5, 5}));
  EXPECT_THAT(read("a.mtx", "%%MatrixMarket matrix array real symmetric\n3 3\n0\n1.0\n2.0\n0\n3.0\n0\n"),
              ElementsAre(Traffic{0, 1, 1, 1}, Traffic{0, 2, 2, 2}, Traffic{1, 2, 3, 3}));
}

TEST_F(Formats, LinesOfCommentsInDenseFilesAreSkipped) {
  EXPECT_THAT(read("a.mat", "# bytes by rank\n0 7\n% more\n8 0\n"),
              ElementsAre(Traffic{0, 1, 7, 7}, Traffic{1, 0, 8, 8}));
  EXPECT_THAT(read("a.csv", "# bytes by rank\n7,0\n0,8\n"), ElementsAre(Traffic{0, 1, 8, 8}, Traffic{1, 0, 7, 7}));
}

TEST_F(Formats, CsvHasTheOrderInWhichTrafficIsNear) {
  const std::vector<Traffic> chain = {{0, 1, 7, 7}, {1, 0, 6, 6}, {1, 2, 5, 5}, {2, 3, 5, 5}, {3, 2, 5, 5}};
  EXPECT_EQ(read("a.csv", "0,7,0,0\n6,0,5,0\n0,0,0,5\n0,0,5,0\n"), chain);
  EXPECT_EQ(read("a.csv", "0,0,5,0\n0,0,0,5\n6,0,5,0\n0,7,0,0\n"), chain);
  // as near in both orders: the one without a diagonal
  EXPECT_THAT(read("a.csv", "0,7\n8,0\n"), ElementsAre(Traffic{0, 1, 7, 7}, Traffic{1, 0, 8, 8}));
}

TEST_F(Formats, CsvThatWouldBeTakenForAnotherOrderSaysWhichItHas) {
  const Affinity far = Affinity::from_traffic(5, {{0, 4, 8, 8}, {4, 0, 8, 8}, {1, 3, 4, 4}});
  const std::string text = written("a.csv", far);
  EXPECT_EQ(text, "# the last role's row first\n8,0,0,0,0\n0,0,0,0,0\n0,0,0,0,0\n0,0,0,4,0\n0,0,0,0,8\n");
  EXPECT_EQ(read("a.csv", text), traffic_of(far));
}

TEST_F(Formats, FilesOfTheField) {
  for (const char* name : {"uint64.mtx", "header.csv", "header.mat"}) {
    const std::string path = data_file(std::string("field/affinities/") + name);
    SKIP_WITHOUT(path);
    std::map<std::pair<Role, Role>, std::uint64_t> bytes;
    for (const Traffic& t : traffic_of(read_affinity(path))) bytes[std::minmax(t.source, t.destination)] = t.bytes;
    EXPECT_THAT(bytes, ElementsAre(Pair(Pair(0, 1), 1000), Pair(Pair(0, 3), 5), Pair(Pair(1, 2), 7),
                                   Pair(Pair(2, 3), 12345678901)))
        << name;
  }
}

TEST_F(Formats, CsvHasTheLastRoleFirst) {
  EXPECT_THAT(read("a.csv", "7,0\n0,8\n"), ElementsAre(Traffic{0, 1, 8, 8}, Traffic{1, 0, 7, 7}));
}

TEST_F(Formats, WritesGoldenFiles) {
  const Affinity affinity = Affinity::from_traffic(3, {{0, 1, 5, 1}, {1, 0, 6, 1}, {2, 2, 9, 1}, {2, 0, 4, 1}});
  EXPECT_EQ(written("a.mtx", affinity),
            "%%MatrixMarket matrix coordinate integer general\n% bytes from role (row) to role (column)\n"
            "3 3 4\n1 2 5\n2 1 6\n3 1 4\n3 3 9\n");
  EXPECT_EQ(written("a.graph", affinity), "3 2 001\n2 11 3 4\n1 11\n1 4\n");
  EXPECT_EQ(written("a.grf", affinity), "0\n3 4\n0 010\n2 11 1 4 2\n1 11 0\n1 4 0\n");
  EXPECT_EQ(written("a.mat", affinity), "0 5 0\n6 0 0\n4 0 9\n");
  EXPECT_EQ(written("a.csv", affinity), "4,0,9\n6,0,0\n0,5,0\n");
}

TEST_F(Formats, WritesNoDenseMatrixThatFillsTheDisk) {
  const Affinity sparse = Affinity::from_traffic(kMostDenseRoles + 1, {{0, 1, 5, 1}});
  for (const char* name : {"a.mat", "a.csv"}) {
    EXPECT_INPUT_ERROR(write_affinity(sparse, folder_.file(name)),
                       ": found 32769 roles, expected at most 32768 for a dense matrix");
    EXPECT_FALSE(std::filesystem::exists(folder_.file(name)));
  }
}

TEST_F(Formats, DirectedFormatsGiveBackTheBytes) {
  const Affinity affinity = random_affinity(50, 400, 3);
  for (const char* name : {"a.mtx", "a.mat", "a.csv"}) {
    write_affinity(affinity, folder_.file(name));
    auto expected = traffic_of(affinity);
    for (Traffic& t : expected) t.messages = t.bytes;
    EXPECT_EQ(traffic_of(read_affinity(folder_.file(name))), expected) << name;
  }
}

TEST_F(Formats, UndirectedFormatsAgreeWithEachOther) {
  const Affinity affinity = random_affinity(50, 400, 3);
  write_affinity(affinity, folder_.file("a.graph"));
  write_affinity(affinity, folder_.file("a.grf"));
  const Affinity metis = read_affinity(folder_.file("a.graph"));
  EXPECT_EQ(metis.total_bytes(), affinity.total_bytes());
  EXPECT_EQ(traffic_of(metis), traffic_of(read_affinity(folder_.file("a.grf"))));
}

TEST_F(Formats, EveryFormatIsFoundByItsEnding) {
  for (const AffinityFormat& format : affinity_formats()) {
    EXPECT_INPUT_ERROR(read_affinity(folder_.file("absent" + format.ending)), "absent" + format.ending)
        << format.ending;
  }
  EXPECT_INPUT_ERROR(read_affinity("ABSENT.MTX"), "ABSENT.MTX: cannot be read");
  EXPECT_TRUE(tells_messages("a.TmProf"));
  EXPECT_FALSE(tells_messages("a.mtx"));
  EXPECT_INPUT_ERROR(read_affinity("a.txt"), "one of the endings .mtx, .graph, .grf, .mat, .csv, .dat, .tmprof");
  EXPECT_INPUT_ERROR(write_affinity({}, "a.tmprof"), "can only be read");
}

TEST_F(Formats, ThirdPartyFilesHaveTheirKnownSize) {
  const std::string metis = data_file("graphs/lu1024r.graph"), csv = data_file("matrices/eagermap-sp-omp-64.csv");
  SKIP_WITHOUT(metis);
  EXPECT_EQ(read_affinity(metis).entries(), 1984U);
  EXPECT_EQ(read_affinity(data_file("matrices/npb-cg-64.mtx")).roles(), 64U);
  EXPECT_EQ(read_affinity(data_file("matrices/netloc-app-64.mat")).row(0)[0].bytes, 15522090U);
  const Affinity eagermap = read_affinity(csv);
  EXPECT_EQ(eagermap.roles(), 64U);
  for (const Traffic& t : traffic_of(eagermap))
    EXPECT_NE(t.source, t.destination) << "the diagonal is empty once rows are reversed";
}

}  // namespace
}  // namespace topomorph::formats
