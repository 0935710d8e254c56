// Names of MPI libraries.
#include "core/base/library_name.h"

#include <gtest/gtest.h>

namespace topomorph {
namespace {

TEST(LibraryName, IsFamilyAndVersion) {
  EXPECT_EQ(short_library_name("Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4"), "Open MPI 4.1.4");
  EXPECT_EQ(short_library_name("Open MPI v6.0.0rc2"), "Open MPI 6.0.0rc2");
  EXPECT_EQ(short_library_name("MPICH Version:      4.0.2\nMPICH Release date: ..."), "MPICH 4.0.2");
}

TEST(LibraryName, OfOthersIsTheFirstLine) {
  EXPECT_EQ(short_library_name("Intel(R) MPI Library 2021.9 for Linux* OS\nmore"),
            "Intel(R) MPI Library 2021.9 for Linux* OS");
  EXPECT_EQ(short_library_name("MPICH"), "MPICH");
  EXPECT_EQ(short_library_name(""), "");
}

}  // namespace
}  // namespace topomorph
