// Answers the questions of implementation.h for Open MPI: its handles, its version, its environment before MPI_Init.
#include "runtime/mpi/implementation.h"

#include <atomic>
#include <cstdlib>

#include "runtime/mpi/communicators.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/open_mpi/message_reports.h"
#include "runtime/mpi/open_mpi/monitoring_components.h"
#include "runtime/mpi/open_mpi/version.h"
#include "runtime/mpi/real_mpi.h"
#include "runtime/mpi/resolve.h"

namespace topomorph::handles {
namespace {

constexpr const char* kSymbols[] = {
#define TOPOMORPH_HANDLE(name, type, constant, symbol) symbol,
#include "runtime/mpi/handles.def"
#undef TOPOMORPH_HANDLE
};

}  // namespace

constinit std::atomic<void*> detail::data[static_cast<std::size_t>(Id::kCount)]{};

void* detail::look_up(Id id) {
  void* address = runtime::find_datum(kSymbols[static_cast<std::size_t>(id)]);
  data[static_cast<std::size_t>(id)].store(address, std::memory_order_relaxed);
  return address;
}

}  // namespace topomorph::handles

namespace topomorph::runtime {
namespace {

constexpr const char* kTopologies = "OMPI_MCA_topo";
bool treematch_is_excluded = false;

/// Excludes Open MPI's treematch component, unless the user has chosen the components. Even with reorder=0, as this
/// plugin passes it, the component sometimes hangs in MPI_Dist_graph_create[_adjacent] (4.1.4; MPICH's test
/// topo/distgraph1 in 9 of 24 runs without the plugin).
void exclude_treematch() {
  treematch_is_excluded = std::getenv(kTopologies) == nullptr && setenv(kTopologies, "^treematch", 0) == 0;
}

/// Makes Open MPI read the variable: it does so when a process makes its first virtual topology, and never again.
/// Takes 0.3 ms.
void make_first_topology() {
  const ErrorsReturnScope scope(handles::comm_self());
  MPI_Comm self = handles::comm_null(), line = handles::comm_null();
  const int extent = 1, periodic = 0;
  MPI_Group alone{};
  real::Comm_group(handles::comm_self(), &alone);
  // Not Comm_split, which makes a nonblocking collective: all waiting would then ask for the progress of those.
  const int error = real::Comm_create_group(handles::comm_self(), alone, 0, &self);
  real::Group_free(&alone);
  if (error != MPI_SUCCESS) return;
  if (real::Cart_create(self, 1, &extent, &periodic, 0, &line) == MPI_SUCCESS) real::Comm_free(&line);
  real::Comm_free(&self);
}

bool version_is(bool (*one_of)(const char* version)) {
  char version[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  return real::Get_library_version(version, &length) == MPI_SUCCESS && one_of(version);
}

}  // namespace

bool internals_are_known() {
  enum Answer : int { NotAsked, Known, Unknown };
  static constinit std::atomic<int> answer{NotAsked};
  int known = answer.load(std::memory_order_relaxed);
  if (known == NotAsked) {
    known = version_is(open_mpi::internals_are_known_of) ? Known : Unknown;
    answer.store(known, std::memory_order_relaxed);
  }
  return known == Known;
}

void before_init(bool counting) {
  if (internals_are_known()) {
    open_mpi::note_who_monitors();
    if (counting && version_is(open_mpi::may_report)) open_mpi::ask_for_reports();
  }
  exclude_treematch();
}

void after_init() {
  if (!treematch_is_excluded) return;
  make_first_topology();
  unsetenv(kTopologies);
}

bool knows_hosts() { return true; }

bool speaks_pmi() { return false; }

}  // namespace topomorph::runtime
