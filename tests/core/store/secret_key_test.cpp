// Digests in place of arguments, and the key without which nobody can try out likely ones.
#include "core/store/secret_key.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/store/case.h"
#include "tests/core/testing.h"
#include "tests/temporary_folder.h"

namespace topomorph::store {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

class LeftOutArguments : public ::testing::Test {
 protected:
  std::string store() const { return folder_.path().string(); }
  fs::path file() const { return fs::path(store()) / ("arguments-" + std::to_string(geteuid()) + ".key"); }
  std::string complaint() const {
    try {
      argument_key(store());
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  }

 private:
  tests::TemporaryFolder folder_;
};

TEST_F(LeftOutArguments, TellCasesApartAndNothingElse) {
  const SipKey key = argument_key(store());
  const std::string one = left_out("--password=hunter2", key), other = left_out("--password=hunter3", key);
  EXPECT_NE(one, other);
  EXPECT_EQ(one, left_out("--password=hunter2", argument_key(store())));
  EXPECT_THAT(one, ::testing::MatchesRegex(R"(\(arguments left out, [0-9a-f]{16}\))"));
  EXPECT_TRUE(are_left_out(one));
  EXPECT_EQ(left_out("", key), "");
  EXPECT_FALSE(are_left_out(""));
}

TEST_F(LeftOutArguments, AreOthersWithTheKeyOfAnotherStore) {
  const tests::TemporaryFolder elsewhere;
  EXPECT_NE(left_out("-x", argument_key(store())), left_out("-x", argument_key(elsewhere.path().string())));
}

TEST_F(LeftOutArguments, NoArgumentsLookLikeThem) {
  const std::string one = left_out("-x", argument_key(store()));
  EXPECT_FALSE(are_left_out(arguments_that_count(std::vector<std::string>{one}, {})));
}

TEST_F(LeftOutArguments, TheKeyIsTheUsersAlone) {
  const mode_t mask = umask(0);
  argument_key(store());
  umask(mask);
  struct stat status {};
  ASSERT_EQ(stat(file().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0600U);
  EXPECT_EQ(std::distance(fs::directory_iterator(store()), fs::directory_iterator()), 1) << "nothing unfinished stays";
}

TEST_F(LeftOutArguments, AKeyThatOthersMayReadIsRefused) {
  argument_key(store());
  fs::permissions(file(), fs::perms(0640));
  EXPECT_THAT(complaint(), HasSubstr("has mode 0640, expected 0600: others would know the key"));
}

TEST_F(LeftOutArguments, LinksAndWhatIsNoKeyAreRefused) {
  std::ofstream(store() + "/elsewhere") << std::string(32, '0') << "\n";
  fs::create_symlink(store() + "/elsewhere", file());
  EXPECT_THAT(complaint(), HasSubstr("is no regular file"));
  fs::remove(file());
  ASSERT_EQ(mkfifo(file().c_str(), 0600), 0);
  EXPECT_THAT(complaint(), HasSubstr("is no regular file"));
  fs::remove(file());
  std::ofstream(file()) << "0123\n";
  fs::permissions(file(), fs::perms(0600));
  EXPECT_THAT(complaint(), HasSubstr("found a key of 4 bytes, expected 16 or more"));
}

/// In a store that a group shares another member can give the name to a file that this user has not finished.
TEST_F(LeftOutArguments, AnotherFileOfTheUserIsNoKey) {
  for (const std::string& line : {std::string("SQLite format 3"), std::string(63, 'a'), std::string(64, 'g')}) {
    std::ofstream(file()) << line << std::string(20, '.') << "\n";
    fs::permissions(file(), fs::perms(0600));
    EXPECT_THAT(complaint(), HasSubstr("is no key that topomorph has made: remove it")) << line;
  }
}

TEST_F(LeftOutArguments, AStoreThatIsNotThereIsToldOf) { EXPECT_THROW(argument_key(store() + "/absent"), InputError); }

}  // namespace
}  // namespace topomorph::store
