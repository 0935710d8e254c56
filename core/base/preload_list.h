// LD_PRELOAD: a list that the dynamic loader splits at colons and blanks.
#pragma once

#include <string>
#include <string_view>

namespace topomorph::inline base {

/// The list without the entries of which `is_unwanted`; what is left stays as it is written, and in its order.
template <class Predicate>
std::string without_entries(std::string_view list, Predicate is_unwanted) {
  std::string kept;
  while (true) {
    const auto end = list.find_first_of(": ");
    const bool last = end == std::string_view::npos;
    if (!is_unwanted(list.substr(0, end))) {
      kept += list.substr(0, last ? end : end + 1);
    } else if (last && !kept.empty()) {
      kept.pop_back();  // the separator in front of it
    }
    if (last) return kept;
    list.remove_prefix(end + 1);
  }
}

/// One entry of it, exactly.
inline bool is_preloaded(std::string_view list, std::string_view library) {
  return without_entries(list, [&](std::string_view entry) { return entry == library; }).size() != list.size();
}

}  // namespace topomorph::inline base
