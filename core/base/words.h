// English plurals for messages.
#pragma once

#include <string>
#include <string_view>

namespace topomorph::inline base {

/// Returns "nodes", "switches", "leaf switches".
inline std::string plural(std::string_view name) {
  const bool hissing = name.ends_with("ch") || name.ends_with("sh") || name.ends_with('s') || name.ends_with('x');
  return std::string(name).append(hissing ? "es" : "s");
}

}  // namespace topomorph::inline base
