// Takes the library out of LD_PRELOAD between MPI_Init and MPI_Finalize.
#include "plugin/preload.h"

#include <cstdlib>
#include <new>
#include <string>
#include <string_view>

#include <dlfcn.h>

#include "core/settings/settings.h"
#include "core/base/preload_list.h"

namespace topomorph::preload {
namespace {

constexpr const char* kVariable = "LD_PRELOAD";

/// While it is hidden. Never destroyed: MPI_Finalize may come from an exit handler.
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

/// An empty list is not what set() leaves.
bool is_as_left(const std::string& list) {
  const char* const text = std::getenv(kVariable);
  return text == nullptr ? list.empty() : !list.empty() && list == text;
}

/// Not settings::flag(), which may complain: an unreadable value hides.
bool is_to_stay() {
  const char* const text = std::getenv(settings::get(settings::Id::KeepPreload).variable);
  return text != nullptr && std::string_view(text) == "1";
}

/// The loader knows a library by the entry itself, or, where that is a name alone, by where it found it.
bool is_this_library(std::string_view entry) {
  Dl_info info = {};
  if (entry.empty() || dladdr(reinterpret_cast<void*>(&is_this_library), &info) == 0 || info.dli_fname == nullptr) {
    return false;
  }
  const std::string_view file = info.dli_fname;
  return entry == file ||
         (entry.find('/') == entry.npos && file.ends_with(entry) && file[file.size() - entry.size() - 1] == '/');
}

}  // namespace

void hide() noexcept {
  if (hidden != nullptr || is_to_stay()) return;
  try {
    std::string left = without_entries(value(), is_this_library);
    if (left.size() == value().size()) return;
    hidden = new Hidden{std::string(value()), std::move(left)};
    set(hidden->left);
  } catch (const std::bad_alloc&) {
    // It stays: it does nothing in a process without MPI.
  }
}

void restore() noexcept {
  if (hidden == nullptr) return;
  if (is_as_left(hidden->left)) set(hidden->before);
  delete hidden;
  hidden = nullptr;
}

}  // namespace topomorph::preload
