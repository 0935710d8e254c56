// Parses lists of slots.
#include "tools/topomorph/slot_list.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/topology/sources/infiniband/resources.h"

namespace topomorph::cli {

std::vector<Slot> parse_slot_list(const std::string& text, std::uint64_t slots) {
  std::vector<Slot> list;
  Words ranges(text, ",");
  for (auto range = ranges.next(); !range.empty(); range = ranges.next()) {
    const auto dash = range.find('-');
    const auto first = parse_count(range.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : parse_count(range.substr(dash + 1));
    if (!first || !last || *first > *last || *last >= slots) {
      throw InputError(fmt::format("--slots: found '{}', expected A or A-B with numbers below {}", range, slots));
    }
    if (list.size() + (*last - *first) >= slots)
      throw InputError("--slots: found a slot twice");  // more slots than there are
    for (Slot slot = *first; slot <= *last; ++slot) list.push_back(slot);
  }
  std::sort(list.begin(), list.end());
  if (list.empty()) throw InputError("--slots: found an empty list, expected e.g. 0-3,8");
  if (std::adjacent_find(list.begin(), list.end()) != list.end()) throw InputError("--slots: found a slot twice");
  return list;
}

std::vector<Slot> parse_slots(const std::string& text, const GivenTopology& given) {
  static constexpr std::string_view kFile = "resources:";
  if (!text.starts_with(kFile)) return parse_slot_list(text, given.topology->slots());
  std::vector<Slot> slots = topology::read_resources(text.substr(kFile.size()), given);
  std::sort(slots.begin(), slots.end());
  return slots;
}

}  // namespace topomorph::cli
