// The one table of persistent requests, and what a start of one counts.
#include "monitoring/persistent.h"

#include <cstddef>
#include <new>

namespace topomorph::monitoring {

void PersistentSend::count(ThreadCounters& thread, wire::Layer layer) const {
  const auto number = static_cast<std::uint32_t>(role);
  switch (kind) {
    case Kind::Messages:
      thread.count(layer, false, false, number, bytes, messages);
      break;
    case Kind::Exchange:
    case Kind::ExchangeInward:
      thread.count_exchange(layer, kind == Kind::ExchangeInward, number, bytes, messages, more);
      break;
    case Kind::Beyond:
      thread.count_beyond(layer, number, bytes, more);
      break;
  }
}

RequestTable<PersistentSends>& persistent_sends() {
  using Table = RequestTable<PersistentSends>;
  alignas(Table) static std::byte memory[sizeof(Table)];  // never destroyed, and there without any memory
  static auto* const table = new (memory) Table;
  return *table;
}

}  // namespace topomorph::monitoring
