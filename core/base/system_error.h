// The system's reason of a failure, as an error that names the file.
#pragma once

#include <cerrno>
#include <cstring>
#include <string>

#include "core/base/error.h"

namespace topomorph::inline base {

/// Throws InputError "PATH: WHAT: REASON" with the reason in errno: "cannot be read", "Permission denied".
[[noreturn]] inline void fail_by_errno(const std::string& path, const char* what) {
  throw InputError(path, 0, std::string(what) + ": " + std::strerror(errno));
}

}  // namespace topomorph::inline base
