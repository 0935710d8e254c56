// Asks for a plan from what was measured so far, makes the communicator, and attaches the virtual topology of the old
// one.
#include "reorder/reorder_communicator.h"

#include "core/settings/settings.h"
#include "monitoring/monitor.h"
#include "reorder/agreement/wanted_mode.h"
#include "reorder/apply.h"
#include "reorder/job.h"
#include "reorder/job_start.h"
#include "reorder/neighbour_lists.h"
#include "reorder/plan.h"
#include "reorder/process_record.h"
#include "reorder/steps/collective_error.h"
#include "reorder/steps/collective_step.h"
#include "reorder/steps/own_comm.h"
#include "reorder/steps/this_process.h"
#include "runtime/mpi/call_state.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"
#include "runtime/process/environment.h"
#include "runtime/process/message.h"

namespace topomorph::reorder {
namespace {

/// Makes a communicator in the order of `comm`. Not by Comm_dup: attributes are not copied, as in a new order.
int same_order(MPI_Comm comm, MPI_Comm* copy) { return split_for_application(comm, runtime::rank_in(comm), copy); }

bool has_traffic(const wire::Buffer& record) {
  wire::FrameReader reader(record);
  while (const auto frame = reader.next()) {
    const bool is_traffic = frame->type == wire::FrameType::Traffic || frame->type == wire::FrameType::GroupTraffic;
    if (is_traffic && !frame->payload.empty()) return true;
  }
  return false;
}

/// Returns what this process has counted. Throws CollectiveError on all processes if none has counted anything, in a
/// mode that does not count by itself: a plan would say that no order is better.
wire::Buffer counted(const OwnComm& own) {
  wire::Buffer record;
  const std::size_t any = collective_maximum(own, [&] {
    record = counts_record(job().identity);
    return std::size_t{has_traffic(record) || counts() ? 1U : 0U};
  });
  if (any != 0) return record;
  process::FixedString line("nothing was counted for tm_reorder in mode ");
  throw CollectiveError(line << wanted_mode());
}

MPI_Comm better_order(MPI_Comm comm) {
  const double started = real::Wtime();
  const OwnComm own = OwnComm::duplicate_of(comm);
  if (!own.valid() || own.size() == 1) {
    return handles::comm_null();
  }
  Plan plan;
  try {
    const wire::Buffer record = counted(own);
    plan = ask_for_plan(own, {"", record, visible_world_rank()});
  } catch (const CollectiveError& reason) {
    plan = kept_because(reason.why());
  }
  return carry_out(own, plan, started);
}

int* data_of(std::vector<int>& numbers) { return numbers.empty() ? nullptr : numbers.data(); }

/// Everything that needs memory, read before anything is made: all processes must know of a lack of memory by then.
struct Attached {
  std::vector<int> first, second, third;  ///< arguments of the MPI function that makes the topology, in their order
  NeighbourLists lists;
};

void read_grid(MPI_Comm old, Attached& grid) {
  int dimensions = 0;
  real::Cartdim_get(old, &dimensions);
  for (std::vector<int>* const array : {&grid.first, &grid.second, &grid.third}) {
    array->resize(static_cast<std::size_t>(dimensions));
  }
  real::Cart_get(old, dimensions, data_of(grid.first), data_of(grid.second), data_of(grid.third));
}

void read_graph(MPI_Comm old, Attached& graph) {
  int nodes = 0, edges = 0;
  real::Graphdims_get(old, &nodes, &edges);
  graph.first.resize(static_cast<std::size_t>(nodes));
  graph.second.resize(static_cast<std::size_t>(edges) + 1);
  real::Graph_get(old, nodes, edges, graph.first.data(), graph.second.data());
}

void read_neighbours(MPI_Comm old, Attached& graph) {
  int in = 0, out = 0, weighted = 0;
  real::Dist_graph_neighbors_count(old, &in, &out, &weighted);
  std::vector<int> sources(static_cast<std::size_t>(in) + 1), destinations(static_cast<std::size_t>(out) + 1);
  std::vector<int> source_weights(sources), destination_weights(destinations);
  int* const to_sources = weighted != 0 ? source_weights.data() : handles::unweighted();
  int* const to_destinations = weighted != 0 ? destination_weights.data() : handles::unweighted();
  real::Dist_graph_neighbors(old, in, sources.data(), to_sources, out, destinations.data(), to_destinations);
  graph.lists = {Neighbours::copy_of(in, sources.data(), to_sources),
                 Neighbours::copy_of(out, destinations.data(), to_destinations)};
}

void read_attached(MPI_Comm old, int kind, Attached& attached) {
  if (kind == MPI_CART) {
    read_grid(old, attached);
  } else if (kind == MPI_GRAPH) {
    read_graph(old, attached);
  } else {
    read_neighbours(old, attached);
  }
}

MPI_Comm make_distributed_graph(const NeighbourLists& lists, MPI_Comm reordered) {
  MPI_Comm made = handles::comm_null();
  real::Dist_graph_create_adjacent(reordered, lists.sources.degree(), lists.sources.ranks.data(),
                                   lists.sources.weight_argument(), lists.destinations.degree(),
                                   lists.destinations.ranks.data(), lists.destinations.weight_argument(),
                                   handles::info_null(), 0, &made);
  return made;
}

MPI_Comm make_attached(MPI_Comm old, int kind, Attached& attached, MPI_Comm reordered) {
  MPI_Comm made = handles::comm_null();
  if (kind == MPI_CART) {
    real::Cart_create(reordered, static_cast<int>(attached.first.size()), data_of(attached.first),
                      data_of(attached.second), 0, &made);
    return made;
  }
  if (kind == MPI_GRAPH) {
    real::Graph_create(reordered, static_cast<int>(attached.first.size()), attached.first.data(),
                       attached.second.data(), 0, &made);
    return made;
  }
  return make_distributed_graph(moved_to_new_ranks(attached.lists, runtime::rank_in(old), reordered), reordered);
}

/// Returns the null communicator on all processes if one of them has failed.
MPI_Comm with_topology(MPI_Comm old, int kind, const OwnComm& own, MPI_Comm reordered) {
  Attached attached;
  run_collectively(own, [&] { read_attached(old, kind, attached); });
  MPI_Comm made = make_attached(old, kind, attached, reordered);
  if (agree(own, made != handles::comm_null())) {
    return made;
  }
  if (made != handles::comm_null()) {
    real::Comm_free(&made);
  }
  throw CollectiveError("MPI refused it");
}

/// Gives `*reordered`, a communicator of the processes of `old`, the virtual topology of `old`: the process with rank r
/// in it has the place and the neighbours of rank r in `old`. Replaces the communicator by one with the topology.
/// Without a topology, or if MPI fails (which a line says), the communicator stays as it is. Collective.
void inherit_topology(MPI_Comm old, MPI_Comm* reordered) {
  int kind = MPI_UNDEFINED;
  real::Topo_test(old, &kind);
  if (kind != MPI_CART && kind != MPI_GRAPH && kind != MPI_DIST_GRAPH) {
    return;
  }
  real::Comm_set_errhandler(*reordered, handles::errors_return());
  const OwnComm own = OwnComm::duplicate_of(*reordered);
  if (!own.valid()) {
    return;
  }
  try {
    MPI_Comm made = with_topology(old, kind, own, *reordered);
    real::Comm_free(reordered);
    *reordered = made;
  } catch (const CollectiveError& reason) {
    if (own.rank() == 0) {
      process::say(process::FixedString("the virtual topology could not be attached to the reordered communicator: ")
                   << reason.why());
    }
  }
}

}  // namespace

int reorder_communicator(MPI_Comm comm, MPI_Comm* reordered) noexcept {
  const monitoring::PauseCounting paused;
  *reordered = handles::comm_null();
  harmlessly([&] { *reordered = better_order(comm); });
  if (*reordered == handles::comm_null()) {
    const int error = same_order(comm, reordered);
    if (error != MPI_SUCCESS) {
      return error;
    }
  }
  harmlessly([&] { inherit_topology(comm, reordered); });
  runtime::copy_error_handler(comm, *reordered);
  return MPI_SUCCESS;
}

}  // namespace topomorph::reorder
