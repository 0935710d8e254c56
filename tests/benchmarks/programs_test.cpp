// The generated traces: they are valid, end, and move what the programs are known to move.
#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "benchmarks/scale/program.h"
#include "core/formats/affinity_file.h"
#include "core/replay/affinity.h"
#include "core/trace/check.h"
#include "tests/core/replay/machines.h"
#include "tests/core/testing.h"

namespace topomorph::scale {
namespace {

using replay::testing::star;

std::map<std::pair<Role, Role>, std::uint64_t> bytes_of_pairs(const trace::Trace& trace) {
  std::map<std::pair<Role, Role>, std::uint64_t> bytes;
  for (const Traffic& traffic : testing::traffic_of(replay::affinity_of(trace))) {
    bytes[{traffic.source, traffic.destination}] = traffic.bytes;
  }
  return bytes;
}

class EveryProgram : public ::testing::TestWithParam<std::string_view> {};

TEST_P(EveryProgram, IsValidInAllSizes) {
  for (const std::uint32_t ranks : {4U, 16U, 64U, 256U, 1024U}) {
    const trace::Trace trace = make_program(GetParam(), ranks);
    EXPECT_EQ(trace.processes.size(), ranks);
    EXPECT_NO_THROW(trace::check(trace)) << ranks;
  }
}

TEST_P(EveryProgram, EndsInAnyOrder) {
  for (const std::uint32_t ranks : {4U, 64U}) {
    const trace::Trace trace = make_program(GetParam(), ranks);
    replay::Platform platform = star(ranks / 4, 4);
    for (const std::uint64_t eager : {std::uint64_t{0}, platform.eager_limit}) {
      platform.eager_limit = eager;
      const Mapping mapping = Random(1).permutation<Slot>(ranks);
      const auto result = replay::replay(trace, platform, mapping);
      ASSERT_TRUE(result.has_value());
      EXPECT_EQ(result->ended, ranks);
      EXPECT_GT(result->messages, 0U);
    }
  }
}

TEST_P(EveryProgram, HasNoMessageToItselfAndKeepsAllBusy) {
  const trace::Trace trace = make_program(GetParam(), 64);
  std::vector<std::uint64_t> sent(64);
  for (const auto& [pair, bytes] : bytes_of_pairs(trace)) {
    EXPECT_NE(pair.first, pair.second);
    sent[pair.first] += bytes;
  }
  for (const std::uint64_t bytes : sent) EXPECT_GT(bytes, 0U);
}

TEST_P(EveryProgram, IsTheSameEachTime) {
  const trace::Trace one = make_program(GetParam(), 16), other = make_program(GetParam(), 16);
  EXPECT_EQ(bytes_of_pairs(one), bytes_of_pairs(other));
  for (std::size_t rank = 0; rank < 16; ++rank) {
    const auto& steps = one.processes[rank].steps;
    ASSERT_EQ(steps.size(), other.processes[rank].steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) EXPECT_EQ(steps[i].seconds, other.processes[rank].steps[i].seconds);
  }
}

std::vector<std::string_view> names() {
  std::vector<std::string_view> all;
  for (const Program& program : programs()) all.push_back(program.name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Scale, EveryProgram, ::testing::ValuesIn(names()),
                         [](const auto& given) { return std::string(given.param); });

/// Sweeps of BT and SP differ in the two directions, and MG hands coarse levels on in one.
TEST(ScalePrograms, ExchangeTheSameInBothDirections) {
  for (const std::string_view name : {"cg", "lu", "minighost", "lammps", "hpcg"}) {
    const auto bytes = bytes_of_pairs(make_program(name, 64));
    for (const auto& [pair, sent] : bytes) {
      const auto back = bytes.find({pair.second, pair.first});
      ASSERT_NE(back, bytes.end()) << name;
      EXPECT_EQ(back->second, sent) << name << ' ' << pair.first << ' ' << pair.second;
    }
  }
}

/// Class C on 64 processes was measured (benchmarks/mapping/nas_like.cpp): both directions of a pair.
TEST(ScalePrograms, MoveWhatWasMeasured) {
  constexpr double kMeasuredCg = 592'865'664, kCgIterations = 76 * 26;  // a solution that is not timed, and 75
  const auto cg = bytes_of_pairs(make_program("cg", 64));
  EXPECT_NEAR(2 * static_cast<double>(cg.at({9, 8})) / 5, kMeasuredCg / kCgIterations,
              1e-3 * kMeasuredCg / kCgIterations);
  constexpr double kMeasuredLu = 202'514'944, kLuIterations = 251;
  const auto lu = bytes_of_pairs(make_program("lu", 64));
  EXPECT_NEAR(2 * static_cast<double>(lu.at({8, 16})), kMeasuredLu / kLuIterations, 0.01 * kMeasuredLu / kLuIterations);
}

/// Returns the share of each pair in all bytes, both directions together.
std::map<std::pair<Role, Role>, double> shares_of(const Affinity& affinity) {
  std::map<std::pair<Role, Role>, double> shares;
  for (const Traffic& traffic : testing::traffic_of(affinity)) {
    shares[std::minmax(traffic.source, traffic.destination)] +=
        static_cast<double>(traffic.bytes) / static_cast<double>(affinity.total_bytes());
  }
  return shares;
}

/// Both are class C. The rest are messages at the start, and the sums over all.
TEST(ScalePrograms, MoveTheBytesBetweenThePairsThatWereMeasured) {
  for (const std::string name : {"bt", "cg", "lu", "mg"}) {
    const std::string path = testing::data_file("matrices/npb-" + name + "-64.mtx");
    SKIP_WITHOUT(path);
    auto difference = shares_of(formats::read_affinity(path));
    for (const auto& [pair, share] : shares_of(replay::affinity_of(make_program(name, 64)))) difference[pair] -= share;
    double moved = 0;
    for (const auto& [pair, share] : difference) moved += std::abs(share) / 2;
    EXPECT_LT(moved, 0.01) << name;
  }
}

TEST(ScalePrograms, RefuseWhatTheyCannotBe) {
  EXPECT_INPUT_ERROR(make_program("cg", 48), "48 ranks");
  EXPECT_INPUT_ERROR(make_program("cg", 128), "128 ranks");
  EXPECT_INPUT_ERROR(make_program("ft", 64), "\"ft\"");
}

}  // namespace
}  // namespace topomorph::scale
