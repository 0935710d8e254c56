// The kernel of the local searches: costs stay right while vertices move, and the loops make the right moves.
#include "core/mapping/search/local_search.h"

#include "core/base/random.h"
#include "core/base/successive.h"
#include "core/mapping/slots/occupancy.h"
#include "tests/core/mapping/graphs.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

/// Distances on a line of slots.
struct Line {
  EdgeWeight operator()(Vertex a, Vertex b) const { return a < b ? b - a : a - b; }
};

Assignment in_order(std::size_t vertices, std::size_t slots) { return Assignment(successive<Vertex>(vertices), slots); }

template <class Places>
EdgeWeight cost_of(const Graph& graph, const Places& places) {
  EdgeWeight twice = 0;
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    twice += cost_to_placed(graph, places.slots(), Line(), v, places.slots()[v]);
  }
  return twice / 2;
}

/// Expects that every vertex costs what it costs in a layout that is made anew.
template <class Places>
void expect_right_costs(const Layout<Places, Line>& layout, Places places) {
  const Layout<Places, Line> fresh(layout.graph(), places, Line());
  for (Vertex v = 0; v < layout.graph().vertices(); ++v) EXPECT_EQ(layout.cost_of(v), fresh.cost_of(v)) << v;
}

TEST(Layout, KnowsTheCostsAndWhatMovesSaveWithOneVertexOnASlot) {
  const Graph graph = graph_of(testing::random_affinity(12, 40, 3));
  Assignment assignment = in_order(12, 15);
  Layout layout(graph, assignment, Line(), 1);
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    const auto v = static_cast<Vertex>(random.below(12)), to = static_cast<Vertex>(random.below(15));
    if (assignment.slot_of[v] == to) continue;
    const Move move{v, to, assignment.vertex_on[to]};
    const EdgeWeight before = cost_of(graph, assignment), saved = layout.saved_by(move, -1'000'000'000);
    const EdgeWeight doubted = layout.saved_by(move, saved + static_cast<EdgeWeight>(random.below(5)));
    EXPECT_LE(doubted, saved + 4) << "any number up to the worthless one";
    layout.make(move);
    EXPECT_EQ(before - cost_of(graph, assignment), saved);
  }
  expect_right_costs(layout, assignment);
}

