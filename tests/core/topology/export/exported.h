// Exports topologies and compares their distances, for the tests of the writers.
#pragma once

#include <string>

#include "core/topology/export/export.h"
#include "tests/core/testing.h"

namespace topomorph::testing {

using namespace topology;

inline std::string exported(const GivenTopology& given, std::string_view format) {
  std::string text;
  export_format(format).write(given, [&text](std::string_view piece) { text += piece; });
  return text;
}

template <typename Shape>
GivenTopology given(Shape shape) {
  return {std::make_shared<Shape>(std::move(shape)), {}, {}};
}

inline void expect_equal_distances(const Topology& a, const Topology& b) {
  ASSERT_EQ(a.slots(), b.slots());
  for (Slot s = 0; s < a.slots(); ++s) {
    for (Slot t = 0; t < s; ++t) ASSERT_EQ(a.distance(s, t), b.distance(s, t)) << s << " and " << t;
  }
}

}  // namespace topomorph::testing
