// The checks of topomorph doctor and their findings.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "tools/doctor/surroundings.h"

namespace topomorph::doctor {

enum class Verdict {
  Ok,
  Warning,  ///< jobs run, but lose something
  Failure,  ///< jobs do not run, or run without TopoMorph
};

struct Finding {
  Verdict verdict = Verdict::Ok;
  std::string found;
  std::string advice = "";  ///< what to do; empty: nothing
};

/// A row of the table. A new check is a function and a row in checks.cpp.
struct Check {
  const char* name;
  bool of_program;  ///< needs a program
  Finding (*run)(Surroundings& surroundings);
};

std::span<const Check> checks();

/// Runs the check. An exception of the check becomes a failure.
Finding run_check(const Check& check, Surroundings& surroundings);

// The installation: installation_checks.cpp.
Finding check_settings(Surroundings& surroundings);
Finding check_records(Surroundings& surroundings);
Finding check_library(Surroundings& surroundings);
Finding check_preloading(Surroundings& surroundings);
Finding check_engine(Surroundings& surroundings);
Finding check_fortran(Surroundings& surroundings);
Finding check_store(Surroundings& surroundings);

// MPI: mpi_checks.cpp.
Finding check_backs(Surroundings& surroundings);
Finding check_mpi(Surroundings& surroundings);
Finding check_contract(Surroundings& surroundings);
Finding check_launcher(Surroundings& surroundings);
Finding check_job(Surroundings& surroundings);
Finding check_counting(Surroundings& surroundings);

// The machine: machine_checks.cpp.
Finding check_topology(Surroundings& surroundings);
Finding check_network(Surroundings& surroundings);
Finding check_binding(Surroundings& surroundings);
Finding check_limits(Surroundings& surroundings);

// GPUs: gpu_checks.cpp.
Finding check_gpus(Surroundings& surroundings);
/// Returns "runs on CPUs 0-3, far from its GPU nvml2 …" if this rank runs far from the GPU that a program would take
/// here, by its variables or else by its local rank; empty if not, and outside of jobs.
std::string far_from_gpu();
inline constexpr const char* kNearGpus =
    "bind ranks to cores near their GPUs (srun --gpu-bind=closest, mpirun --map-by numa), or give each rank the GPU "
    "near it "
    "(CUDA_VISIBLE_DEVICES)";

// The program that shall run under topomorph: program_checks.cpp.
Finding check_program(Surroundings& surroundings);
Finding check_program_mpi(Surroundings& surroundings);
Finding check_program_fortran(Surroundings& surroundings);

/// The narrowest limits of the group and of those around it; nothing: no limit or no file.
struct ControlGroup {
  std::optional<std::uint64_t> memory;  ///< bytes
  std::uint64_t memory_taken = 0;       ///< bytes in use in the group with that limit
  std::optional<double> cpus;           ///< CPU time divided by time
};

/// Reads the limits. `own` is /proc/self/cgroup, `mount` the mount of the file system. Skips files that do not have the
/// kernel's format.
ControlGroup read_control_group(const std::string& mount, const std::string& own);

}  // namespace topomorph::doctor
