// Hosts of ranks in PMI's mappings.
#include "reorder/agreement/process_mapping.h"

#include <gtest/gtest.h>

namespace topomorph::reorder {
namespace {

TEST(ProcessMapping, Blocks) {
  for (std::uint64_t rank = 0; rank < 6; ++rank) EXPECT_EQ(host_number("(vector,(0,3,2))", rank), rank / 2);
}

TEST(ProcessMapping, BlocksOfUnlikeHosts) {
  constexpr char kMapping[] = "(vector,(4,1,3),(0,2,1))";
  EXPECT_EQ(host_number(kMapping, 2), 4U);
  EXPECT_EQ(host_number(kMapping, 3), 0U);
  EXPECT_EQ(host_number(kMapping, 4), 1U);
}

TEST(ProcessMapping, BeginsAnewWhereItEnds) {
  EXPECT_EQ(host_number("(vector,(0,2,1))", 5), 1U);
  EXPECT_EQ(host_number("(vector,(0,1,1),(3,1,2))", 4), 3U);
}

TEST(ProcessMapping, WhatIsNoMappingTellsNothing) {
  for (const char* text :
       {"", "(vector", "(vector)", "(vector,", "(vector,(0,1)", "(vector,(0,0,0))", "(vector,(0,1,0))",
        "(vector,(a,1,1))", "(vector,(-1,1,1))", "(vector,(0,99999999999999999999,1))", "(matrix,(0,1,1))"}) {
    EXPECT_FALSE(host_number(text, 0)) << text;
  }
}

}  // namespace
}  // namespace topomorph::reorder
