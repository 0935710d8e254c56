// Checks MPI: the library and whether TopoMorph fits it, the launcher, a job of two ranks, and what Open MPI reports.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "runtime/loading/library_file.h"
#include "tools/doctor/checks.h"
#include "tools/programs/backs.h"
#include "tools/programs/child.h"

namespace topomorph::doctor {

namespace {

/// Returns "4.1.4" of "Open MPI 4.1.4" or "mpirun (Open MPI) 4.1.4".
std::string number_of(const std::string& version) {
  const std::size_t begin = version.find_first_of("0123456789");
  return begin == std::string::npos ? ""
                                    : version.substr(begin, version.find_first_not_of("0123456789.", begin) - begin);
}

std::string major_of(const std::string& version) {
  const std::string number = number_of(version);
  return number.substr(0, number.find('.'));
}

namespace fs = std::filesystem;

struct Parameter {
  std::string value, source;  ///< an empty value: not set
};

/// Returns the value of a parameter ("pml = ob1") in a file of Open MPI's parameters. The last one counts.
Parameter parameter_in(const fs::path& path, std::string_view name) {
  std::ifstream file(path);
  Parameter found;
  for (std::string line; std::getline(file, line);) {
    line.erase(std::min(line.find('#'), line.size()));
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos || Words(std::string_view(line).substr(0, equals)).next() != name) continue;
    found.value = std::string(Words(std::string_view(line).substr(equals + 1)).next());
    found.source = fmt::format("{} = {} in {}", name, found.value, path.string());
  }
  return found;
}

/// Finds a parameter as Open MPI does: first the environment, where mpirun --mca puts it, then the user's file, then
/// the system's.
Parameter open_mpi_parameter(const std::string& name) {
  if (const char* const value = std::getenv(("OMPI_MCA_" + name).c_str()); value != nullptr && *value != '\0') {
    return {value, fmt::format("OMPI_MCA_{}={}", name, value)};
  }
  const char* const home = std::getenv("HOME");
  for (const fs::path& path : {fs::path(home == nullptr ? "" : home) / ".openmpi/mca-params.conf",
                               fs::path("/etc/openmpi/openmpi-mca-params.conf")}) {
    Parameter found = parameter_in(path, name);
    if (!found.value.empty()) return found;
  }
  return {};
}

/// Whether a list of components omits or excludes the monitoring one.
bool leaves_monitoring_out(const std::string& components) {
  const bool has = components.find("monitoring") != std::string::npos;
  return !components.empty() && (components.front() == '^' ? has : !has);
}

}  // namespace

Finding check_backs(Surroundings&) {
  const std::vector<programs::Back> backs = programs::installed_backs();
  for (const programs::Back& back : backs) {
    if (const char* const damage = loading::damage_of(back.file.c_str()))
      return {Verdict::Failure,
              fmt::format("{} {}: programs with its MPI library run without TopoMorph", back.file, damage),
              "install TopoMorph again, and see whether users may read its files"};
  }
  if (!backs.empty()) return {Verdict::Ok, "serves " + programs::names_of(backs)};
  return {Verdict::Failure, "no back is installed beside libtopomorph.so, in lib/topomorph: no MPI library is served",
          "install the part of TopoMorph for your MPI library"};
}

Finding check_mpi(Surroundings& surroundings) {
  const MpiLibrary& mpi = surroundings.mpi();
  if (mpi.is_absent() && is_built_here()) {
    return {Verdict::Warning, mpi.problem, "tools/build release; programs run without it"};
  }
  if (mpi.is_absent()) {
    return {Verdict::Failure, mpi.problem, "install TopoMorph again, with bin, lib and libexec"};
  }
  if (!mpi.problem.empty()) {
    return {Verdict::Failure, mpi.problem, "load the module of the MPI library that TopoMorph shall serve"};
  }
  if (family_of(mpi.built) != family_of(mpi.found)) {
    return {Verdict::Failure, fmt::format("built with {}, but {} is loaded", mpi.built, mpi.found),
            fmt::format("load the module of {}, or build TopoMorph with this one", family_of(mpi.built))};
  }
  const bool other = mpi.built != mpi.found;
  return {Verdict::Ok, mpi.found + (other ? fmt::format("; built with {}", mpi.built) : ", as built with")};
}

