// Tests of what the names of functions and the version tell of an MPI library.
#include "runtime/mpi/contract.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include "runtime/mpi/implementation.h"
#ifdef OPEN_MPI
#include "runtime/mpi/open_mpi/version.h"
#endif

namespace topomorph::runtime {
namespace {

TEST(Contract, UnknownFunctionsMayTakeACommunicator) {
  for (const char* function : {"MPI_Newfunction", "MPI_Comm_attach_thing", "MPIX_Allreduce_init", "MPI_Ineighbor_bcast",
                               "MPIX_Stream_comm_new"}) {
    EXPECT_FALSE(takes_no_communicator(function)) << function;
  }
}

TEST(Contract, FunctionsOfOtherObjectsDoNot) {
  for (const char* function : {"MPI_Type_new", "MPI_Info_new", "MPI_Win_new", "MPI_T_new", "MPI_Session_set_info",
                               "MPI_WTIME_F90", "MPI_COMM_DUP_FN", "MPIX_Query_cuda_support", "ompi_comm_dup",
                               "PMPI_Newfunction", "MPIX_Wait_enqueue", "MPIX_Stream_create"}) {
    EXPECT_TRUE(takes_no_communicator(function)) << function;
  }
}

#ifdef OPEN_MPI
TEST(Contract, InternalsAreThoseOfTheCheckedVersions) {
  using runtime::open_mpi::internals_are_known_of;
  EXPECT_TRUE(internals_are_known_of("Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4"));
  EXPECT_TRUE(internals_are_known_of("Open MPI v5.0.7, package: Debian OpenMPI, ident: 5.0.7"));
  EXPECT_FALSE(internals_are_known_of("Open MPI v4.10.0"));
  EXPECT_TRUE(internals_are_known_of("Open MPI v6.0.0rc2, package: Debian OpenMPI, ident: 6.0.0rc2"));
  EXPECT_FALSE(internals_are_known_of("Open MPI v6.1.0"));
  EXPECT_TRUE(runtime::open_mpi::may_report("Open MPI v5.0.7, package: Debian OpenMPI, ident: 5.0.7"));
  EXPECT_FALSE(runtime::open_mpi::may_report("Open MPI v6.0.0rc2, package: Debian OpenMPI, ident: 6.0.0rc2"));
}
#endif

}  // namespace
}  // namespace topomorph::runtime
