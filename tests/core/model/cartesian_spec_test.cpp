// Grids named on the command line.
#include "core/formats/affinity_file.h"
#include "core/model/cartesian_pattern.h"
#include "tests/core/testing.h"

namespace topomorph {
namespace {

using ::testing::ElementsAre;

TEST(CartSpec, ReadsDimensions) {
  const CartesianPattern pattern = parse_cart_spec("cart:10x15x16");
  EXPECT_THAT(pattern.dims(), ElementsAre(10, 15, 16));
  EXPECT_THAT(pattern.grid().periodic, ElementsAre(false, false, false));
  EXPECT_EQ(pattern.stencil(), nearest_neighbour(3));
  EXPECT_THAT(parse_cart_spec("cart:7").dims(), ElementsAre(7));
}

TEST(CartSpec, ReadsStencils) {
  EXPECT_EQ(parse_cart_spec("cart:5x4:hops").stencil(), nearest_neighbour_with_hops(2, kHopLengths));
  EXPECT_EQ(parse_cart_spec("cart:5x4:component").stencil(), component_stencil(2));
  const CartesianPattern both = parse_cart_spec("cart:5x4:periodic:hops");
  EXPECT_THAT(both.grid().periodic, ElementsAre(true, true));
  EXPECT_EQ(both.stencil(), nearest_neighbour_with_hops(2, kHopLengths));
  EXPECT_EQ(parse_cart_spec("cart:5x4:periodic").stencil(), nearest_neighbour(2));
}

TEST(CartSpec, RefusesAnythingElse) {
  for (const char* spec : {"cart:", "cart:x", "cart:5x", "cart:x5", "cart:5xx4", "cart:0x4", "cart:-1", "cart:5x4:",
                           "cart:5x4:hop", "cart:5x4:hops:periodic", "cart:5x4:periodic:", "cart:5x4:periodicity",
                           "cart:5x4::hops", "grid:5x4", "cart:99999999999999999999", "cart:5 x4"}) {
    EXPECT_INPUT_ERROR(parse_cart_spec(spec), "expected cart:DIMS") << spec;
  }
  EXPECT_INPUT_ERROR(parse_cart_spec("cart:65536x65536"), "65536x65536");
}

TEST(CartSpec, IsAnAffinityByItself) {
  const Affinity affinity = formats::read_affinity("cart:12x12");
  EXPECT_EQ(affinity.roles(), 144U);
  EXPECT_EQ(affinity.entries(), 4U * 12 * 11);
  EXPECT_EQ(affinity.total_bytes(), affinity.entries());
  EXPECT_EQ(testing::traffic_of(affinity), testing::traffic_of(to_affinity(parse_cart_spec("cart:12x12"))));
  EXPECT_INPUT_ERROR(formats::read_affinity("cart:12y12"), "12y12");
}

TEST(CartSpec, TellsGridsFromFiles) {
  EXPECT_FALSE(pattern_of_affinity("cart.mtx"));
  EXPECT_FALSE(pattern_of_affinity("./cart:4x4.mtx"));
  ASSERT_TRUE(pattern_of_affinity("cart:4x3"));
  EXPECT_EQ(pattern_of_affinity("cart:4x3")->cells(), 12);
}

}  // namespace
}  // namespace topomorph
