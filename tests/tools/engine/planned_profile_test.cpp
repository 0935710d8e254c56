// Profiles are continued from cases of the same program, build and arguments.
#include "tools/engine/planned_profile.h"

#include "core/formats/profile/affinity_profile.h"
#include "core/model/cartesian_pattern.h"
#include "tests/core/testing.h"

namespace topomorph::engine {
namespace {

TEST(ContinuedProfiles, AreOfTheSameBuildAndArguments) {
  const testing::TemporaryFolder folder;
  const store::Store store(folder.file("state"));
  store.prepare();
  const store::Case known{"/home/me/app", "build 12", "-n 5", 16};
  formats::write_affinity_profile(parse_cart_affinity("cart:4x4"), {},
                                  store::Entry::profile_in(store.make(known).path()));
  const auto continued = [&](const std::string& identity, const std::string& arguments) {
    const store::Case what{known.program, identity, arguments, 64};
    store.make(what);
    return continued_profile(store, what).path;
  };
  EXPECT_TRUE(std::filesystem::exists(continued("build 12", "-n 5")));
  EXPECT_EQ(continued("build 13", "-n 5"), "");
  EXPECT_EQ(continued("build 12", "-n 6"), "");
}

/// In a shared store another member can put a link to a profile in place of one, whose text the new one would tell.
TEST(ContinuedProfiles, AreNotReadOverLinks) {
  const testing::TemporaryFolder folder;
  const store::Store store(folder.file("state"));
  store.prepare();
  const store::Case known{"/home/me/app", "build 12", "", 16}, what{known.program, known.identity, "", 64};
  formats::write_affinity_profile(parse_cart_affinity("cart:4x4"), {}, folder.file("private.tmprof"));
  std::filesystem::create_symlink(folder.file("private.tmprof"), store::Entry::profile_in(store.make(known).path()));
  store.make(what);
  EXPECT_EQ(continued_profile(store, what).path, "");
}

}  // namespace
}  // namespace topomorph::engine
