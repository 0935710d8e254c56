// Exchanges of equal nodes bring roles as near to their homes as any, and change no distance between roles.
#include "core/mapping/remapping/relabelling.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/base/random.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

using Order = std::vector<Vertex>;

/// Returns all permutations of the slots that change no distance.
std::vector<Order> symmetries_of(const SlotTree& tree) {
  std::vector<Order> found;
  Order order(tree.slots());
  std::iota(order.begin(), order.end(), 0U);
  do {
    bool keeps = true;
    for (Slot a = 0; a < tree.slots() && keeps; ++a) {
      for (Slot b = 0; b < a && keeps; ++b) keeps = tree.distance(a, b) == tree.distance(order[a], order[b]);
    }
    if (keeps) found.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  return found;
}

EdgeWeight way(const SlotTree& tree, const Order& slot_of, const Order& home) {
  EdgeWeight sum = 0;
  for (std::size_t role = 0; role < home.size(); ++role) {
    if (home[role] != kNoVertex) sum += tree.distance(slot_of[role], home[role]);
  }
  return sum;
}

void expect_nearest(const SlotTree& tree, std::uint64_t seed) {
  const std::vector<Order> symmetries = symmetries_of(tree);
  Random random(seed);
  for (int i = 0; i < 40; ++i) {
    Order slot_of = random.permutation<Vertex>(tree.slots()), home = random.permutation<Vertex>(tree.slots());
    slot_of.resize(tree.slots() - 1);
    home.resize(slot_of.size());
    home[i % home.size()] = kNoVertex;
    EdgeWeight least = way(tree, slot_of, home);
    for (const Order& symmetry : symmetries) {
      Order other;
      for (const Vertex slot : slot_of) other.push_back(symmetry[slot]);
      least = std::min(least, way(tree, other, home));
    }
    const Order found = relabelled(tree, slot_of, home);
    EXPECT_EQ(way(tree, found, home), least);
    for (std::size_t a = 0; a < found.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        EXPECT_EQ(tree.distance(found[a], found[b]), tree.distance(slot_of[a], slot_of[b]));
      }
    }
  }
}

SlotTree regular(std::vector<std::uint64_t> arities, std::vector<std::uint64_t> distances = {}) {
  return SlotTree(TreeTopology::regular(arities, distances));
}

TEST(Relabelling, BringsRolesAsNearToTheirHomesAsAnySymmetry) {
  expect_nearest(regular({2, 2, 2}), 1);
  expect_nearest(regular({2, 2, 2}, {1, 7, 30}), 2);
  expect_nearest(regular({4, 2}), 3);
  expect_nearest(regular({2, 4}), 4);
}

TEST(Relabelling, ExchangesOnlyNodesOfOneShape) {
  expect_nearest(SlotTree(TreeTopology({{"host", 1, {0, 2, 4, 7}}, {"all", 9, {0, 7}}})), 5);
}

TEST(Relabelling, ReturnsHomeIfThatIsAnEqualMapping) {
  const SlotTree tree = regular({2, 2, 2});
  EXPECT_EQ(relabelled(tree, {7, 6, 5, 4, 2, 3, 0, 1}, {0, 1, 2, 3, 4, 5, 6, 7}), (Order{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(Relabelling, TakesSeveralRolesOnASlot) {
  const SlotTree tree = regular({2, 2});
  EXPECT_EQ(relabelled(tree, {3, 3, 0, 1}, {0, 0, 2, 3}), (Order{0, 0, 2, 3}));
}

}  // namespace
}  // namespace topomorph::mapping
