// Finds the functions of Open MPI's mpi_f08 that decide by the rank in a communicator which of their arguments count.
//
// From 6.0 on ompi_gather_wrapper_f08 and its like get the communicator by PMPI_Comm_f2c and compare the rank in the
// object with the root; only the root's receive type is then converted. In a reordered job the rank in the real
// MPI_COMM_WORLD is another one, so these functions must get its substitute, and all others must not: attributes and
// names are on the real world. They are told by the exported function that the call comes from. Price: one look at all
// symbols of the library for each place of a call, at its first call.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/loading/dynamic_symbols.h"
#include "runtime/mpi/implementation.h"

namespace topomorph::runtime {
namespace {

/// Answers for places of calls: the address, one bit to the left, and the answer in its lowest bit. 0: free.
constexpr std::size_t kCallPlaces = 1024, kTries = 16;
constinit std::array<std::atomic<std::uintptr_t>, kCallPlaces> places{};

/// gather, gather_init, gatherv, igather, igatherv, … and the same of scatter.
bool is_rooted_with_two_types(std::string_view function) {
  if (function.find("_f08") == function.npos) return false;
  for (const std::string_view prefix : {"ompi_", "i"})
    if (function.starts_with(prefix)) function.remove_prefix(prefix.size());
  return function.starts_with("gather") || function.starts_with("scatter");
}

}  // namespace

bool reads_rank_itself(const void* caller) {
  const auto address = reinterpret_cast<std::uintptr_t>(caller);
  std::atomic<std::uintptr_t>* free = nullptr;
  for (std::size_t i = 0; i < kTries && free == nullptr; ++i) {
    std::atomic<std::uintptr_t>& place = places[(address + i) % kCallPlaces];
    const std::uintptr_t known = place.load(std::memory_order_relaxed);
    if (known >> 1 == address) return (known & 1) != 0;
    if (known == 0) free = &place;
  }
  const bool reads = is_rooted_with_two_types(loading::exported_before(caller));
  if (free != nullptr) free->store(address << 1 | (reads ? 1 : 0), std::memory_order_relaxed);
  return reads;
}

}  // namespace topomorph::runtime
