// Answers the questions of implementation.h for MPICH: it needs no environment and reports no messages.
#include "runtime/mpi/implementation.h"

#include "runtime/mpi/handles.h"
#include "runtime/mpi/resolve.h"

namespace topomorph::handles {
namespace {

int* constant(const char* symbol) {
  void* const address = runtime::find_datum(symbol);
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

namespace topomorph::runtime {

/// The internal functions that this plugin defines serve MPICH's own bindings of other languages and are as old as
/// these bindings.
bool internals_are_known() { return true; }

void before_init(bool) {}

void after_init() {}

bool reads_rank_itself(const void*) { return false; }

bool knows_hosts() { return false; }

bool speaks_pmi() { return true; }

bool reports_messages(const MessageObserver&) { return false; }

}  // namespace topomorph::runtime
