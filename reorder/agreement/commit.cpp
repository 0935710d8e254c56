// Stands in front of PMIx_Commit, by which the MPI library shows the others in MPI_Init what this process has put: the
// card of this process goes with it.
//
// What is put before MPI_Init's own fence is there for everybody behind it, without a fence of ours, which would pair
// with that of a process without the library. The price is one exported name; outside of our MPI_Init it only forwards.
#include "reorder/agreement/agreement.h"
#include "reorder/agreement/pmix.h"

extern "C" [[gnu::visibility("default")]] int PMIx_Commit() {
  using namespace topomorph::reorder;
  return agreement::commit(__builtin_return_address(0));
}
