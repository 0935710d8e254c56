// Tests of encoded values and of the mapping of processes to hosts.
#include "runtime/process/pmi_text.h"

#include <string>

#include <gtest/gtest.h>

namespace topomorph::process {
namespace {

TEST(Encoding, PlainTextStays) { EXPECT_EQ(encoded("node-0.example_1").text(), "node-0.example_1"); }

TEST(Encoding, WhatDividesWordsIsEncoded) { EXPECT_EQ(encoded("a b=c\n").text(), "a%20b%3Dc%0A"); }

TEST(Encoding, EveryByteComesBack) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  EXPECT_EQ(decoded(encoded(all)).text(), all);
}

TEST(Encoding, WhatIsNoCodeStays) { EXPECT_EQ(decoded("100%%4x%4").text(), "100%%4x%4"); }

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
}  // namespace topomorph::process
