// Recordings that are not read are refused by the name of their format.
#include "core/recordings/other_formats.h"

#include "tests/core/testing.h"

namespace topomorph::recordings {
namespace {

TEST(OtherFormats, AreRefusedByName) {
  EXPECT_INPUT_ERROR(refuse_other_formats("runs/app.prv.gz"), "runs/app.prv.gz: is a compressed file (gunzip");
  EXPECT_INPUT_ERROR(refuse_other_formats("app.4.1234.1.mpiP"), "mpiP, which has no pairs of ranks");
  EXPECT_INPUT_ERROR(refuse_other_formats("a/dumpi-2013.07.22-0000.bin"), "SST DUMPI");
  EXPECT_INPUT_ERROR(refuse_other_formats("scorep/profile.cubex"), "SCOREP_ENABLE_TRACING=true");
}

TEST(OtherFormats, OthersPass) {
  for (const char* path :
       {"app.mtx", "data.bin", "a.prv.gz/app.mtx", "app.prv", "a.ipm.xml", "otf", "traces.otf2", "cart:4x4", ""})
    EXPECT_NO_THROW(refuse_other_formats(path)) << path;
}

}  // namespace
}  // namespace topomorph::recordings
