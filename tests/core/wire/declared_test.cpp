// Declared virtual topologies survive conversion to text and back; other texts are refused.
#include "core/wire/declared.h"

#include <gtest/gtest.h>

#include "core/base/error.h"

namespace topomorph::wire {
namespace {

TEST(Declared, IsReadAsItWasWritten) {
  const std::vector<DeclaredTopology> written = {{"Cart_create 4x4", 0, 12, true, {{1, 2}, {4, 1}}},
                                                 {"Graph_create of 9 processes", 3, 1, true, {}},
                                                 {"Dist_graph_create of 4 processes", 7, 2, false, {}}};
  const std::string text = declared_text(written);
  EXPECT_EQ(text, "Cart_create 4x4|0|12|1*2 4;Graph_create of 9 processes|3|1|;Dist_graph_create of 4 processes|7|2|-");
  const auto read = declared_in(text);
  ASSERT_EQ(read.size(), written.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    EXPECT_EQ(read[i].call, written[i].call);
    EXPECT_EQ(read[i].group, written[i].group);
    EXPECT_EQ(read[i].calls, written[i].calls);
    EXPECT_EQ(read[i].has_edges, written[i].has_edges);
    ASSERT_EQ(read[i].edges.size(), written[i].edges.size());
  }
  EXPECT_EQ(read[0].edges[0].destination, 1U);
  EXPECT_EQ(read[0].edges[0].weight, 2U);
  EXPECT_EQ(read[0].edges[1].weight, 1U);
  EXPECT_TRUE(declared_in("").empty());
}

TEST(Declared, CallsThatChangedAnOrderAreDivided) {
  EXPECT_EQ(changed_calls_in("Cart_create 4x4;Graph_create of 9 processes"),
            (std::vector<std::string>{"Cart_create 4x4", "Graph_create of 9 processes"}));
  EXPECT_TRUE(changed_calls_in("").empty());
  EXPECT_EQ(words_of_calls(std::vector<std::string>{"a", "b", "c"}), "a, b, c");
  EXPECT_EQ(words_of_calls(std::vector<std::string>{"a", "b", "c", "d", "e"}), "a, b, c and 2 more");
}

TEST(Declared, OtherTextsAreRefused) {
  for (const char* text : {"x", "x|0|1", "x|0|1|2|3", "x|a|1|", "x|0|-1|", "x|99999999999|1|", "x|0|1|a", "x|0|1|1*b",
                           "x|0|1|1  2", ";"}) {
    EXPECT_THROW(declared_in(text), InputError) << text;
  }
}

}  // namespace
}  // namespace topomorph::wire
