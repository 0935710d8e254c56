// Where the engine is.
#include <filesystem>

#include <dlfcn.h>

#include "core/settings/settings.h"
#include "core/base/companion.h"
#include "reorder/engine_client.h"

namespace topomorph::reorder {
namespace {

constexpr const char* kEngine = "topomorph/topomorph-engine";

/// Where it is not there either, the path that is in the message.
std::string beside_this_library() {
  Dl_info info = {};
  if (dladdr(reinterpret_cast<void*>(&engine_path), &info) == 0 || info.dli_fname == nullptr) {
    return "topomorph-engine";
  }
  std::error_code error;
  const auto folder = std::filesystem::canonical(info.dli_fname, error).parent_path();
  const std::string found = companion(folder, TOPOMORPH_LIBEXECDIR_FROM_LIBDIR, "../libexec", kEngine);
  return found.empty() ? (folder.parent_path() / "libexec" / kEngine).string() : found;
}

std::string find_engine() {
  const std::string given = settings::text(settings::Id::Engine);
  std::error_code error;
  return given.empty() ? beside_this_library() : std::filesystem::absolute(given, error).string();
}

}  // namespace

const std::string& engine_path() {
  static const std::string& path = *new std::string(find_engine());  // never destroyed: exit handlers may finalize
  return path;
}

}  // namespace topomorph::reorder
