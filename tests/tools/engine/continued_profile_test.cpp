// Profiles are continued from cases of the same program, build and arguments.
#include "tools/engine/continued_profile.h"

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

}  // namespace
}  // namespace topomorph::engine
