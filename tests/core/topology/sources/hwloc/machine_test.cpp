// hwloc's messages are hidden, and the variable that hides them is the user's again.
#include "core/topology/sources/hwloc/machine.h"

#include <cstdlib>

#include <hwloc.h>

#include "tests/core/testing.h"

extern "C" {  // which version 2 omits in this header
#include <hwloc/plugins.h>
}

namespace topomorph::topology {
namespace {

TEST(HiddenMessages, TheVariableIsTheUsers) {
  setenv("HWLOC_HIDE_ERRORS", "0", 1);
  hide_messages_of_hwloc();
  EXPECT_STREQ(std::getenv("HWLOC_HIDE_ERRORS"), "0");
  EXPECT_EQ(hwloc_hide_errors(), 2);
  unsetenv("HWLOC_HIDE_ERRORS");
}

}  // namespace
}  // namespace topomorph::topology
