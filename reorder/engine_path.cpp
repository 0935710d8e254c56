// Where the engine is.
#include <filesystem>

#include <dlfcn.h>

#include "core/settings/settings.h"
#include "reorder/engine_client.h"

namespace topomorph::reorder {
namespace {

constexpr const char* kEngine = "topomorph/topomorph-engine";

/// As installed (the library's folder may be lib/x86_64-linux-gnu) or as built.
std::filesystem::path beside_this_library() {
  Dl_info info = {};
  if (dladdr(reinterpret_cast<void*>(&engine_path), &info) == 0 || info.dli_fname == nullptr) {
    return "topomorph-engine";
  }
  std::error_code error;
  const auto folder = std::filesystem::canonical(info.dli_fname, error).parent_path();
  const auto installed = (folder / TOPOMORPH_LIBEXECDIR_FROM_LIBDIR / kEngine).lexically_normal();
  return std::filesystem::exists(installed, error) ? installed : folder.parent_path() / "libexec" / kEngine;
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
