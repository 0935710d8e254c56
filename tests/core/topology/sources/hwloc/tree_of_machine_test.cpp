// Sets of files end, and are not listed thousands of times.
#include "core/topology/sources/hwloc/tree_of_machine.h"

#include <memory>

#include <hwloc.h>

#include "core/base/error.h"
#include "tests/core/testing.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;

class NumbersOfSets : public ::testing::Test {
 protected:
  struct Free {
    void operator()(hwloc_bitmap_s* set) const { hwloc_bitmap_free(set); }
  };
  const Machine machine_ = Machine::synthetic("pu:2");
  const std::unique_ptr<hwloc_bitmap_s, Free> set_{hwloc_bitmap_alloc()};
  SetNumbers numbers_{machine_};
};

TEST_F(NumbersOfSets, AreAscending) {
  for (const unsigned number : {70U, 3U}) hwloc_bitmap_set(set_.get(), number);
  EXPECT_THAT(numbers_.of(set_.get()), ElementsAre(3U, 70U));
}

TEST_F(NumbersOfSets, EndOrAreRefused) {
  hwloc_bitmap_set_range(set_.get(), 5, -1);
  EXPECT_INPUT_ERROR(numbers_.of(set_.get()), "synthetic:pu:2: found a set of processing units without end");
}

TEST_F(NumbersOfSets, HaveASum) {
  hwloc_bitmap_set_range(set_.get(), 1, 65536);
  for (int times = 0; times < 64; ++times) EXPECT_EQ(numbers_.of(set_.get()).size(), 65536U);
  EXPECT_INPUT_ERROR(numbers_.of(set_.get()), "synthetic:pu:2: found more than 4194304 numbers");
}

}  // namespace
}  // namespace topomorph::topology
