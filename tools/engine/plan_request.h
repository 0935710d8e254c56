// A request for a plan, as read from its frames.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/formats/profile/group_rows.h"
#include "core/formats/profile/profile_file.h"
#include "core/model/cartesian_pattern.h"
#include "core/planning/job_slots.h"
#include "core/topology/hosts/placement.h"
#include "core/trace/trace.h"
#include "tools/engine/verbs.h"

namespace topomorph::engine {

/// The traffic of groups in the records.
class RequestedGroups {
 public:
  void name(const std::vector<std::string>& lines);  ///< sets the groups of the process whose record follows
  void add(const wire::GroupTrafficRecord& row);
  std::vector<GroupTraffic> take() { return sums_.take(); }

 private:
  formats::GroupSums sums_{kMaxRoles, kMaxRoles};
  std::map<std::string, std::uint64_t> numbers_;
  std::vector<std::uint64_t> of_process_;
};

struct PlanRequest {
  std::vector<ProcessLocation> locations;  ///< of each process, by rank in the communicator
  std::vector<std::uint64_t> members;    ///< MPI_COMM_WORLD rank of each process; empty: the communicator is the world
  std::vector<Traffic> traffic;          ///< between ranks of MPI_COMM_WORLD
  RequestedGroups groups;                ///< of ranks of MPI_COMM_WORLD
  std::optional<CartesianPattern> grid;  ///< replaces the traffic: its cells are the first ranks
  std::vector<std::uint64_t> slots;      ///< of each process on the given topology; empty: process p is on slot p
  std::vector<bool> uses_gpu;            ///< of each process: whether it uses a GPU of its host
};

/// Reads up to End. Throws InputError for a frame that is not part of a request and for a stream without End.
PlanRequest read_plan_request(wire::FrameStream& in);

struct RequestedAffinity {
  Affinity affinity;
  std::string continued;  ///< "profile of 16 ranks continued to 64 as grid 8x8", now or earlier; empty: measured
};

/// Returns the affinity between the ranks of the communicator: that of the profile, else of the request's grid, else of
/// its traffic. Traffic with other processes is left out. Only a grid can have fewer roles than processes. Continues a
/// profile of another number of ranks (core/extrapolation). Throws InputError, also with the reason why such a profile
/// cannot be continued.
RequestedAffinity requested_affinity(PlanRequest& request, const formats::ProfileFile& profile);

/// Returns the trace in the profile. Returns nothing if there is none, if it is damaged or too large to be replayed
/// while a job starts, if the communicator is not the world, whose ranks the trace has, or if the job has another
/// number of ranks. Throws InputError for a file that is no profile.
std::optional<trace::Trace> requested_trace(const PlanRequest& request, const formats::ProfileFile& profile);

/// Returns the slots of the request's processes on the topology of the options; `between_hosts` as in TopologyRequest.
/// Throws InputError.
planning::JobSlots job_slots(const PlanRequest& request, const PlanOptions& options, std::uint64_t between_hosts = 16);

/// Returns a text that is the same for jobs whose processes are equally far from each other: nodes are numbered in the
/// order in which processes meet them.
std::string shape_of_places(const planning::JobSlots& job);

}  // namespace topomorph::engine
