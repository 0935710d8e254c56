// What Open MPI is told before MPI_Init.
#include <cstdlib>

#include "plugin/implementation/implementation.h"
#include "plugin/implementation/open_mpi/monitoring_components.h"
#include "plugin/implementation/open_mpi/reports.h"

namespace topomorph::implementation {
namespace {

/// Keeps Open MPI's treematch component out, unless the user has chosen the components: asked with reorder=0, as it is
/// from here, it hangs now and then in MPI_Dist_graph_create[_adjacent] (4.1.4; MPICH's topo/distgraph1 in 9 of 24 runs
/// without the plugin). It stays in the environment: Open MPI reads it when the first topology is made.
void avoid_treematch() { setenv("OMPI_MCA_topo", "^treematch", 0); }

}  // namespace

void before_init(bool counting) {
  open_mpi::note_who_monitors();
  if (counting) open_mpi::ask_for_reports();
  avoid_treematch();
}

}  // namespace topomorph::implementation
