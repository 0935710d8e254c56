// Checks the program that shall run under topomorph.
#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

#include "core/base/text.h"
#include "tools/doctor/checks.h"
#include "tools/programs/backs.h"
#include "tools/programs/executable.h"
#include "tools/programs/preloading.h"

namespace topomorph::doctor {

namespace {

using Kind = programs::Executable::Kind;

/// Says why the loader has not told the libraries, and what the file itself tells.
Finding not_looked_at(const programs::Libraries& libraries) {
  const std::string soname = programs::mpi_library_of(libraries);
  const std::string named = soname.empty()
                                ? "no MPI library"
                                : fmt::format("{}, {}", soname, programs::name_of(loading::kind_of_soname(soname)));
  return {
      Verdict::Warning,
      fmt::format("not checked: {}{}{}", libraries.why_not.empty() ? libraries.problem : libraries.why_not,
                  libraries.needed.empty() ? "" : "; the file itself names ", libraries.needed.empty() ? "" : named),
      libraries.advice};
}

/// Whether the interpreter, which the kernel starts in place of the script, exists and is a program.
bool can_be_started(const std::string& interpreter) {
  return programs::other_than_file(interpreter).empty() && access(interpreter.c_str(), X_OK) == 0;
}

Finding no_program(const std::string& program, const std::string& path) {
  const std::string& named = programs::other_than_file(program).empty() ? path : program;
  if (const std::string kind = programs::other_than_file(named); !kind.empty()) {
    return {Verdict::Failure, fmt::format("{} is {}, no program", named, kind), "give the path of the program itself"};
  }
  if (!path.empty() && access(path.c_str(), F_OK) == 0) {
    return {Verdict::Failure, fmt::format("{} cannot be read", path), "chmod +r " + shell_path(path)};
  }
  if (path.empty() && access(program.c_str(), F_OK) == 0) {
    return {Verdict::Failure, fmt::format("{} is not in PATH", program), "say " + shell_word("./" + program)};
  }
  return {Verdict::Failure, fmt::format("{} does not exist", program), "give its path"};
}

/// Returns the MPI library whose launcher has started this process if it cannot start programs of `kind`; else None.
/// Slurm's can start all.
loading::Kind foreign_launcher(loading::Kind kind) {
  const loading::Kind job = programs::kind_of_job();
  const bool by_slurm = job == loading::Kind::Mpich && std::getenv("SLURM_PROCID") != nullptr;
  return by_slurm || kind == loading::Kind::Abi || job == kind ? loading::Kind::None : job;
}

Finding check_script(const std::string& path, const programs::Executable& file) {
  const std::string interpreter = file.interpreter.substr(0, file.interpreter.find_first_of(" \t"));
  if (!interpreter.empty() && !can_be_started(interpreter)) {
    return {Verdict::Failure, fmt::format("{} is a script for {}, which is no program here", path, interpreter),
            interpreter.ends_with('\r') ? "it has Windows line ends: run dos2unix"
                                        : "install it, or correct the first line of the script"};
  }
  return {Verdict::Ok, fmt::format("{} is a script{}{}: the library is loaded into programs that it starts", path,
                                   file.interpreter.empty() ? "" : " of ", file.interpreter)};
}

}  // namespace

Finding check_program(Surroundings& surroundings) {
  const std::string& program = surroundings.program;
  const std::string path = programs::find_in_path(program);
  const programs::Executable file = programs::read_executable(path);
  if (file.kind == Kind::None) return no_program(program, path);
  if (access(path.c_str(), X_OK) != 0) {
    return {Verdict::Failure, fmt::format("{} may not be executed", path), "chmod +x " + shell_path(path)};
  }
  if (const std::string obstacle = programs::obstacle_to_preloading(program); !obstacle.empty()) {
    return {Verdict::Failure, fmt::format("{} {}: it would run without TopoMorph", path, obstacle),
            "link it dynamically, for this machine, without setuid; or call tm_reorder() in its source"};
  }
  if (file.kind == Kind::Uncertain) return {Verdict::Failure, fmt::format("{} is damaged", path), "build it again"};
  if (file.kind == Kind::Other) return check_script(path, file);
  if (file.kind == Kind::Static)
    return {Verdict::Ok,
            fmt::format("{} is statically linked: the library is loaded into programs that it starts", path)};
  if (!can_be_started(file.loader)) {
    return {Verdict::Failure, fmt::format("{} needs the loader {}, which is no program here", path, file.loader),
            "build it on this machine, or for it"};
  }
  return {Verdict::Ok, fmt::format("{} is dynamically linked, for this machine", path)};
}

Finding check_program_mpi(Surroundings& surroundings) {
  const programs::Libraries& told = surroundings.program_libraries();
  const auto& libraries = told.paths;
  if (!told.why_not.empty()) return not_looked_at(told);
  const auto missing =
      std::find_if(libraries.begin(), libraries.end(), [](const auto& each) { return each.second.empty(); });
  if (missing != libraries.end()) {
    return {Verdict::Failure, fmt::format("{} is not found", missing->first),
            "load the modules that it was built with, or see LD_LIBRARY_PATH"};
  }
  if (!told.problem.empty()) return {Verdict::Failure, told.problem, "check that file, and build the program again"};
  const std::string soname = programs::mpi_library_of(told);
  if (soname.empty()) {
    return {Verdict::Warning, "it is not linked with an MPI library",
            "nothing to do if it opens one later, as Python does, or is a script that starts MPI programs"};
  }
  const loading::Kind kind = loading::kind_of_soname(soname);
  const std::vector<programs::Back> backs = programs::installed_backs();
  if (std::none_of(backs.begin(), backs.end(), [&](const programs::Back& back) { return back.kind() == kind; })) {
    return {Verdict::Failure,
            fmt::format("{}: {}, for which no back is installed (there are: {})", soname, programs::name_of(kind),
                        programs::names_of(backs)),
            "install the part of TopoMorph for this MPI library"};
  }
  if (const loading::Kind job = foreign_launcher(kind); job != loading::Kind::None) {
    return {
        Verdict::Failure,
        fmt::format("{} is {}, but the launcher of {} has started this process: each rank would be a job of its own",
                    soname, programs::name_of(kind), programs::name_of(job)),
        fmt::format("start the program with the mpirun of {}", programs::name_of(kind))};
  }
  return {Verdict::Ok, fmt::format("{}, {}", soname, libraries.at(soname))};
}

Finding check_program_fortran(Surroundings& surroundings) {
  const programs::Libraries& told = surroundings.program_libraries();
  if (!told.why_not.empty() || !told.problem.empty()) return not_looked_at(told);
  const std::string bindings = programs::library_named(
      told.paths, {"libmpi_mpifh", "libmpi_usempi", "libmpifort", "libmpichfort", "libmpichf90"});
  return {Verdict::Ok, bindings.empty() ? "no Fortran interface of MPI" : bindings + ": its calls are counted, too"};
}

}  // namespace topomorph::doctor
