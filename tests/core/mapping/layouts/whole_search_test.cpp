// Tests that the search, which leaves out levels and equal orders, finds what all 362 880 layouts have.
#include <algorithm>
#include <cmath>
#include <set>

#include "core/evaluation/evaluate.h"
#include "core/mapping/layouts/topology_layouts.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

using Price = std::function<double(const Mapping&)>;

/// What a search finds that leaves out nothing.
struct WholeSearch {
  double cost = HUGE_VAL;
  std::set<Mapping> orders;
  std::uint64_t layouts = 0;
};

/// Prices every order that a permutation of all nine levels gives, also of levels that do not branch.
WholeSearch search_all(const Topology& topology, std::uint64_t roles, const Price& price) {
  const auto units = layout_units(topology);
  const PlaceGrid grid(units, kAllLayoutLevels);
  ProcessLayout layout(kAllLayoutLevels.begin(), kAllLayoutLevels.end());
  WholeSearch found;
  do {
    const std::vector<std::uint32_t> order = grid.order(layout);
    Mapping mapping(roles);
    for (std::uint64_t role = 0; role < roles; ++role) mapping[role] = grid.units_of(order[role]).front();
    if (found.orders.insert(mapping).second) found.cost = std::min(found.cost, price(mapping));
    ++found.layouts;
  } while (std::next_permutation(layout.begin(), layout.end()));
  return found;
}

/// `layouts`: the permutations that the search may need; nothing: not known.
void compare(const std::string& spec, std::uint64_t roles, std::optional<std::uint64_t> layouts = std::nullopt) {
  const auto topology = topology::parse_topology(spec);
  ASSERT_LE(roles, topology->slots()) << spec;
  const Affinity affinity = testing::random_affinity(roles, roles, roles);
  std::uint64_t priced = 0;
  const Price price = [&](const Mapping& mapping) {
    ++priced;
    return static_cast<double>(evaluation::evaluate(affinity, *topology, mapping).hop_bytes);
  };
  const LayoutSearch search = search_layouts(*topology, roles, price);
  EXPECT_EQ(priced, search.orders) << "each order is priced once";
  const WholeSearch whole = search_all(*topology, roles, price);
  EXPECT_EQ(whole.layouts, 362880U);
  EXPECT_EQ(search.layouts, layouts.value_or(search.layouts)) << spec;
  EXPECT_LT(search.layouts, whole.layouts) << spec;
  EXPECT_EQ(search.orders, whole.orders.size()) << spec;
  EXPECT_EQ(search.cost, whole.cost) << spec;
  EXPECT_EQ(price(search.mapping), whole.cost);
  EXPECT_EQ(search.mapping, map_by_layout(*topology, {search.best}, roles));
}

#define SKIP_IF_SANITIZED() \
  if (testing::kSanitized) GTEST_SKIP() << "takes a minute with sanitizers"

TEST(WholeSearch, LeavesOutOnlyEqualOrders) {
  SKIP_IF_SANITIZED();
  compare("tree:2+synthetic:\"pack:2 core:2 pu:2\"@threads", 16, 24);
  compare("tree:3+synthetic:\"group:2 pack:2 l2:2 core:1 pu:1\"", 5, 24);
}

TEST(WholeSearch, LeavesOutOnlyEqualOrdersOnRecordedIrregularMachines) {
  const std::string path = testing::data_file("hwloc/irregulargroups-disallowed.xml");
  SKIP_WITHOUT(path);
  SKIP_IF_SANITIZED();
  compare("hwloc:" + path, 16, 2);
  compare("tree:2+hwloc:" + testing::data_file("hwloc/16em64t-4s2c2t.xml") + "@threads", 32, 24);
}

TEST(WholeSearch, LeavesOutOnlyEqualOrdersOnHostsOfDifferentMachines) {
  SKIP_IF_SANITIZED();
  const testing::TemporaryFolder folder;
  const std::string network = folder.write("topology.conf", "SwitchName=s Nodes=a,b,c\n");
  const std::string irregular = testing::data_file("hwloc/irregulargroups-disallowed.xml");
  const std::string sockets = testing::data_file("hwloc/16em64t-4s2c2t.xml");
  SKIP_WITHOUT(irregular);
  std::filesystem::create_directory(folder.file("machines"));
  std::filesystem::copy_file(irregular, folder.file("machines/a.xml"));
  std::filesystem::copy_file(sockets, folder.file("machines/b.xml"));
  std::filesystem::copy_file(testing::data_file("hwloc/8intel64-4n2t-memattrs.xml"), folder.file("machines/c.xml"));
  compare("slurm:" + network + "+hwloc:" + folder.file("machines"), 40);
  compare("slurm:" + network + "+hwloc:" + folder.file("machines") + "@threads", 60);
}

#undef SKIP_IF_SANITIZED

}  // namespace
}  // namespace topomorph::mapping
