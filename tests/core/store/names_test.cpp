// Which names TopoMorph gives to what is in a store.
#include "core/store/names.h"

#include <gtest/gtest.h>

#include "core/store/case.h"

namespace topomorph::store {
namespace {

TEST(StoreNames, FoldersOfCasesAreKnown) {
  for (const char* program : {"/bin/app", "a b\nc", "", "/bin/.hidden", "x-y", "/opt/g++/\xc3\xa4", "_"}) {
    EXPECT_TRUE(is_case_name(Case{program, "build 1", "-n 5", 16}.folder())) << program;
  }
}

TEST(StoreNames, OtherFoldersAreNoCases) {
  for (const char* name : {"", "networks", "app", "-0123456789abcdef", ".app-0123456789abcdef", "app-0123456789ABCDEF",
                           "app-0123456789abcde", "app_0123456789abcdef", "app\ntopomorph: forged-0123456789abcdef",
                           "a b-0123456789abcdef", "app-0123456789abcdef\n", "\x1b[31m-0123456789abcdef"}) {
    EXPECT_FALSE(is_case_name(name)) << name;
  }
}

}  // namespace
}  // namespace topomorph::store
