// What Open MPI is told before MPI_Init.
#include <cstdlib>

#include "plugin/implementation/implementation.h"
#include "plugin/implementation/open_mpi/monitoring_components.h"
#include "plugin/implementation/open_mpi/reports.h"
#include "plugin/interception/handles.h"
#include "real_mpi.h"
#include "reorder/comm.h"

namespace topomorph::implementation {
namespace {

constexpr const char* kTopologies = "OMPI_MCA_topo";
bool told = false;

/// Keeps Open MPI's treematch component out, unless the user has chosen the components: asked with reorder=0, as it is
/// from here, it hangs now and then in MPI_Dist_graph_create[_adjacent] (4.1.4; MPICH's topo/distgraph1 in 9 of 24 runs
/// without the plugin).
void avoid_treematch() { told = std::getenv(kTopologies) == nullptr && setenv(kTopologies, "^treematch", 0) == 0; }

/// Open MPI reads the variable when a process makes its first topology, and never again: here, of this process alone.
/// Its price is 0.3 ms.
void make_first_topology() {
  const reorder::OwnComm self = reorder::OwnComm::duplicate_of(handles::comm_self());
  MPI_Comm line = handles::comm_null();
  const int extent = 1, periodic = 0;
  if (self.valid() && real::Cart_create(self.get(), 1, &extent, &periodic, 0, &line) == MPI_SUCCESS) {
    real::Comm_free(&line);
  }
}

}  // namespace

void before_init(bool counting) {
  if (internals_are_known()) {
    open_mpi::note_who_monitors();
    if (counting) open_mpi::ask_for_reports();
  }
  avoid_treematch();
}

void after_init() {
  if (!told) return;
  make_first_topology();
  unsetenv(kTopologies);
}

bool speaks_pmi() { return false; }

}  // namespace topomorph::implementation
