// Takes the library out of LD_PRELOAD between MPI_Init and MPI_Finalize.
#include "plugin/preload.h"

#include <cstdlib>
#include <new>
#include <string>
#include <string_view>

#include "core/base/process.h"
#include "core/settings/settings.h"
#include "runtime/mpi/resolve.h"
#include "runtime/process/environment.h"

namespace topomorph::plugin::preload {
namespace {

constexpr const char* kVariable = "LD_PRELOAD";

/// Values of the variable while the library is hidden. Never destroyed: an exit handler may call MPI_Finalize.
struct Hidden {
  std::string before, left;
};
Hidden* hidden = nullptr;

std::string_view value() {
  const char* const text = std::getenv(kVariable);
  return text == nullptr ? "" : text;
}

void set(const std::string& list) {
  if (list.empty()) {
    unsetenv(kVariable);
  } else {
    setenv(kVariable, list.c_str(), 1);
  }
}

/// Whether the variable is as set() has left it. An empty list means that the variable is not set.
bool is_as_left(const std::string& list) {
  const char* const text = std::getenv(kVariable);
  return text == nullptr ? list.empty() : !list.empty() && list == text;
}

/// The loader names a library by its entry, or by the path where it found it if the entry has no slash.
bool is_this_library(std::string_view entry) {
  const std::string_view file = runtime::front()->path;
  return !entry.empty() && (entry == file || (entry.find('/') == entry.npos && file.ends_with(entry) &&
                                              file[file.size() - entry.size() - 1] == '/'));
}

}  // namespace

void hide() noexcept {
  if (hidden != nullptr || process::is_on(settings::Id::KeepPreload)) return;
  try {
    std::string left = without_entries(value(), is_this_library);
    if (left.size() == value().size()) return;
    hidden = new Hidden{std::string(value()), std::move(left)};
    set(hidden->left);
  } catch (const std::bad_alloc&) {
    // The entry stays: the library does nothing in a process without MPI.
  }
}

void restore() noexcept {
  if (hidden == nullptr) return;
  if (is_as_left(hidden->left)) set(hidden->before);
  delete hidden;
  hidden = nullptr;
}

}  // namespace topomorph::plugin::preload
