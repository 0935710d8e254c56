// Tests that MPI libraries are told apart by their sonames.
#include "runtime/loading/mpi_library.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "runtime/loading/dynamic_symbols.h"

namespace topomorph::loading {
namespace {

TEST(MpiLibrary, OfMpichsFamilyHasTheNumberThatItHasAgreedOn) {
  for (const char* soname : {"libmpi.so.12", "libmpich.so.12", "libmpi.so.12.1.9", "libmpi_cray.so.12",
                             "libmpi_gnu_123.so.12", "libmpi_ilp64.so.12"})
    EXPECT_EQ(kind_of_soname(soname), Kind::Mpich) << soname;
}

TEST(MpiLibrary, OfOpenMpiHasAnyOther) {
  for (const char* soname : {"libmpi.so.40", "libmpi.so.20", "libmpi.so.41"})
    EXPECT_EQ(kind_of_soname(soname), Kind::OpenMpi) << soname;
}

TEST(MpiLibrary, OfTheStandardSaysSo) {
  EXPECT_EQ(kind_of_soname("libmpi_abi.so.1"), Kind::Abi);
  EXPECT_EQ(kind_of_soname("libmpi_abi.so.0"), Kind::Abi);
}

TEST(MpiLibrary, IsNotWhatHelpsOne) {
  for (const char* soname : {"libmpi_mpifh.so.40", "libmpi_usempif08.so.40", "libmpi_cxx.so.40", "libmpifort.so.12",
                             "libmpicxx.so.12", "libmpichfort.so.12", "libmpiP.so", "libmp.so.12", "", "libc.so.6"})
    EXPECT_EQ(kind_of_soname(soname), Kind::None) << soname;
}

TEST(MpiLibrary, IsAskedForItsSonameNotForItsFile) {
  const link_map* const libc = library_of(dlsym(RTLD_DEFAULT, "puts"));
  ASSERT_NE(libc, nullptr);
  EXPECT_EQ(soname_of(*libc), "libc.so.6");
}

TEST(MpiLibrary, IsNotLoadedByTheSearch) { EXPECT_EQ(next_mpi_library(nullptr).kind, Kind::None); }

}  // namespace
}  // namespace topomorph::loading
