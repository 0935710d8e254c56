// Sets of CPUs as Linux writes them.
#include "core/base/cpu_list.h"

#include "tests/core/testing.h"

namespace topomorph {
namespace {

using Cpus = std::vector<std::uint32_t>;

TEST(CpuList, IsReadAndWritten) {
  for (const auto& [text, cpus] : std::vector<std::pair<std::string, Cpus>>{
           {"", {}}, {"0", {0}}, {"0-3,8", {0, 1, 2, 3, 8}}, {"1,3,5-6", {1, 3, 5, 6}}}) {
    EXPECT_EQ(parse_cpu_list(text), cpus) << text;
    EXPECT_EQ(cpu_list_text(cpus), text);
  }
}

TEST(CpuList, RangesAreCountedOnce) {
  EXPECT_EQ(number_of_cpus({}), 0U);
  EXPECT_EQ(number_of_cpus({{4, 7}, {0, 1}, {6, 9}, {5, 5}}), 8U);
  EXPECT_EQ(number_of_cpus(std::vector<CpuRange>(1000, {0, kCpuLimit - 1})), kCpuLimit);
}

TEST(CpuList, OtherTextsAreNone) {
  for (const char* text : {"a", "1-", "-1", "3-1", "0,", ",0", "0,,1", "2,1", "1,1", "0-1048576", "0 1"})
    EXPECT_FALSE(parse_cpu_list(text)) << text;
}

}  // namespace
}  // namespace topomorph
