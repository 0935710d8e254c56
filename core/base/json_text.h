// JSON as text, even if strings in it are not valid UTF-8.
#pragma once

#include <string>

namespace topomorph::inline base {

/// Returns one line without its newline. Bytes that are not UTF-8 become U+FFFD: names of hosts, programs and files are
/// arbitrary bytes, and nlohmann's dump() would throw.
template <typename Json>
std::string json_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace topomorph::inline base
