// Tests that prices of many mappings are those of the cost model.
#include "core/mapping/layouts/mapping_price.h"

#include "core/base/random.h"
#include "core/evaluation/evaluate.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

TEST(MappingPrice, IsTheCostOfTheModel) {
  const Affinity affinity = testing::random_affinity(24, 100, 1);
  for (const char* spec : {"tree:2:3:5@1:10:1000", "torus:6x6", "cmplt:4+synthetic:\"pack:2 core:4 pu:1\""}) {
    const auto topology = topology::parse_topology(spec);
    for (const Weight weight : {Weight::Bytes, Weight::Messages}) {
      for (const auto model : {evaluation::CostModel::HopBytes, evaluation::CostModel::Bytes}) {
        if (model == evaluation::CostModel::Bytes && as_tree(*topology) == nullptr) continue;
        evaluation::CostOptions cost;
        cost.model = model;
        cost.host_level = 2;
        const auto price = mapping_price(affinity, *topology, weight, cost);
        Random random(7);
        for (int i = 0; i < 5; ++i) {
          Mapping mapping = random.permutation<Slot>(topology->slots());
          mapping.resize(affinity.roles());
          EXPECT_EQ(price(mapping), evaluation::model_cost(affinity, *topology, mapping, weight, cost)) << spec;
        }
        const Mapping together(affinity.roles(), 0);
        EXPECT_EQ(price(together), evaluation::model_cost(affinity, *topology, together, weight, cost)) << spec;
      }
    }
  }
}

}  // namespace
}  // namespace topomorph::mapping
