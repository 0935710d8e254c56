// A request for a plan, read from its frames.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/formats/profile/group_sums.h"
#include "core/model/cartesian_pattern.h"
#include "core/planning/job_slots.h"
#include "core/topology/placement.h"
#include "tools/engine/verbs.h"

namespace topomorph::engine {

/// Traffic of groups, as the records have it.
class RequestedGroups {
 public:
  void name(const std::vector<std::string>& lines);  ///< the groups of the process whose record it is
  void add(const wire::GroupTrafficRecord& row);
  std::vector<GroupTraffic> take() { return sums_.take(); }

 private:
  formats::GroupSums sums_{kMaxRoles};
  std::map<std::string, std::uint64_t> numbers_;
  std::vector<std::uint64_t> of_process_;
};

struct PlanRequest {
  std::vector<ProcessLocation> locations;  ///< of each process, in the order of the communicator's ranks
  std::vector<std::uint64_t> members;      ///< MPI_COMM_WORLD rank of each; empty: they are the world
  std::vector<Traffic> traffic;            ///< between ranks of MPI_COMM_WORLD, as the records have it
  RequestedGroups groups;                  ///< likewise
  std::optional<CartesianPattern> grid;    ///< in place of the traffic: its cells are the first ranks
  std::vector<std::uint64_t> slots;        ///< of each process on the topology that the user gave; empty: p on slot p
};

/// Reads up to End. Throws InputError for frames that are no part of a request and for a stream without End.
PlanRequest read_plan_request(wire::FrameStream& in);

/// The affinity to plan with: of the profile, else of the request's grid, else of its traffic, between the
/// communicator's ranks. Traffic with processes outside of it is left out. Fewer roles than processes only for a grid.
/// Throws InputError, also for a profile of another number of ranks.
Affinity requested_affinity(PlanRequest& request, const std::string& profile);

/// The slots of the request's processes, as the options want them; `between_hosts` as in TopologyRequest. Throws
/// InputError.
planning::JobSlots job_slots(const PlanRequest& request, const PlanOptions& options, std::uint64_t between_hosts = 16);

}  // namespace topomorph::engine
