// The entry that libFuzzer calls, for one target.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace topomorph::fuzz;
  static const Target& target = target_named(TOPOMORPH_FUZZ_TARGET);
  run(target, {reinterpret_cast<const char*>(data), size});
  return 0;
}
