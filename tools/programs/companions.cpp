// Finds the other files of the installation.
#include "tools/programs/companions.h"

#include "core/base/process.h"
#include "core/settings/settings.h"

namespace topomorph::programs {

namespace {

std::filesystem::path own_folder() { return std::filesystem::path(own_path()).parent_path(); }

std::string helper(const std::string& name) {
  return companion(own_folder(), TOPOMORPH_LIBEXECDIR_FROM_BINDIR, "../libexec", name);
}

}  // namespace

std::string own_path() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).string();
}

std::string library_path() {
  return companion(own_folder(), TOPOMORPH_LIBDIR_FROM_BINDIR, "../lib", "libtopomorph.so");
}

std::string links_program_path(const std::string& back) { return helper("topomorph/topomorph-links-" + back); }

std::string engine_program_path() {
  const std::string given = settings::text(settings::Id::Engine);
  return given.empty() ? helper("topomorph/topomorph-engine") : given;
}

}  // namespace topomorph::programs
