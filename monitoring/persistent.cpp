// The one table of persistent requests.
#include "monitoring/persistent.h"

#include <cstddef>
#include <new>

namespace topomorph::monitoring {

RequestTable<PersistentSends>& persistent_sends() {
  using Table = RequestTable<PersistentSends>;
  alignas(Table) static std::byte memory[sizeof(Table)];  // never destroyed, and there without any memory
  static auto* const table = new (memory) Table;
  return *table;
}

}  // namespace topomorph::monitoring
