// The one table of persistent requests.
#include "monitoring/persistent.h"

namespace topomorph::monitoring {

RequestTable<PersistentSends>& persistent_sends() {
  static auto* const table = new RequestTable<PersistentSends>;
  return *table;
}

}  // namespace topomorph::monitoring
