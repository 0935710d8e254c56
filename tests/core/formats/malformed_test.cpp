// Malformed files are refused with the line and with the found and expected values.
#include "core/formats/affinity_file.h"
#include "core/model/affinity.h"
#include "tests/core/testing.h"

namespace topomorph::formats {
namespace {

struct Malformed {
  std::string name, content, message;
};

void PrintTo(const Malformed& file, std::ostream* out) { *out << file.name << " -> " << file.message; }

class MalformedFile : public ::testing::TestWithParam<Malformed> {};

TEST_P(MalformedFile, IsRefusedWithTheLine) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.write(GetParam().name, GetParam().content);
  EXPECT_INPUT_ERROR(read_affinity(path), GetParam().name + GetParam().message);
}

const std::string kMtx = "%%MatrixMarket matrix coordinate integer general\n";

INSTANTIATE_TEST_SUITE_P(
    MatrixMarket, MalformedFile,
    ::testing::Values(
        Malformed{"m.mtx", "", ": expected a Matrix Market file"},
        Malformed{"m.mtx", "3 3 1\n", ":1: expected a Matrix Market file"},
        Malformed{"m.mtx", "%%MatrixMarket vector array real general\n", ":1: found \"vector array\""},
        Malformed{"m.mtx", "%%MatrixMarket matrix array pattern general\n", ":1: found numbers of kind \"pattern\""},
        Malformed{"m.mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n", ":5: the file ends in column 2"},
        Malformed{"m.mtx", "%%MatrixMarket matrix array real general\n1 1\n1\n2\n", ":4: found more values"},
        Malformed{"m.mtx", "%%MatrixMarket matrix array real general\n40000 40000\n", ":2: found 40000 roles"},
        Malformed{"m.mtx", "%%MatrixMarket matrix coordinate complex general\n",
                  ":1: found numbers of kind \"complex\""},
        Malformed{"m.mtx", "%%MatrixMarket matrix coordinate real hermitian\n", ":1: found symmetry \"hermitian\""},
        Malformed{"m.mtx", kMtx, ":1: the file ends where the sizes"},
        Malformed{"m.mtx", kMtx + "2 3 1\n", ":2: found 2 rows and 3 columns, expected a square matrix"},
        Malformed{"m.mtx", kMtx + "0 0 0\n", ":2: found 0 roles, expected 1 to"},
        Malformed{"m.mtx", kMtx + "99999999999 99999999999 0\n", ":2: found 99999999999 roles, expected 1 to"},
        Malformed{"m.mtx", kMtx + "67108864 67108864 1\n1 2 3\n",
                  ": found 67108864 roles with 1 entries, expected at least one for every 64"},
        Malformed{"m.mtx", kMtx + "2 2\n", ":2: the line ends where the number of entries was expected"},
        Malformed{"m.mtx", kMtx + "2 2 1\n1 3 1\n", ":3: found row or column 3, expected 1 to 2"},
        Malformed{"m.mtx", kMtx + "2 2 1\n0 1 1\n", ":3: found row or column 0, expected 1 to 2"},
        Malformed{"m.mtx", kMtx + "2 2 1\n1 2 -4\n", ":3: found \"-4\", expected a whole volume of at least 0"},
        Malformed{"m.mtx", kMtx + "2 2 1\n1 2 0.4\n", ":3: found \"0.4\", expected a whole volume"},
        Malformed{"m.mtx", kMtx + "2 2 1\n1 2 nan\n", ":3: found \"nan\", expected a whole volume"},
        Malformed{"m.mtx", kMtx + "2 2 1\n1 2 inf\n", ":3: found \"inf\", expected a whole volume"},
        Malformed{"m.mtx", kMtx + "2 2 1\n1 2 18446744073709551616\n", ":3: found \"18446744073709551616\""},
        Malformed{"m.mtx", kMtx + "2 2 1\n1 2 1e999\n", ":3: found \"1e999\", expected a whole volume"},
        Malformed{"m.mtx", kMtx + "2 2 1\n1 2 5x\n", ":3: found \"5x\", expected a whole volume"},
        Malformed{"m.mtx", kMtx + "2 2 1\n1 2\n", ":3: the line ends where a volume was expected"},
        Malformed{"m.mtx", kMtx + "2 2 1\n1 2 3 4\n", ":3: found \"4\" after the entry"},
        Malformed{"m.mtx", kMtx + "2 2 2\n1 2 3\n", ":3: the file ends after 1 entries, expected 2"},
        Malformed{"m.mtx", kMtx + "2 2 1\n1 2 3\n2 1 3\n", ":4: found more entries than the 1 announced"},
        Malformed{"m.mtx", kMtx + "2 2 2\n1 2 18446744073709551615\n2 1 1\n", ": the traffic of all roles adds up"}));

INSTANTIATE_TEST_SUITE_P(
    Metis, MalformedFile,
    ::testing::Values(Malformed{"m.graph", "", ": the file is empty"},
                      Malformed{"m.graph", "0 0\n", ":1: found 0 roles"},
                      Malformed{"m.graph", "2\n", ":1: the line ends where the number of edges"},
                      Malformed{"m.graph", "2 1 2\n2\n1\n", ":1: found format \"2\""},
                      Malformed{"m.graph", "2 1 0 1 7\n2\n1\n", ":1: found more than four numbers"},
                      Malformed{"m.graph", "2 1 010 18446744073709551615\n2\n1\n",
                                ":1: found 18446744073709551615 weights of a vertex"},
                      Malformed{"m.graph", "2 1\n3\n1\n", ":2: found neighbour 3, expected 1 to 2"},
                      Malformed{"m.graph", "2 1\n0\n1\n", ":2: found neighbour 0, expected 1 to 2"},
                      Malformed{"m.graph", "2 1\n1\n2\n", ":2: found an edge from vertex 1 to itself"},
                      Malformed{"m.graph", "2 1\n2\n", ":2: the file ends after 1 vertices, expected 2"},
                      Malformed{"m.graph", "2 1\n2\n1\n1\n", ":4: found more than the 2 vertices"},
                      Malformed{"m.graph", "2 2\n2\n1\n",
                                ":3: found 2 ends of edges, expected two for each of 2 edges"},
                      Malformed{"m.graph", "2 1 1\n2 5\n1 6\n", ":2: vertices 1 and 2 do not have the same edge"},
                      Malformed{"m.graph", "3 1\n2\n3\n\n", ":2: vertices 1 and 2 do not have the same edge"},
                      Malformed{"m.graph", "2 2\n2 2\n1 1\n", ":2: vertex 2 stands twice in the list of vertex 1"},
                      Malformed{"m.graph", "2 1 1\n2\n1 6\n", ":2: the line ends where a volume was expected"},
                      Malformed{"m.graph", "2 1 1\n2 -1\n1 -1\n", ":2: found \"-1\", expected a whole volume"}));

INSTANTIATE_TEST_SUITE_P(
    Scotch, MalformedFile,
    ::testing::Values(Malformed{"m.grf", "", ": the line ends where the version"},
                      Malformed{"m.grf", "1\n", ":1: expected version 0"},
                      Malformed{"m.grf", "0\n2 2\n0 100\n", ":3: found vertex labels"},
                      Malformed{"m.grf", "0\n2 2\n0 003\n", ":3: found \"003\", expected three digits"},
                      Malformed{"m.grf", "0\n2 2\n0 000\n1 2\n1 0\n", ":4: found neighbour 2, expected 0 to 1"},
                      Malformed{"m.grf", "0\n2 2\n0 000\n1 1\n", ":4: the line ends where the degree"},
                      Malformed{"m.grf", "0\n2 4\n0 000\n1 1\n1 0\n", ":5: found 2 arcs, expected 4"},
                      Malformed{"m.grf", "0\n2 2\n0 000\n1 1\n1 0\n7\n", ":6: found \"7\" after the last vertex"}));

INSTANTIATE_TEST_SUITE_P(
    Dense, MalformedFile,
    ::testing::Values(Malformed{"m.mat", "", ": the file holds no numbers"},
                      Malformed{"m.mat", "0 1\n1\n", ":2: found 1 numbers in this row"},
                      Malformed{"m.mat", "0 1\n1 0 5\n", ":2: found 3 numbers in this row, expected 2"},
                      Malformed{"m.mat", "0 1\n", ":1: the file ends after 1 rows, expected 2"},
                      Malformed{"m.mat", "0 1\n1 0\n0 0\n", ":3: found more rows than columns (2)"},
                      Malformed{"m.mat", "0 -1\n1 0\n", ":1: found \"-1\", expected a whole volume"},
                      Malformed{"m.csv", "0,1\n1,x\n", ":2: found \"x\", expected a whole volume"}));

TEST(MissingFile, IsRefusedWithTheReason) {
  EXPECT_INPUT_ERROR(read_affinity("no/such/file.mtx"), "no/such/file.mtx: cannot be read: No such file or directory");
}

}  // namespace
}  // namespace topomorph::formats
