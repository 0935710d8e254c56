// What a report is made from: a profile or an affinity, and the places of its ranks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/formats/profile/profile.h"
#include "core/formats/profile/topology_rows.h"
#include "core/model/cartesian_pattern.h"
#include "core/model/given_topology.h"
#include "core/model/process_location.h"
#include "core/planning/gain.h"
#include "core/planning/job_slots.h"
#include "core/trace/trace.h"

namespace topomorph::report {

/// The input of a report: a profile, or an affinity alone.
struct Source {
  std::string file;
  std::optional<formats::Profile> profile;
  std::vector<formats::TrafficSum> sums = {};  ///< the profile's traffic by phase and layer
  Affinity affinity;
  bool knows_messages = true;  ///< the affinity has messages beside bytes
  bool directed = true;        ///< else the file stores each pair once, and half of it counts in each direction
  std::optional<CartesianPattern> grid = {};    ///< if the affinity is that of a grid
  std::optional<trace::Trace> trace = {};       ///< of the job
  std::string no_trace = {};                    ///< a sentence: why the trace of a profile cannot be used
  formats::ProfiledTopologies topologies = {};  ///< the largest of the profile's
  std::string continued = {};                   ///< how the affinity was made of that of fewer ranks, if it was
};

/// The places of the ranks, and the aim of the search there.
struct Place {
  planning::JobSlots job;
  HostTable hosts;  ///< of the job's slots; always with names, which label the axes
  planning::Aim aim;
  std::vector<ProcessLocation> locations = {};  ///< of the ranks, if the profile's own places count
  bool role_0_stays = true;                     ///< as in a job, where role 0 reads stdin
  std::string given;                            ///< the user's SPEC; empty: the places in the profile
  std::vector<std::string> notes = {};
};

}  // namespace topomorph::report
