// Any text as one word and back.
#include "reorder/agreement/encoding.h"

#include <string>

#include <gtest/gtest.h>

namespace topomorph::reorder {
namespace {

TEST(Encoding, PlainTextStays) { EXPECT_EQ(encoded("node-0.example_1").text(), "node-0.example_1"); }

TEST(Encoding, WhatDividesWordsIsEncoded) { EXPECT_EQ(encoded("a b=c\n").text(), "a%20b%3Dc%0A"); }

TEST(Encoding, EveryByteComesBack) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  EXPECT_EQ(decoded(encoded(all)).text(), all);
}

TEST(Encoding, WhatIsNoCodeStays) { EXPECT_EQ(decoded("100%%4x%4").text(), "100%%4x%4"); }

}  // namespace
}  // namespace topomorph::reorder