Finding check_launcher(Surroundings& surroundings) {
  const auto& [name, launcher] = surroundings.launcher();
  if (launcher.empty()) {
    return {Verdict::Warning, "no mpirun in PATH", "load the module of the MPI library, unless srun starts all jobs"};
  }
  const std::string& built = surroundings.mpi().built;
  if (built.empty()) return {Verdict::Ok, launcher};
  if (family_of(launcher) != family_of(built)) {
    return {Verdict::Failure,
            fmt::format("mpirun belongs to another MPI library ({}) than TopoMorph ({})", launcher, built),
            fmt::format("put the mpirun of {} first in PATH: ranks started by this one do not find each other", built)};
  }
  if (name != "mpirun") {
    return {Verdict::Warning,
            fmt::format("mpirun in PATH belongs to another MPI library than {}, {} fits",
                        surroundings.program.empty() ? "this part of TopoMorph" : surroundings.program, name),
            fmt::format("start jobs with {}", name)};
  }
  const auto serves = [back = "openmpi" + major_of(launcher)](const programs::Back& each) { return each.name == back; };
  if (family_of(built) == "Open MPI" && major_of(launcher) != major_of(built) &&
      std::ranges::none_of(programs::installed_backs(), serves)) {
    return {Verdict::Warning, fmt::format("{}, built with {}", launcher, built), "use an mpirun of the same version"};
  }
  return {Verdict::Ok, fmt::format("in PATH: {}", launcher)};
}

Finding check_job(Surroundings& surroundings) {
  const TriedJob& job = surroundings.job();
  if (!job.tried) return {Verdict::Ok, fmt::format("not tried: {}", job.why_not)};
  if (!job.excluded.empty()) {
    return {Verdict::Warning, fmt::format("2 ranks under mpirun: {}", job.excluded),
            "ask the administrator: the site file keeps TopoMorph out of jobs like yours"};
  }
  if (job.problem.empty()) return {Verdict::Ok, "2 ranks ran under mpirun and were measured"};
  const bool root = geteuid() == 0 && job.problem.find("root") != std::string::npos;
  return {Verdict::Failure, fmt::format("2 ranks under mpirun: {}", job.problem),
          root ? "run it as a user, or set OMPI_ALLOW_RUN_AS_ROOT=1 and OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"
               : "see whether mpirun -n 2 hostname works; topomorph doctor --no-job leaves this out"};
}

/// Runs topomorph-links, an MPI program, under the library and without MPI_Init: it asks the library in its process.
Finding check_contract(Surroundings& surroundings) {
  if (!surroundings.mpi().problem.empty()) return {Verdict::Warning, "not checked: there is no MPI program to ask"};
  const programs::ChildResult child =
      programs::run_child({programs::own_path(), "run", "--", surroundings.mpi().links, "--about"}, kChildTimeout);
  const nlohmann::json answer = nlohmann::json::parse(child.out, nullptr, false);
  if (child.status != 0 || !answer.is_object() || !answer.contains("internals")) {
    const std::string said = programs::complaint_in(child.err);
    return {Verdict::Warning,
            fmt::format("not checked: the library did not answer{}{}", said.empty() ? "" : ": ", said)};
  }
  const std::string found = answer.value("found", ""), unwrapped = answer.value("unwrapped", "");
  if (!unwrapped.empty()) {
    return {Verdict::Failure,
            fmt::format("{} has {}, which TopoMorph does not know: no order is changed", found, unwrapped),
            "install a newer TopoMorph; measuring works, except for messages of this function"};
  }
  if (!answer.value("internals", true)) {
    return {Verdict::Warning, fmt::format("every function of {} is known, its internal functions are not", found),
            "collectives are counted by the model; Fortran callbacks may see another MPI_COMM_WORLD"};
  }
  return {Verdict::Ok, fmt::format("every function of {} is known, and so are its internal ones", found)};
}

Finding check_counting(Surroundings& surroundings) {
  const std::string model = "collectives by the model, because";
  if (family_of(surroundings.mpi().built) == "MPICH") {
    return {Verdict::Ok, model + " MPICH does not report their messages"};
  }
  constexpr std::uint64_t kFirstThatCrashes = 6;
  if (parse_count(major_of(surroundings.launcher().version)).value_or(0) >= kFirstThatCrashes) {
    return {Verdict::Ok, model + " MPI_Init of Open MPI 6 crashes with its own monitoring"};
  }
  const Parameter pml = open_mpi_parameter("pml");
  if (leaves_monitoring_out(pml.value)) {
    return {Verdict::Warning, fmt::format("{} {} leaves Open MPI's component monitoring out", model, pml.source),
            "leave pml unset to measure the messages of collectives (docs/collective-model.md)"};
  }
  const TriedJob& job = surroundings.job();
  if (job.tried && job.problem.empty() && job.excluded.empty() && !job.exact) {
    return {Verdict::Warning, model + " Open MPI's component monitoring is not there or not used",
            "install Open MPI with mca_pml_monitoring to measure the messages of collectives"};
  }
  return {Verdict::Ok, job.exact ? "the messages of collectives are measured"
                                 : "nothing prevents Open MPI from reporting their messages"};
}

}  // namespace topomorph::doctor
