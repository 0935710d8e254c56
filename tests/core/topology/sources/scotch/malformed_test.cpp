// Tests the messages for malformed Scotch files: file, line, found and expected text.
#include "tests/core/topology/malformed.h"

#include <fmt/format.h>

#include "core/topology/sources/scotch/scotch_file.h"
#include "tests/core/testing.h"

namespace topomorph::testing {

using namespace topology;
namespace {

class ScotchMalformed : public ::testing::TestWithParam<Malformed> {};

TEST_P(ScotchMalformed, IsRefusedWithItsLine) {
  const TemporaryFolder folder;
  const std::string path = folder.write("arch.tgt", GetParam().text);
  EXPECT_INPUT_ERROR(read_scotch(path), path + ":" + GetParam().message);
}

std::string nested(int depth) {
  std::string text;
  for (int i = 0; i < depth; ++i) text += "sub 1 0\n";
  return text + "cmplt 1";
}

/// Returns a path of three vertices whose ends are terminals; `finest` is the header of the finest graph.
std::string graph_decomposition(const std::string& domains, const std::string& finest, const std::string& vertices) {
  return "deco\n2\n2 2 3\n1 0\n2 1\n" + domains + finest + "1 1\n2 0 2\n1 1\n2\n0\n1 0\n0 000\n0\n1\n" + vertices;
}
const std::string kDomains = "1 2 2 0 -1 1 2 1 0\n2 1 1 0 0 -1 -1 0 1\n3 1 1 1 0 -1 -1 0 2\n";

INSTANTIATE_TEST_SUITE_P(
    Files, ScotchMalformed,
    ::testing::Values(
        Malformed{"Empty", "", " found the end of the file, expected the name of an architecture"},
        Malformed{"OtherFormat", "\ngraph 4", "2: found architecture \"graph\", expected one of cmplt, cmpltw, deco"},
        Malformed{"Endless", "varcmplt", "1: found architecture \"varcmplt\""},
        Malformed{"NoNumber", "cmplt\nmany", "2: found \"many\", expected the number of terminals (1 to"},
        Malformed{"NoTerminals", "cmplt 0", "1: found \"0\", expected the number of terminals"},
        Malformed{"TooMany", "cmplt 99999999999", "1: found \"99999999999\", expected the number of terminals"},
        Malformed{"More", "cmplt 4\n\n5", "3: found \"5\", expected the end of the file"},
        Malformed{"WeightMissing", "cmpltw 3\n1 2\n",
                  "2: found the end of the file, expected the weight of a terminal"},
        Malformed{"WeightOfNothing", "cmpltw 2\n1\n0\n",
                  "3: found \"0\", expected the weight of a terminal (at least 1)"},
        Malformed{"Hypercube", "hcub 29", "1: found \"29\", expected the number of dimensions (1 to 28)"},
        Malformed{"GridShort", "mesh3D\n4 4\n", "2: found the end of the file, expected the size of a dimension"},
        Malformed{"GridFlat", "torus2D\n4 0\n", "2: found \"0\", expected the size of a dimension"},
        Malformed{"GridHuge", "meshXD 2\n65536\n65536\n",
                  "3: found \"65536\", expected the size of a dimension (1 to 4096)"},
        Malformed{"GridNegative", "mesh2D 4 -4", "1: found \"-4\""},
        Malformed{"TreeLevels", "tleaf\n0", "2: found \"0\", expected the number of levels (1 to 64)"},
        Malformed{"TreeCost", "tleaf\n2 4 10\n2", "3: found the end of the file, expected the cost of a level's links"},
        Malformed{"TreeFree", "tleaf 1 4 0", "1: found \"0\", expected the cost of a level's links"},
        Malformed{"LabelsSize", "ltleaf 2 3 5 4 1\n5 0 1 2 3 4", "2: found a permutation of 5 leaves"},
        Malformed{"LabelsTwice", "ltleaf 2 3 5 4 1\n4 0 1 1 2", "2: found 1 twice in a permutation"},
        Malformed{"LabelsRange", "ltleaf 2 3 5 4 1\n4 0 1 2 4",
                  "2: found \"4\", expected a number of the permutation (0 to 3)"},
        Malformed{"PartRange", "sub\n2 0 9\nmesh2D 3 3\n", "2: found terminal 9, expected below 9"},
        Malformed{"PartTwice", "sub\n3 1 0 1\nmesh2D 3 3\n", "2: found terminal 1 twice, expected each once"},
        Malformed{"PartOfNothing", "sub\n2 0 1\n",
                  "2: found the end of the file, expected the name of an architecture"},
        Malformed{"PartEmpty", "sub 0 cmplt 4", "1: found \"0\", expected the number of terminals"},
        Malformed{"PartsForEver", nested(40), "16: found more than 16 architectures in each other"}),
    [](const auto& given) { return given.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Decompositions, ScotchMalformed,
    ::testing::Values(
        Malformed{"Type", "deco\n3\n", "2: found \"3\", expected the type of a decomposition (0 to 2)"},
        Malformed{"FewDomains", "deco 0\n3 2\n",
                  "2: found \"2\", expected the largest number of a domain (at least 3)"},
        Malformed{"Huge", "deco 0\n99999 200000\n", "2: found \"99999\", expected the number of terminal domains"},
        Malformed{"DomainRange", "deco 0\n2 3\n0 1 2\n1 1 4\n1",
                  "4: found \"4\", expected the domain of a terminal (1 to 3)"},
        Malformed{"DomainTwice", "deco 0\n2 3\n0 1 2\n1 1 2\n1", "4: found two terminals with domain 2"},
        Malformed{"DomainInside", "deco 0\n2 5\n0 1 2\n1 1 5\n1",
                  "4: found terminal domain 5 inside terminal domain 2"},
        Malformed{"NumberTwice", "deco 0\n2 3\n4 1 2\n4 1 3\n1", "4: found terminal 4 twice"},
        Malformed{"NoDistance", "deco 0\n2 3\n0 1 2\n1 1 3\n0",
                  "5: found \"0\", expected the distance of two terminals"},
        Malformed{"DistancesMissing", "deco 0\n3 5\n0 1 3\n1 1 4\n2 1 5\n1 2", "6: found the end of the file"},
        Malformed{"CompiledHalf", "deco 1\n2 2\n0 2 2\n0 1 1\n1", "4: domain 3: found none, expected half of a larger"},
        Malformed{"CompiledFew", "deco 1\n2 3\n0 2 2\n0 1 1\n-1 0 0\n1 1 1", "5: found 1 terminal domains, expected 2"},
        Malformed{"CompiledNameless", "deco 1\n2 3\n0 2 2\n-1 1 1\n1 1 1\n1 1 1",
                  "5: domain 2: found a terminal without"},
        Malformed{"CompiledDistance", "deco 1\n2 3\n0 2 2\n0 1 1\n1 1 1\n0 0 0",
                  "6: found \"0\", expected the distance"},
        Malformed{"GraphTerminal", "deco 2\n2 1 1\n3 0", "3: found \"3\", expected the domain of a terminal (0 to 2)"},
        Malformed{"GraphParent", "deco 2\n1 1 1\n0 0\n1 1 1 0 -2", "4: found \"-2\", expected the whole of a domain"},
        Malformed{"GraphWeights", graph_decomposition(kDomains, "0\n3 4\n0 001\n", "0 0 2"),
                  "11: found weights of vertices in the finest graph"},
        Malformed{"GraphArcs", graph_decomposition(kDomains, "0\n3 3\n0 000\n", "0 0 2"),
                  "14: found \"1\", expected the degree of a vertex (0 to 0)"},
        Malformed{"GraphArcsMissing", graph_decomposition(kDomains, "0\n3 6\n0 000\n", "0 0 2"),
                  "14: found 4 arcs, expected 6"},
        Malformed{"GraphFlags", graph_decomposition(kDomains, "0\n3 4\n0 030\n", "0 0 2"), "11: found 3 in the flags"},
        Malformed{"GraphVertex", graph_decomposition(kDomains, "0\n3 4\n0 000\n", "0 0 3"),
                  "21: found \"3\", expected a vertex of a domain (0 to 2)"},
        Malformed{"GraphOneWay", "deco\n2\n1 1 1\n0 0\n1 1 1 0 -1 -1 -1 0 0\n0\n2 2\n0 010\n1 5 1\n1 6 0\n0\n0",
                  "10: found an arc between 0 and 1 of cost 5 in one direction only"},
        Malformed{"GraphSameVertex", graph_decomposition(kDomains, "0\n3 4\n0 000\n", "0 2 2"),
                  "21: found two terminals at vertex 2"}),
    [](const auto& given) { return given.param.name; });

}  // namespace
}  // namespace topomorph::testing
