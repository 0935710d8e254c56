// Sets of CPUs as Linux writes them.
#include "core/base/number.h"

#include "tests/core/testing.h"

namespace topomorph {
namespace {

using Cpus = std::vector<std::uint32_t>;

std::optional<Cpus> parsed(const std::string& text) {
  const auto ranges = parse_cpu_ranges(text);
  if (!ranges) return std::nullopt;
  Cpus cpus;
  for (const CpuRange& range : *ranges) {
    for (std::uint32_t cpu = range.first; cpu <= range.last; ++cpu) cpus.push_back(cpu);
  }
  return cpus;
}

TEST(CpuList, IsReadAndWritten) {
  for (const auto& [text, cpus] : std::vector<std::pair<std::string, Cpus>>{
           {"", {}}, {"0", {0}}, {"0-3,8", {0, 1, 2, 3, 8}}, {"1,3,5-6", {1, 3, 5, 6}}}) {
    EXPECT_EQ(parsed(text), cpus) << text;
    EXPECT_EQ(cpu_list_text(cpus), text);
  }
}

TEST(CpuList, RangesAreJoined) {
  EXPECT_EQ(cpu_list_text(std::vector<CpuRange>{{4, 7}, {0, 1}, {6, 9}, {2, 2}, {12, 12}}), "0-2,4-9,12");
  EXPECT_EQ(cpu_list_text(std::vector<CpuRange>{}), "");
}

TEST(CpuList, RangesAreCountedOnce) {
  EXPECT_EQ(number_of_cpus({}), 0U);
  EXPECT_EQ(number_of_cpus({{4, 7}, {0, 1}, {6, 9}, {5, 5}}), 8U);
  EXPECT_EQ(number_of_cpus(std::vector<CpuRange>(1000, {0, kCpuLimit - 1})), kCpuLimit);
}

TEST(CpuList, OtherTextsAreNone) {
  for (const char* text : {"a", "1-", "-1", "3-1", "0,", ",0", "0,,1", "2,1", "1,1", "0-1048576", "0 1"})
    EXPECT_FALSE(parsed(text)) << text;
}

}  // namespace
}  // namespace topomorph
