// Keeps hwloc from writing to this process's stderr.
#include "core/topology/sources/hwloc/hidden_messages.h"

#include <cstdlib>
#include <mutex>
#include <optional>
#include <string>

#include <hwloc.h>

extern "C" {  // which version 2 omits in this header
#include <hwloc/plugins.h>
}

namespace topomorph::topology {

/// hwloc reads the variable once, in its first question. Then the variable is again what it was, because programs that
/// this process starts inherit it.
void hide_messages_of_hwloc() {
  static std::once_flag asked;
  std::call_once(asked, [] {
    constexpr const char *kVariable = "HWLOC_HIDE_ERRORS", *kAll = "2";
    const char* const found = std::getenv(kVariable);
    const std::optional<std::string> before = found == nullptr ? std::nullopt : std::optional<std::string>(found);
    setenv(kVariable, kAll, 1);
    hwloc_hide_errors();
    if (before) {
      setenv(kVariable, before->c_str(), 1);
    } else {
      unsetenv(kVariable);
    }
  });
}

}  // namespace topomorph::topology
