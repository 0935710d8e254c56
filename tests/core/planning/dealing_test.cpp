// Descriptions of how a launcher distributed the ranks.
#include "core/planning/dealing.h"

#include <gtest/gtest.h>

namespace topomorph::planning {
namespace {

TEST(Dealing, NamesWhatLaunchersDo) {
  using Hosts = std::vector<std::size_t>;
  EXPECT_EQ(dealing_words(Hosts{0, 0, 1, 1}), "2 ranks a node, in blocks");
  EXPECT_EQ(dealing_words(Hosts{0, 1, 0, 1}), "2 ranks a node, in turn");
  EXPECT_EQ(dealing_words(Hosts{1, 0, 2, 1, 0, 2}), "2 ranks a node, in turn");
  EXPECT_EQ(dealing_words(Hosts{0, 1, 1, 0}), "2 ranks a node, mixed");
  EXPECT_EQ(dealing_words(Hosts{0, 0, 1, 1, 0, 0, 1, 1}), "4 ranks a node, mixed");
  EXPECT_EQ(dealing_words(Hosts{0, 0, 0, 1}), "1 to 3 ranks a node, in blocks");
  EXPECT_EQ(dealing_words(Hosts{3, 1}), "1 rank a node");
  EXPECT_EQ(dealing_words(Hosts{0, 0}), "");
  EXPECT_EQ(dealing_words(Hosts{}), "");
}

}  // namespace
}  // namespace topomorph::planning
