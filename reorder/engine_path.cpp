// Where the engine is.
#include <filesystem>

#include <dlfcn.h>

#include "core/settings/settings.h"
#include "reorder/engine_client.h"

namespace topomorph::reorder {
namespace {

std::filesystem::path beside_this_library() {
  Dl_info info = {};
  if (dladdr(reinterpret_cast<void*>(&engine_path), &info) == 0 || info.dli_fname == nullptr) {
    return "topomorph-engine";
  }
  std::error_code error;
  const auto library = std::filesystem::canonical(info.dli_fname, error);
  return library.parent_path().parent_path() / "libexec" / "topomorph" / "topomorph-engine";
}

std::string find_engine() {
  const std::string given = settings::text(settings::Id::Engine);
  std::error_code error;
  return given.empty() ? beside_this_library().string() : std::filesystem::absolute(given, error).string();
}

}  // namespace

const std::string& engine_path() {
  static const std::string path = find_engine();
  return path;
}

}  // namespace topomorph::reorder
