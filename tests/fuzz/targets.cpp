// The table of fuzz targets, and what is a finding.
#include "tests/fuzz/targets.h"

#include <cstdlib>
#include <exception>

#include <fmt/format.h>

#include "core/base/error.h"
#include "tests/fuzz/support.h"

namespace topomorph::fuzz {

namespace {

constexpr Target kTargets[] = {
    {"architecture", architecture},
    {"cartesian_spec", cartesian_spec},
    {"command_line", command_line},
    {"coordinates", coordinates},
    {"cpu_lists", cpu_lists},
    {"csv", csv},
    {"dense_text", dense_text},
    {"environment", environment},
    {"executable", executable},
    {"frames", frames},
    {"hierarchy", hierarchy},
    {"host_list", host_list},
    {"hostfile", hostfile},
    {"hwloc_difference", hwloc_difference},
    {"hwloc_xml", hwloc_xml},
    {"ibnetdiscover", ibnetdiscover},
    {"ibroute", ibroute},
    {"ipm", ipm},
    {"job_records", job_records},
    {"level_costs", level_costs},
    {"link_graph", link_graph},
    {"loader_list", loader_list},
    {"mapping", mapping},
    {"matrix_market", matrix_market},
    {"measured", measured},
    {"metis", metis},
    {"netloc_nodes", netloc_nodes},
    {"opareport", opareport},
    {"otf2", otf2},
    {"parallel_spec", parallel_spec},
    {"paraver", paraver},
    {"permutation", permutation},
    {"pins", pins},
    {"places", places},
    {"plan_request", plan_request},
    {"process_layout", process_layout},
    {"profile", profile},
    {"profile_schema", profile_schema},
    {"qaplib", qaplib},
    {"record", record},
    {"recovery", recovery},
    {"resources", resources},
    {"scotch", scotch},
    {"slot_list", slot_list},
    {"slot_numbers", slot_numbers},
    {"slurm_addresses", slurm_addresses},
    {"slurm_conf", slurm_conf},
    {"slurm_site", slurm_site},
    {"slurm_yaml", slurm_yaml},
    {"store", store},
    {"time_independent", time_independent},
    {"topograph", topograph},
    {"topology_spec", topology_spec},
    {"trace", trace},
    {"workload", workload},
};

}  // namespace

std::span<const Target> targets() { return kTargets; }

const Target& target_named(std::string_view name) {
  for (const Target& target : kTargets) {
    if (name == target.name) return target;
  }
  fmt::print(stderr, "no fuzz target '{}'\n", name);
  std::exit(2);
}

void require(bool holds, const char* promise) {
  if (holds) return;
  fmt::print(stderr, "fuzz: broken promise: {}\n", promise);
  std::abort();
}

void run(const Target& target, std::string_view input) {
  try {
    target.run(input);
  } catch (const InputError& error) {
    require(*error.what() != '\0', "an error says what is wrong");
  } catch (const std::exception& error) {
    fmt::print(stderr, "fuzz: {}\n", error.what());
    require(false, "bad input is an InputError");
  }
}

}  // namespace topomorph::fuzz
