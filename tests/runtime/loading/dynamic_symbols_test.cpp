// Tests that symbols of loaded libraries are found by name, with either hash table, and libraries by their addresses.
#include "runtime/loading/dynamic_symbols.h"

#include <memory>
#include <string_view>

#include <dlfcn.h>
#include <gtest/gtest.h>

namespace topomorph::loading {
namespace {

std::size_t check_exported_functions(const link_map& library) {
  const DynamicSymbols symbols(library);
  std::size_t functions = 0;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    if (!symbols.is_exported_function(i)) continue;
    ++functions;
    const std::size_t found = symbols.exported_function(symbols.name(i));  // may be another version of it
    EXPECT_LT(found, symbols.size()) << symbols.name(i);
    EXPECT_EQ(std::string_view(symbols.name(found)), symbols.name(i));
  }
  for (const char* name : {"", "no_such_function", "stdout"})
    EXPECT_EQ(symbols.exported_function(name), symbols.size());
  return functions;
}

TEST(DynamicSymbols, FindsEveryFunctionByGnusHash) {
  const link_map* const library = library_of(dlsym(RTLD_DEFAULT, "puts"));
  ASSERT_NE(library, nullptr);
  EXPECT_GT(check_exported_functions(*library), 1000u);
}

TEST(DynamicSymbols, FindsEveryFunctionWithoutGnusHash) {
  const auto* const library = static_cast<const link_map*>(dlopen(TOPOMORPH_SYSV_LIBRARY, RTLD_NOW));
  ASSERT_NE(library, nullptr) << dlerror();
  EXPECT_GT(check_exported_functions(*library), 0u);
}

TEST(DynamicSymbols, AddressesAreTheLoaders) {
  void* const address = dlsym(RTLD_DEFAULT, "puts");
  const link_map* const library = library_of(address);
  ASSERT_NE(library, nullptr);
  const DynamicSymbols symbols(*library);
  EXPECT_EQ(symbols.address(symbols.exported_function("puts")), address);
}

TEST(DynamicSymbols, FunctionBeforeAnAddress) {
  const auto* const address = static_cast<const char*>(dlsym(RTLD_DEFAULT, "puts"));
  EXPECT_EQ(dlsym(RTLD_DEFAULT, exported_before(address + 1)), address);  // it may have a second name
  EXPECT_EQ(dlsym(RTLD_DEFAULT, exported_before(address)), address);
  const int on_the_stack = 0;
  EXPECT_STREQ(exported_before(&on_the_stack), "");
}

TEST(DynamicSymbols, LibraryOfAnAddress) {
  static int here = 0;
  EXPECT_EQ(library_of(&here), first_library());
  EXPECT_NE(library_of(dlsym(RTLD_DEFAULT, "puts")), first_library());
  int on_the_stack = 0;
  const auto on_the_heap = std::make_unique<int>();
  EXPECT_EQ(library_of(&on_the_stack), nullptr);
  EXPECT_EQ(library_of(on_the_heap.get()), nullptr);
}

}  // namespace
}  // namespace topomorph::loading
