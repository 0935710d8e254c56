// The files of the installation: its programs, and a back for each MPI library that it serves.
#include "tools/programs/backs.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "core/base/process.h"
#include "core/settings/settings.h"

namespace topomorph::programs {

namespace {

namespace fs = std::filesystem;
using loading::Kind;

constexpr std::string_view kPrefix = "libtopomorph-", kSuffix = ".so";

bool is_set(const char* variable) { return std::getenv(variable) != nullptr; }

bool is_loadable(const std::string& program) {
  const Libraries libraries = libraries_of_part(program, kLibrariesTimeout);
  return libraries.problem.empty() && std::none_of(libraries.paths.begin(), libraries.paths.end(),
                                                   [](const auto& library) { return library.second.empty(); });
}

}  // namespace

Kind Back::kind() const {
  if (name.starts_with("openmpi")) return Kind::OpenMpi;
  return name == "abi" ? Kind::Abi : Kind::Mpich;
}

std::vector<Back> installed_backs() {
  std::vector<Back> backs;
  std::error_code none;
  const fs::path folder = fs::path(library_path()).parent_path() / "topomorph";
  for (const auto& file : fs::directory_iterator(folder, none)) {
    const std::string name = file.path().filename().string();
    if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) continue;
    const std::string back = name.substr(kPrefix.size(), name.size() - kPrefix.size() - kSuffix.size());
    backs.push_back({back, links_program_path(back), file.path().string()});
  }
  std::sort(backs.begin(), backs.end(), [](const Back& a, const Back& b) { return a.name < b.name; });
  return backs;
}

std::string names_of(const std::vector<Back>& backs) {
  std::string names;
  for (const Back& back : backs) names += (names.empty() ? "" : ", ") + back.name;
  return names.empty() ? "none" : names;
}

std::string name_of(Kind kind) {
  switch (kind) {
    case Kind::OpenMpi:
      return "Open MPI";
    case Kind::Mpich:
      return "MPICH";
    case Kind::Abi:
      return "the standard's interface";
    case Kind::None:
      break;
  }
  return "an unknown MPI library";
}

Kind kind_of_job() {
  if (is_set("OMPI_COMM_WORLD_SIZE")) return Kind::OpenMpi;
  return is_set("PMI_SIZE") && !is_set("PMIX_RANK") ? Kind::Mpich : Kind::None;
}

Kind kind_of_program(const Libraries& libraries) { return loading::kind_of_soname(mpi_library_of(libraries)); }

std::string links_program_for(Kind kind) {
  if (kind == Kind::None && is_set("PMIX_RANK")) {  // each Open MPI understands this launcher, few builds of MPICH do
    if (std::string links = links_program_for(Kind::OpenMpi); !links.empty()) return links;
  }
  std::string first;
  for (const Back& back : installed_backs()) {
    if (back.links.empty() || (kind != Kind::None && kind != back.kind())) continue;
    if (is_loadable(back.links)) return back.links;
    if (first.empty()) first = back.links;
  }
  return first;
}

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
