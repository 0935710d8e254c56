// The fuzz targets: functions that are given any bytes at all.
#pragma once

#include <span>
#include <string_view>

#include "core/trace/trace.h"

namespace topomorph::fuzz {

/// Reads the bytes as its reader would. Throws InputError where they are bad; everything else that goes wrong (another
/// exception, a broken promise, a crash, too much time or memory) is a finding.
using Run = void (*)(std::string_view input);

struct Target {
  const char* name;  ///< also of the folder of its corpus, and of its dictionary
  Run run;
};

std::span<const Target> targets();

/// Runs the target on an input; ends the program with a message on anything but success and a well-formed InputError.
void run(const Target& target, std::string_view input);

/// The target of this name; ends the program if there is none.
const Target& target_named(std::string_view name);

// affinities.cpp: each reads, writes what it has read, and reads that again
void matrix_market(std::string_view input);
void metis(std::string_view input);
void scotch(std::string_view input);
void dense_text(std::string_view input);
void csv(std::string_view input);
void coordinates(std::string_view input);

// architectures.cpp
void architecture(std::string_view input);
void hostfile(std::string_view input);

// command_line.cpp
void command_line(std::string_view input);
void environment(std::string_view input);
void pins(std::string_view input);
void slot_list(std::string_view input);
void slot_numbers(std::string_view input);

// fabrics.cpp
void ibnetdiscover(std::string_view input);
void ibroute(std::string_view input);
void netloc_nodes(std::string_view input);
void opareport(std::string_view input);
void resources(std::string_view input);

// job_records.cpp
void job_records(std::string_view input);

// layouts.cpp
void process_layout(std::string_view input);

// mappings.cpp
void mapping(std::string_view input);
void permutation(std::string_view input);

// measured.cpp
void measured(std::string_view input);

// programs.cpp: what topomorph doctor is shown
void executable(std::string_view input);
void loader_list(std::string_view input);

// qaplib.cpp
void qaplib(std::string_view input);

// records.cpp: what processes of a job send each other
void frames(std::string_view input);
void plan_request(std::string_view input);
void profile(std::string_view input);
void record(std::string_view input);
void recovery(std::string_view input);

// schemas.cpp
void profile_schema(std::string_view input);

// slurm.cpp: and topograph's graph, which makes the same trees
void host_list(std::string_view input);
void slurm_addresses(std::string_view input);
void slurm_conf(std::string_view input);
void slurm_site(std::string_view input);
void slurm_yaml(std::string_view input);
void topograph(std::string_view input);

// topologies.cpp
void cartesian_spec(std::string_view input);
void cpu_lists(std::string_view input);
void hierarchy(std::string_view input);
void hwloc_difference(std::string_view input);
void hwloc_xml(std::string_view input);
void level_costs(std::string_view input);
void parallel_spec(std::string_view input);
void link_graph(std::string_view input);
void places(std::string_view input);
void topology_spec(std::string_view input);

// stores.cpp
void store(std::string_view input);

// archives.cpp
void otf2(std::string_view input);

// traces.cpp
/// Sums and replays a recorded trace of few processes.
void check_recording(const trace::Trace& trace);
void time_independent(std::string_view input);
void trace(std::string_view input);
void paraver(std::string_view input);
void ipm(std::string_view input);

// workloads.cpp
void workload(std::string_view input);

}  // namespace topomorph::fuzz
