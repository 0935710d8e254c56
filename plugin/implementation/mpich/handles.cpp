// Looks up the few data of MPICH that are constants elsewhere.
#include "plugin/interception/handles.h"

#include "plugin/implementation/implementation.h"
#include "plugin/interception/resolve.h"

namespace topomorph::handles {
namespace {

int* constant(const char* symbol) {
  void* const address = resolve::find_datum(symbol);
  return address == nullptr ? nullptr : *static_cast<int**>(address);
}

}  // namespace

int* unweighted() {
  static int* const mark = constant("MPI_UNWEIGHTED");
  return mark;
}

int* weights_empty() {
  static int* const mark = constant("MPI_WEIGHTS_EMPTY");
  return mark;
}

}  // namespace topomorph::handles

namespace topomorph::implementation {

/// Its numbers are those of all that keep to MPICH's binary interface, under whatever name.
bool is_loaded() {
  return resolve::find_datum("MPI_UNWEIGHTED") != nullptr && resolve::find_datum("ompi_mpi_comm_world") == nullptr;
}

}  // namespace topomorph::implementation