TEST(Layout, KnowsTheCostsWithSeveralRolesOnASlotAndMarks) {
  Graph graph = graph_of(9, {{0, 1, 5, 1}, {1, 2, 7, 1}, {2, 3, 1, 1}, {3, 0, 9, 1}, {0, 6, 4, 1}, {1, 7, 4, 1}});
  const Limits limits{std::vector<Interval>(6, {0, 4}), std::vector<std::int64_t>(6, 1), {6, 6, 6, 6}, 6};
  const std::vector<Vertex> marks = {3, 0, 2};
  Occupancy occupancy(limits, 4, marks);
  for (Vertex v = 0; v < 6; ++v) occupancy.put(v, v % 4);
  Layout layout(graph, occupancy, Line());
  Random random(5);
  for (int i = 0; i < 100; ++i) {
    const auto v = static_cast<Vertex>(random.below(6)), to = static_cast<Vertex>(random.below(4));
    if (occupancy.slot_of(v) == to) continue;
    const auto& members = occupancy.members(to);
    const Move move{v, to, members.empty() || random.below(2) == 0 ? kNoVertex : members.front()};
    const EdgeWeight before = cost_of(graph, occupancy), saved = layout.saved_by(move, -1'000'000'000);
    layout.make(move);
    EXPECT_EQ(before - cost_of(graph, occupancy), saved);
  }
  for (Vertex mark = 0; mark < 3; ++mark) EXPECT_EQ(occupancy.slot_of(6 + mark), marks[mark]);
  expect_right_costs(layout, occupancy);
}

/// All exchanges of a vertex with slots of a line; vertex 0 may not move. Notes what the loops ask for.
class LineMoves : public WithoutHomes {
 public:
  static std::size_t edges_per_change() { return kEveryChange; }
  static constexpr bool kPartnerFirst = false;

  LineMoves(const Graph& graph, Assignment& assignment)
      : assignment_(assignment), layout_(graph, assignment, Line(), 1) {}

  auto& layout() { return layout_; }
  bool may_move(Vertex v) const { return v != 0; }
  template <class Look>
  void for_each_slot(Vertex, Look look) const {
    for (Vertex slot = 0; slot < assignment_.vertex_on.size(); ++slot) look(slot), look(slot);
  }
  template <class Take>
  void for_each_partner(Vertex, Vertex slot, Take take) {
    ++judged;
    if (assignment_.vertex_on[slot] != 0) take(assignment_.vertex_on[slot]);
  }

  std::optional<Move> propose(std::uint64_t& work) {
    work += 1000;
    const auto v = static_cast<Vertex>(1 + random_.below(layout_.graph().vertices() - 1));
    const auto to = static_cast<Vertex>(random_.below(assignment_.vertex_on.size()));
    if (to == assignment_.slot_of[v] || assignment_.vertex_on[to] == 0) return std::nullopt;
    return Move{v, to, assignment_.vertex_on[to]};
  }
  double log_of_chance() const { return -1; }
  void keep_best(std::uint64_t&) { ++kept; }
  void note_saved(EdgeWeight saved) {
    all_saved += saved;
    worst = std::min(worst, saved);
  }

  std::size_t judged = 0, kept = 0;
  EdgeWeight all_saved = 0, worst = 0;

 private:
  const Assignment& assignment_;
  Layout<Assignment, Line> layout_;
  Random random_{7};
};

TEST(Descent, EndsWhereNoMoveSaves) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph graph = graph_of(testing::random_affinity(10, 25, seed));
    Assignment assignment = in_order(10, 12);
    const EdgeWeight before = cost_of(graph, assignment);
    LineMoves moves(graph, assignment);
    Descent descent(moves, 12);
    EXPECT_EQ(descent.run(Deadline(std::nullopt)), 0) << "nobody is awake yet";
    descent.wake_all();
    const EdgeWeight saved = descent.run(Deadline(std::nullopt));
    EXPECT_EQ(before - saved, cost_of(graph, assignment)) << seed;
    EXPECT_EQ(assignment.slot_of[0], 0U);
    for (Vertex v = 1; v < 10; ++v) {
      for (Vertex slot = 1; slot < 12; ++slot) {
        if (assignment.slot_of[v] == slot) continue;
        EXPECT_LE(moves.layout().saved_by({v, slot, assignment.vertex_on[slot]}, 0), 0) << seed;
      }
    }
  }
}

TEST(Descent, LooksAtEachSlotOnceForAVertexAndNeverAtItsOwn) {
  const Graph graph = graph_of(4, {});
  Assignment assignment = in_order(4, 6);
  LineMoves moves(graph, assignment);
  Descent descent(moves, 6);
  descent.wake_all();
  EXPECT_EQ(descent.run(Deadline(std::nullopt)), 0);
  EXPECT_EQ(moves.judged, 3U * 5);
}

TEST(Cooling, AcceptsNoMoveThatCostsMoreThanTheTemperatureAllows) {
  const Graph graph = graph_of(testing::random_affinity(10, 25, 1));
  Assignment assignment = in_order(10, 12);
  const EdgeWeight before = cost_of(graph, assignment);
  LineMoves moves(graph, assignment);
  cool(moves, {0.5, 0.1}, 1000, 40, Deadline(std::nullopt));
  EXPECT_EQ(before - moves.all_saved, cost_of(graph, assignment));
  EXPECT_LT(moves.worst, 0);
  EXPECT_GE(moves.worst, -500);
  EXPECT_GT(moves.kept, 0U);
  expect_right_costs(moves.layout(), assignment);
}

TEST(Cooling, DoesNothingWithoutStepsOrTime) {
  const Graph graph = graph_of(testing::random_affinity(10, 25, 1));
  Assignment assignment = in_order(10, 12);
  LineMoves moves(graph, assignment);
  cool(moves, {0.5, 0.1}, 1000, 0, Deadline(std::nullopt));
  cool(moves, {0.5, 0.1}, 1000, 40, Deadline(0.0));
  EXPECT_EQ(assignment.slot_of, in_order(10, 12).slot_of);
}

}  // namespace
}  // namespace topomorph::mapping
