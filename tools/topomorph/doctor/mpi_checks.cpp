// Checks MPI: the library, the launcher, a job of two ranks.
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

#include "tools/topomorph/doctor/check.h"

namespace topomorph::cli::doctor {

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

}  // namespace

Finding look_at_mpi(Surroundings& surroundings) {
  const MpiLibrary& mpi = surroundings.mpi();
  if (mpi.is_absent && is_built_here()) {
    return {Verdict::Warning, mpi.problem, "tools/build release topomorph_links; programs run without it"};
  }
  if (mpi.is_absent) {
    return {Verdict::Failure, mpi.problem, "install TopoMorph again: bin, lib and libexec belong together"};
  }
  if (!mpi.problem.empty()) {
    return {Verdict::Failure, mpi.problem, "load the module of the MPI library that TopoMorph was built with"};
  }
  if (family_of(mpi.built) != family_of(mpi.found)) {
    return {Verdict::Failure, fmt::format("built with {}, but {} is loaded", mpi.built, mpi.found),
            fmt::format("load the module of {}, or build TopoMorph with this one", family_of(mpi.built))};
  }
  const bool other = mpi.built != mpi.found;
  return {Verdict::Ok, mpi.found + (other ? fmt::format("; built with {}", mpi.built) : ", as built with")};
}

Finding look_at_launcher(Surroundings& surroundings) {
  const auto& [name, launcher] = surroundings.launcher();
  if (launcher.empty()) {
    return {Verdict::Warning, "no mpirun in PATH",
            "load the module of the MPI library, where jobs are not started by srun alone"};
  }
  const std::string& built = surroundings.mpi().built;
  if (built.empty()) return {Verdict::Ok, launcher};
  if (family_of(launcher) != family_of(built)) {
    return {Verdict::Failure, fmt::format("mpirun is of another MPI ({}) than TopoMorph ({})", launcher, built),
            fmt::format("put the mpirun of {} first in PATH: ranks started by this one do not find each other", built)};
  }
  if (name != "mpirun") {
    return {Verdict::Warning, fmt::format("mpirun in PATH is of another MPI than TopoMorph, {} fits", name),
            fmt::format("start jobs with {}", name)};
  }
  if (family_of(built) == "Open MPI" && major_of(launcher) != major_of(built)) {
    return {Verdict::Warning, fmt::format("{}, built with {}", launcher, built), "use an mpirun of the same version"};
  }
  return {Verdict::Ok, fmt::format("in PATH: {}", launcher)};
}

Finding look_at_job(Surroundings& surroundings) {
  const TriedJob& job = surroundings.job();
  if (!job.tried) return {Verdict::Ok, fmt::format("not tried: {}", job.why_not)};
  if (job.problem.empty()) return {Verdict::Ok, "2 ranks ran under mpirun and were measured"};
  const bool root = geteuid() == 0 && job.problem.find("root") != std::string::npos;
  return {Verdict::Failure, fmt::format("2 ranks under mpirun: {}", job.problem),
          root ? "run it as a user, or set OMPI_ALLOW_RUN_AS_ROOT=1 and OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"
               : "see whether mpirun -n 2 hostname works; topomorph doctor --no-job leaves this out"};
}

}  // namespace topomorph::cli::doctor
