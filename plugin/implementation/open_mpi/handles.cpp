// Looks the predefined handles of Open MPI up.
#include "plugin/interception/handles.h"

#include "plugin/implementation/implementation.h"
#include "plugin/interception/resolve.h"

namespace topomorph::handles {
namespace {

constexpr const char* kSymbols[] = {
#define TOPOMORPH_HANDLE(name, type, constant, symbol) symbol,
#include "plugin/interception/handles.def"
#undef TOPOMORPH_HANDLE
};

}  // namespace

constinit std::atomic<void*> detail::data[static_cast<std::size_t>(Id::kCount)]{};

void* detail::look_up(Id id) {
  void* address = resolve::find_datum(kSymbols[static_cast<std::size_t>(id)]);
  data[static_cast<std::size_t>(id)].store(address, std::memory_order_relaxed);
  return address;
}

}  // namespace topomorph::handles

namespace topomorph::implementation {

bool is_loaded() { return handles::detail::datum(handles::Id::comm_world) != nullptr; }

}  // namespace topomorph::implementation
