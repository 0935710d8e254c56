// JSON as text, whatever names from files have in them.
#pragma once

#include <string>

namespace topomorph::inline base {

/// One line, without its newline; what is no UTF-8 becomes U+FFFD. (nlohmann's dump() would throw, and names of hosts,
/// programs and files are any bytes.)
template <typename Json>
std::string json_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace topomorph::inline base
