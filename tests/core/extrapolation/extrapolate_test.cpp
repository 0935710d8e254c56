// Continued affinities against the true ones, and the reasons for which affinities are refused.
#include "core/extrapolation/extrapolate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "benchmarks/extrapolation/comparison.h"
#include "benchmarks/extrapolation/nas_patterns.h"
#include "core/base/error.h"
#include "core/formats/affinity_file.h"
#include "core/topology/spec.h"
#include "tests/core/extrapolation/patterns.h"
#include "tests/core/testing.h"

namespace topomorph::extrapolation {
namespace {

using benchmarks::difference_of;

std::string reason_for(const Affinity& known, const Affinity* other, std::uint64_t ranks) {
  try {
    extrapolate(known, other, ranks);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(ExtrapolateTest, ContinuesAWavefront) {
  const Continuation result = extrapolate(wavefront(4, 4), nullptr, 64);
  EXPECT_EQ(result.grid, "8x8");
  EXPECT_EQ(result.text(), "profile of 16 ranks continued to 64 as grid 8x8");
  EXPECT_LT(difference_of(result.affinity, wavefront(8, 8)).bytes, 1e-9);
}

TEST(ExtrapolateTest, ContinuesToFewerRanks) {
  const Continuation result = extrapolate(wavefront(8, 8), nullptr, 16);
  EXPECT_LT(difference_of(result.affinity, wavefront(4, 4)).bytes, 1e-9);
}

TEST(ExtrapolateTest, ContinuesARectangle) {
  const Continuation result = extrapolate(wavefront(4, 8), nullptr, 128);
  EXPECT_EQ(result.grid, "8x16");
  EXPECT_LT(difference_of(result.affinity, wavefront(8, 16)).bytes, 1e-9);
}

TEST(ExtrapolateTest, ContinuesAMultipartition) {
  const Continuation result = extrapolate(multipartition(4, 1000), nullptr, 1024);
  EXPECT_EQ(result.rules.size(), 3);
  EXPECT_LT(difference_of(result.affinity, multipartition(32, 1000)).bytes, 1e-9);
}

TEST(ExtrapolateTest, ContinuesSumsAlongRowsAndMirrorImages) {
  const Continuation result = extrapolate(transposed_sums(4, 1000), nullptr, 256);
  EXPECT_LT(difference_of(result.affinity, transposed_sums(16, 1000)).bytes, 1e-9);
}

TEST(ExtrapolateTest, AnAllToAllDividesWhatEachProcessHas) {
  const Continuation result = extrapolate(all_to_all(16, 6300), nullptr, 64);
  EXPECT_LT(difference_of(result.affinity, all_to_all(64, 1500)).bytes, 1e-9);
}

TEST(ExtrapolateTest, ALargeAllToAllStaysAGroup) {
  const Continuation result = extrapolate(all_to_all(16, 1000000), nullptr, 4096);
  ASSERT_EQ(result.affinity.groups().size(), 1);
  EXPECT_EQ(result.affinity.groups()[0].members.size(), 4096);
  EXPECT_EQ(result.affinity.groups()[0].bytes[0], 15000000);
}

TEST(ExtrapolateTest, TwoProfilesShowHowVolumesGrow) {
  const Affinity small = multipartition(4, 4000);
  const Continuation result = extrapolate(multipartition(8, 2000), &small, 256);
  EXPECT_LT(difference_of(result.affinity, multipartition(16, 1000)).bytes, 1e-6);
  ASSERT_TRUE(result.checked);
  EXPECT_EQ(result.checked->grid, "4x4");
}

TEST(ExtrapolateTest, TheOrderOfTwoProfilesDoesNotMatter) {
  const Affinity small = wavefront(4, 4), large = wavefront(8, 8);
  const Continuation one = extrapolate(small, &large, 256), other = extrapolate(large, &small, 256);
  EXPECT_EQ(difference_of(one.affinity, other.affinity).bytes, 0);
}

TEST(ExtrapolateTest, TwoProfilesShowADividedDomain) {
  const Affinity small = torus(2, 2, 4, 256);
  const Continuation result = extrapolate(torus(4, 4, 4, 256), &small, 256);
  EXPECT_EQ(result.grid, "4x8x8");
  EXPECT_LT(difference_of(result.affinity, torus(4, 8, 8, 256)).bytes, 0.01);
}

TEST(ExtrapolateTest, OneProfileOfUnequalBlocksShowsADividedDomain) {
  const Continuation result = extrapolate(torus(2, 2, 4, 256), nullptr, 256);
  EXPECT_LT(difference_of(result.affinity, torus(4, 8, 8, 256)).pattern, 0.01);
  EXPECT_THAT(result.assumption, ::testing::HasSubstr("the domain of all keeps its proportions"));
}

TEST(ExtrapolateTest, OneProfileOfCubesOnARectangleShowsThatBlocksStay) {
  const Continuation result = extrapolate(torus_of_cubes(2, 2, 4, 500), nullptr, 256);
  EXPECT_LT(difference_of(result.affinity, torus_of_cubes(4, 8, 8, 500)).bytes, 1e-9);
}

TEST(ExtrapolateTest, AnOrderForACubeIsGoodForBlocksAndForADomainThatStay) {
  const auto topology = topology::parse_topology("tree:8:2:16");
  const Continuation result = extrapolate(torus(4, 4, 4, 256), nullptr, 256);
  for (const Affinity& actual : {torus(4, 8, 8, 256), torus_of_cubes(4, 8, 8, 500)})
    EXPECT_LE(benchmarks::cost_of(result.affinity, actual, *topology).found, 1.02);
  EXPECT_EQ(result.affinity.total_messages(), torus(4, 8, 8, 256).total_messages());
}

TEST(ExtrapolateTest, ATorusWithAxesOfTwoRanks) {
  const Continuation result = extrapolate(torus(2, 2, 4, 256), nullptr, 64);
  EXPECT_EQ(result.grid, "4x4x4");
  for (const RuleInWords& rule : result.rules) EXPECT_THAT(rule.text, ::testing::HasSubstr("round axis"));
}

/// As a symmetric matrix or a graph of METIS has it: both directions of a pair together, from the lower rank.
Affinity undirected(const Affinity& affinity) {
  std::vector<Traffic> edges;
  for (Role role = 0; role < affinity.roles(); ++role) {
    for (const AffinityEntry& entry : affinity.row(role)) {
      edges.push_back({std::min(role, entry.destination), std::max(role, entry.destination), entry.bytes, 1});
    }
  }
  return Affinity::from_traffic(affinity.roles(), edges);
}

TEST(ExtrapolateTest, AnUndirectedTorusWithAxesOfTwoRanks) {
  const Continuation result = extrapolate(undirected(torus(2, 2, 4, 256)), nullptr, 128);
  EXPECT_EQ(result.affinity.entries(), 384);
  const Continuation directed = extrapolate(torus(2, 2, 4, 256), nullptr, 128);
  EXPECT_EQ(difference_of(result.affinity, undirected(directed.affinity)).bytes, 0);
}

TEST(ExtrapolateTest, AMatrixOfBothDirectionsStaysOne) {
  std::vector<Traffic> edges;
  for (Role r = 0; r + 1 < 16; ++r) edges.push_back({r, r + 1, 10, 10});
  edges.push_back({0, 15, 10, 10});
  const Continuation result = extrapolate(Affinity::from_traffic(16, edges), nullptr, 20);
  EXPECT_EQ(result.affinity.entries(), 20);
  EXPECT_EQ(result.affinity.total_bytes(), 200);
  for (const AffinityEntry& entry : result.affinity.row(19)) FAIL() << entry.destination;
}

TEST(ExtrapolateTest, NothingButTheSameInputCounts) {
  const Continuation one = extrapolate(transposed_sums(8, 999), nullptr, 256);
  const Continuation two = extrapolate(transposed_sums(8, 999), nullptr, 256);
  EXPECT_EQ(difference_of(one.affinity, two.affinity).bytes, 0);
}

TEST(ExtrapolateTest, RefusesWhatFollowsNoRule) {
  Drawn drawn(16);
  for (Role r = 0; r < 40; ++r) drawn.one(r * r * 7 % 16, (r * 5 + 3) % 16, 100 + r * r * r % 977);
  EXPECT_THAT(reason_for(drawn.affinity(), nullptr, 64),
              ::testing::AllOf(::testing::HasSubstr("follow no rule"), ::testing::HasSubstr("most of it ranks ")));
}

TEST(ExtrapolateTest, RefusesPairsThatShowNothing) {
  Drawn drawn(16);
  for (Role r = 0; r < 8; ++r) drawn.both(r, r + 8, 100);
  EXPECT_THAT(reason_for(drawn.affinity(), nullptr, 64), ::testing::HasSubstr("do not tell who is whose partner"));
}

TEST(ExtrapolateTest, RefusesAProfileWithoutTraffic) {
  EXPECT_EQ(reason_for(Affinity::from_traffic(4, {}), nullptr, 8),
            "no bytes between different ranks (of 4): nothing to continue");
}

TEST(ExtrapolateTest, RefusesVolumesBeyond64Bits) {
  constexpr std::uint64_t kLarge = std::uint64_t{1} << 62;
  const Affinity small = Drawn(2).one(0, 1, 1).affinity(),
                 known = Drawn(3).one(0, 1, kLarge).one(1, 2, kLarge).affinity();
  EXPECT_THAT(reason_for(known, &small, 9), ::testing::HasSubstr("does not fit 64 bits"));
}

TEST(ExtrapolateTest, VolumesAbove63BitsAreKept) {
  constexpr std::uint64_t kLarge = std::uint64_t{1} << 61;
  const Affinity known = Drawn(4).one(0, 1, kLarge).one(1, 2, kLarge).one(2, 3, kLarge).affinity();
  const Affinity small = Drawn(3).one(0, 1, 2 * kLarge).one(1, 2, 2 * kLarge).affinity();
  const Continuation result = extrapolate(known, &small, 2);
  ASSERT_EQ(result.affinity.row(0).size(), 1);
  EXPECT_GT(result.affinity.row(0)[0].bytes, 4 * kLarge);
}

TEST(ExtrapolateTest, TheProfileOfAContinuationSaysWhereItIsFrom) {
  const Continuation result = extrapolate(wavefront(4, 4), nullptr, 64);
  const std::map<std::string, std::string> known = {{"program", "./lu"}, {"arguments", "-c C"}, {"host", "node1"}};
  EXPECT_EQ(result.meta_of_profile(known),
            (std::map<std::string, std::string>{{"program", "./lu"},
                                                {"arguments", "-c C"},
                                                {"continued", "profile of 16 ranks continued to 64 as grid 8x8"},
                                                {"assumed", result.assumption}}));
  EXPECT_EQ(result.meta_of_profile({}).size(), 2);
}

TEST(ExtrapolateTest, RefusesProfilesThatContradictEachOther) {
  const Affinity other = all_to_all(16, 1000);
  EXPECT_THAT(reason_for(wavefront(8, 8), &other, 256), ::testing::HasSubstr("unexplained"));
  const Affinity same = wavefront(8, 8);
  EXPECT_EQ(reason_for(wavefront(8, 8), &same, 256), "both are of 64 ranks, expected different numbers");
}

TEST(ExtrapolateTest, RefusesRanksForWhichTheRulesHaveNoMeaning) {
  EXPECT_THAT(reason_for(transposed_sums(8, 1000), nullptr, 100),
              ::testing::HasSubstr("100 ranks make no grid like 8x8"));
  EXPECT_THAT(reason_for(wavefront(4, 4), nullptr, 0), ::testing::HasSubstr("found 0 ranks"));
}

TEST(ExtrapolateTest, NasPatternsOf16And64RanksGiveThoseOf256) {
  for (const char* program : {"bt", "cg", "ep", "ft", "is", "lu", "mg", "sp"}) {
    const Affinity small = benchmarks::pattern_of(program, 16), known = benchmarks::pattern_of(program, 64);
    const Continuation result = extrapolate(known, &small, 256);
    EXPECT_LT(difference_of(result.affinity, benchmarks::pattern_of(program, 256)).bytes, 0.06) << program;
  }
}

TEST(ExtrapolateTest, TheMappingForAContinuedPatternIsAsGoodAsForTheTrueOne) {
  const auto topology = topology::parse_topology("tree:8:2:16");
  const Affinity small = benchmarks::pattern_of("mg", 16), known = benchmarks::pattern_of("mg", 64);
  const Continuation result = extrapolate(known, &small, 256);
  EXPECT_LE(benchmarks::cost_of(result.affinity, benchmarks::pattern_of("mg", 256), *topology).found, 1.02);
}

Affinity measured(const std::string& path) { return path.empty() ? Affinity() : formats::read_affinity(path); }

TEST(ExtrapolateTest, MeasuredBtOf64RanksGivesThatOf1024) {
  const std::string known = testing::data_file("matrices/npb-bt-64.mtx"),
                    actual = testing::data_file("matrices/npb-bt-1024.mtx");
  SKIP_WITHOUT(known);
  const Continuation result = extrapolate(measured(known), nullptr, 1024);
  EXPECT_EQ(result.grid, "32x32");
  EXPECT_LT(difference_of(result.affinity, measured(actual)).pattern, 0.02);
}

TEST(ExtrapolateTest, RecognisesMeasuredPrograms) {
  const std::pair<std::string, std::string> expected[] = {{"npb-cg", "8x8"},
                                                          {"npb-lu", "8x8"},
                                                          {"npb-mg", "4x4x4"},
                                                          {"lulesh", "4x4x4"},
                                                          {"miniamr", "4x4x4 in Morton order"}};
  for (const auto& [program, grid] : expected) {
    const std::string file = testing::data_file("matrices/" + program + "-64.mtx");
    SKIP_WITHOUT(file);
    EXPECT_EQ(extrapolate(measured(file), nullptr, 512).known.grid, grid) << program;
  }
}

TEST(ExtrapolateTest, RefusesAnIrregularProgram) {
  const std::string file = testing::data_file("matrices/amg2013-64.mtx");
  SKIP_WITHOUT(file);
  EXPECT_THAT(reason_for(measured(file), nullptr, 256), ::testing::HasSubstr("follow no rule"));
}

}  // namespace
}  // namespace topomorph::extrapolation
