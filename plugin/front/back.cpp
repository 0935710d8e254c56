// Names the back, opens it, and checks that it belongs to this front.
#include "plugin/front/back.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <unistd.h>

#include "core/base/process.h"
#include "plugin/front/line.h"
#include "plugin/front/next.h"
#include "plugin/front/own_handle.h"
#include "plugin/front/without_library.h"
#include "runtime/loading/library_file.h"

namespace topomorph::front {
namespace {

using loading::Back, loading::Front, loading::Kind, loading::MpiLibrary;

/// Returns the folder of the backs, with a slash at its end. It is found at load, because the program may change its
/// folder, or earlier: a library whose constructor comes before may call MPI there, as libmpi_cxx does.
const char* folder() {
  static char text[PATH_MAX];
  const link_map* const own = *text == '\0' ? own_library() : nullptr;
  if (own == nullptr || realpath(own->l_name, text) == nullptr) return text;
  char* const name = std::strrchr(text, '/') + 1;
  std::snprintf(name, sizeof text - static_cast<std::size_t>(name - text), "topomorph/");
  return text;
}

[[gnu::constructor]] void find_folder() { folder(); }

struct Name {
  char text[32];
};

Name name_of_open_mpi(int major) {
  Name name{};
  std::snprintf(name.text, sizeof name.text, "openmpi%d", major);
  return name;
}

constexpr int kOldestOpenMpi = 4, kNewestOpenMpi = 9;

/// Returns the 5 of "Open MPI v5.0.7, package: ..."; may be asked before MPI_Init.
int version_of_open_mpi() {
  using Ask = int (*)(char*, int*);
  static constexpr char kBefore[] = "Open MPI v";
  const auto ask = reinterpret_cast<Ask>(find_function("MPI_Get_library_version"));
  char text[8192] = "";  // more than any library's MPI_MAX_LIBRARY_VERSION_STRING
  int length = 0;
  if (ask == nullptr || ask(text, &length) != 0 || std::strncmp(text, kBefore, sizeof kBefore - 1) != 0)
    return kOldestOpenMpi;
  int major = 0;
  for (const char* digit = text + sizeof kBefore - 1; *digit >= '0' && *digit <= '9' && major < kNewestOpenMpi; ++digit)
    major = 10 * major + (*digit - '0');
  return major;
}

Name own_name(Kind kind) {
  switch (kind) {
    case Kind::OpenMpi:
      return name_of_open_mpi(version_of_open_mpi());
    case Kind::Mpich:
      return {"mpich"};
    case Kind::Abi:
      return {"abi"};
    case Kind::None:
      break;
  }
  return {};
}

struct Path {
  explicit Path(const Name& name) { std::snprintf(text, sizeof text, "%slibtopomorph-%s.so", folder(), name.text); }
  bool exists() const { return access(text, F_OK) == 0; }
  char text[PATH_MAX + 64];
};

/// Returns the newest back for another version of Open MPI that is installed; `own` if there is none.
Name other_open_mpi(const Name& own) {
  for (int major = kNewestOpenMpi; major >= kOldestOpenMpi; --major) {
    const Name other = name_of_open_mpi(major);
    if (Path(other).exists()) return other;
  }
  return own;
}

const Front* front_for(const MpiLibrary& library) {
  static Front front;
  front = {own_library()->l_name,
           own_library(),
           library.map,
           find_function,
           find_datum,
           answer_without_library,
           has_own_stderr,
           catch_lookups_in_own_handle};
  return &front;
}

const Back* complain(const char* path, const char* what) {
  write_line_once("%s: %s: nothing is measured or reordered", path, what);
  return nullptr;
}

const Back* open(const Path& path, const MpiLibrary& library) {
  if (const char* const damage = loading::damage_of(path.text)) return complain(path.text, damage);
  void* const handle = dlopen(path.text, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    write_line_once("%s: nothing is measured or reordered", dlerror());
    return nullptr;
  }
  const auto start = reinterpret_cast<loading::BackFunction>(dlsym(handle, loading::kBackFunction));
  const Back* const back = start == nullptr ? nullptr : start(front_for(library));
  const bool fits = back != nullptr && back->exports_digest == loading::kExportsDigest &&
                    std::strcmp(back->version, TOPOMORPH_VERSION) == 0;
  return fits ? back : complain(path.text, "is of another version than libtopomorph.so");
}

}  // namespace

const Back* open_back(const MpiLibrary& library) {
  if (has_more_rights_than_its_user()) return nullptr;
  Name name = own_name(library.kind);
  if (library.kind == Kind::OpenMpi && !Path(name).exists()) name = other_open_mpi(name);
  const Path path(name);
  if (path.exists() || errno != ENOENT) return open(path, library);
  return complain(path.text, "this MPI library needs it, and it is not installed");
}

}  // namespace topomorph::front
