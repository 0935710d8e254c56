// LD_PRELOAD: a list that the dynamic loader splits at colons and blanks.
#pragma once

#include <string>
#include <string_view>

namespace topomorph::inline base {

/// Returns the list without the entries for which `is_unwanted` is true. The rest keeps its spelling and order.
template <class Predicate>
std::string without_entries(std::string_view list, Predicate is_unwanted) {
  std::string kept;
  while (true) {
    const auto end = list.find_first_of(": ");
    const bool last = end == std::string_view::npos;
    if (!is_unwanted(list.substr(0, end))) {
      kept += list.substr(0, last ? end : end + 1);
    } else if (last && !kept.empty()) {
      kept.pop_back();  // the separator before the removed entry
    }
    if (last) return kept;
    list.remove_prefix(end + 1);
  }
}

/// Returns whether `library` is an entry of the list, spelled exactly so.
inline bool is_preloaded(std::string_view list, std::string_view library) {
  return without_entries(list, [&](std::string_view entry) { return entry == library; }).size() != list.size();
}

}  // namespace topomorph::inline base
