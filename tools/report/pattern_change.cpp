// Compares the patterns of two reports.
#include "tools/report/pattern_change.h"

#include "core/evaluation/pattern_difference.h"

namespace topomorph::report {

std::optional<double> pattern_change_percent(const Report& first, const Report& second) {
  const Affinity &a = first.source.affinity, &b = second.source.affinity;
  if (a.roles() != b.roles()) return std::nullopt;
  return 100 * evaluation::difference(a, b);
}

}  // namespace topomorph::report
