// The tree that the tests of predicted times map to.
#pragma once

#include "core/model/tree.h"

namespace topomorph::testing {

/// Returns two hosts of two slots.
inline const TreeTopology& two_hosts() {
  static const TreeTopology tree({{"host", 1, {0, 2, 4}}, {"cluster", 10, {0, 4}}});
  return tree;
}

}  // namespace topomorph::testing
