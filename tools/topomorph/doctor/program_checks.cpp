// Checks of a program that is to run under topomorph.
#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "tools/topomorph/doctor/check.h"
#include "tools/topomorph/executable.h"
#include "tools/topomorph/obstacle.h"

namespace topomorph::cli::doctor {

namespace {

using Kind = Executable::Kind;

/// The first library whose name begins so; empty: none.
std::string library_named(const std::map<std::string, std::string>& libraries, const std::vector<std::string>& names) {
  for (const auto& [soname, path] : libraries) {
    for (const std::string& name : names) {
      if (soname.starts_with(name)) return soname;
    }
  }
  return "";
}

/// By the soname of its MPI library: the two families have handles of other types.
std::string family_of_soname(const std::string& soname) {
  if (soname.starts_with("libmpi.so.12") || soname.starts_with("libmpich")) return "MPICH";
  return "Open MPI";
}

}  // namespace

Finding look_at_program(Surroundings& surroundings) {
  const std::string& program = surroundings.program;
  const std::string path = find_in_path(program);
  const Executable file = read_executable(path);
  if (path.empty() || file.kind == Kind::None) {
    return {Verdict::Failure, fmt::format("{}: there is no such program", program), "give its path"};
  }
  if (access(path.c_str(), X_OK) != 0) {
    return {Verdict::Failure, fmt::format("{} may not be executed", path), fmt::format("chmod +x {}", path)};
  }
  if (const std::string obstacle = obstacle_to_preloading(program); !obstacle.empty()) {
    return {Verdict::Failure, fmt::format("{} {}: it would run without TopoMorph", path, obstacle),
            "link it dynamically, for this machine, without setuid; or call tm_reorder() in its source"};
  }
  if (file.kind == Kind::Uncertain) return {Verdict::Failure, fmt::format("{} is damaged", path), "build it again"};
  if (file.kind == Kind::Other) {
    return {Verdict::Ok, fmt::format("{} is a script{}{}: the library is loaded into what it starts", path,
                                     file.interpreter.empty() ? "" : " of ", file.interpreter)};
  }
  return {Verdict::Ok, fmt::format("{} is dynamically linked, for this machine", path)};
}

Finding look_at_program_mpi(Surroundings& surroundings) {
  const auto& libraries = surroundings.program_libraries();
  const auto missing =
      std::find_if(libraries.begin(), libraries.end(), [](const auto& each) { return each.second.empty(); });
  if (missing != libraries.end()) {
    return {Verdict::Failure, fmt::format("{} is not found", missing->first),
            "load the modules that it was built with, or see LD_LIBRARY_PATH"};
  }
  const std::string soname = library_named(libraries, {"libmpi.so", "libmpich.so"});
  if (soname.empty()) {
    return {Verdict::Warning, "it is not linked with an MPI library",
            "nothing to do if it opens one later, as Python does, or is a script that starts MPI programs"};
  }
  const std::string& built = surroundings.mpi().built;
  if (!built.empty() && family_of(built) != family_of_soname(soname)) {
    return {Verdict::Failure,
            fmt::format("{}: {}, TopoMorph was built with {}", soname, family_of_soname(soname), built),
            fmt::format("use a TopoMorph that was built with {}", family_of_soname(soname))};
  }
  return {Verdict::Ok, fmt::format("{}, {}", soname, libraries.at(soname))};
}

Finding look_at_program_fortran(Surroundings& surroundings) {
  const std::string bindings = library_named(
      surroundings.program_libraries(), {"libmpi_mpifh", "libmpi_usempi", "libmpifort", "libmpichfort", "libmpichf90"});
  return {Verdict::Ok, bindings.empty() ? "no Fortran interface of MPI" : bindings + ": its calls are seen, too"};
}

}  // namespace topomorph::cli::doctor
