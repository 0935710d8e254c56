// JSON as text, whatever bytes its strings have.
#pragma once

#include <string>

namespace topomorph::inline base {

/// Returns one line of ASCII without its newline. All other characters and the controls are escapes: a reader gets them
/// back, and a terminal never sees them. Bytes that are not UTF-8 become U+FFFD: names of hosts, programs and files are
/// arbitrary bytes, and nlohmann's dump() would throw.
template <typename Json>
std::string json_text(const Json& json) {
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

}  // namespace topomorph::inline base
