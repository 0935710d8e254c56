// Groups of ranks survive conversion to text and back; invalid groups are refused.
#include "core/wire/members.h"

#include <numeric>

#include <gtest/gtest.h>

#include "core/base/error.h"

namespace topomorph::wire {
namespace {

std::string text_of(std::vector<int> ranks) { return members_text(ranks); }

TEST(Members, GridsTakeAFewBytes) {
  std::vector<int> all(100000);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(text_of(all), "0-99999");
  EXPECT_EQ(text_of({3, 103, 203, 303}), "3-303:100");
  EXPECT_EQ(text_of({0, 1, 2, 10, 11, 12}), "0-2,10-12");
  EXPECT_EQ(text_of({7}), "7");
  EXPECT_EQ(text_of({1, 5}), "1,5");
}

TEST(Members, ComeBack) {
  std::vector<int> ranks;
  std::uint64_t random = 1;
  for (int rank = 0; rank < 5000; ++rank) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    if (random >> 62 != 0) ranks.push_back(rank);
    const std::vector<std::uint64_t> expected(ranks.begin(), ranks.end());
    if (rank % 500 == 499) {
      EXPECT_EQ(members_of(text_of(ranks), 5000), expected);
    }
  }
}

TEST(Members, AreCountedWithoutMemory) {
  EXPECT_EQ(number_of_members("0-7,9,11-15:2", 16), 12U);
  EXPECT_EQ(number_of_members("0-9:4", 16), 3U);  // 0, 4, 8
  EXPECT_EQ(members_of("0-9:4,9", 16), (std::vector<std::uint64_t>{0, 4, 8, 9})) << "9 is above the last of the run";
  constexpr std::uint64_t kMany = std::uint64_t{1} << 62;
  EXPECT_EQ(number_of_members("0-" + std::to_string(kMany - 1), kMany), kMany);
  EXPECT_THROW(number_of_members("5-3", 16), InputError);
}

TEST(Members, WhatIsNoGroupIsRefused) {
  for (const char* text :
       {"", "1,", "3,2", "2,2", "0-16", "5-3", "0-8:0", "-1", "a", "0-3 ", "0-18446744073709551615"}) {
    EXPECT_THROW(members_of(text, 16), InputError) << text;
  }
}

}  // namespace
}  // namespace topomorph::wire
