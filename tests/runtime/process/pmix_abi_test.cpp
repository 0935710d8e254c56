// Compares our declarations of PMIx with the installed pmix.h.
#include "runtime/process/pmix_abi.h"

#include <gtest/gtest.h>
#include <pmix.h>

namespace topomorph::process::pmix {
namespace {

static_assert(sizeof(Process) == sizeof(pmix_proc_t) && offsetof(Process, rank) == offsetof(pmix_proc_t, rank));
static_assert(sizeof(Value) == sizeof(pmix_value_t) && offsetof(Value, data) == offsetof(pmix_value_t, data));
static_assert(sizeof(Info) == sizeof(pmix_info_t) && offsetof(Info, flags) == offsetof(pmix_info_t, flags));
static_assert(offsetof(Info, value) == offsetof(pmix_info_t, value));
static_assert(kAnyRank == PMIX_RANK_WILDCARD && kSuccess == PMIX_SUCCESS && kNotSupported == PMIX_ERR_NOT_SUPPORTED);
static_assert(kBool == PMIX_BOOL && kString == PMIX_STRING && kInt == PMIX_INT && kUint16 == PMIX_UINT16);
static_assert(kUint32 == PMIX_UINT32 && kRank == PMIX_PROC_RANK && kLocal == PMIX_LOCAL && kGlobal == PMIX_GLOBAL);

TEST(PmixAbi, KeysAreThoseOfTheHeader) {
  EXPECT_STREQ(kOptional, PMIX_OPTIONAL);
  EXPECT_STREQ(kImmediate, PMIX_IMMEDIATE);
  EXPECT_STREQ(kRefresh, PMIX_GET_REFRESH_CACHE);
  EXPECT_STREQ(kTimeout, PMIX_TIMEOUT);
  EXPECT_STREQ(kHostName, PMIX_HOSTNAME);
  EXPECT_STREQ(kLocalPeers, PMIX_LOCAL_PEERS);
  EXPECT_STREQ(kLocalRank, PMIX_LOCAL_RANK);
  EXPECT_STREQ(kApplications, PMIX_JOB_NUM_APPS);
}

TEST(PmixAbi, ValuesLieWhereTheHeaderPutsThem) {
  pmix_value_t theirs{};
  theirs.type = PMIX_INT;
  theirs.data.integer = 42;
  const auto* ours = reinterpret_cast<const Value*>(&theirs);
  EXPECT_EQ(ours->type, kInt);
  EXPECT_EQ(ours->data.integer, 42);
}

}  // namespace
}  // namespace topomorph::process::pmix
