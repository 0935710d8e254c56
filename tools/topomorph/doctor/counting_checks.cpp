// Checks whether Open MPI reports the messages of its collectives.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "core/base/line_reader.h"
#include "tools/topomorph/doctor/check.h"

namespace topomorph::cli::doctor {

namespace {

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

Finding look_at_counting(Surroundings& surroundings) {
  const std::string model = "collectives by the model, because";
  if (family_of(surroundings.mpi().built) == "MPICH") {
    return {Verdict::Ok, model + " MPICH does not tell what they send"};
  }
  const Parameter pml = open_mpi_parameter("pml");
  if (leaves_monitoring_out(pml.value)) {
    return {Verdict::Warning, fmt::format("{} {} leaves Open MPI's component monitoring out", model, pml.source),
            "leave pml unset where what collectives send shall be measured (docs/collective-model.md)"};
  }
  const TriedJob& job = surroundings.job();
  if (job.tried && job.problem.empty() && !job.exact) {
    return {Verdict::Warning, model + " Open MPI's component monitoring is not there or not used",
            "install it with Open MPI (mca_pml_monitoring), where what collectives send shall be measured"};
  }
  return {Verdict::Ok,
          job.exact ? "what collectives send is measured" : "nothing here keeps Open MPI from telling what they send"};
}

}  // namespace topomorph::cli::doctor
