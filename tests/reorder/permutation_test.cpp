// Tests of permutations that the user names: by word, and by files with every possible mistake.
#include "reorder/permutation.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "core/base/error.h"

namespace topomorph::reorder {
namespace {

using Ranks = std::vector<std::uint64_t>;

TEST(NamedPermutation, IdentityAndReverse) {
  EXPECT_EQ(named_permutation("identity", 3), (Ranks{0, 1, 2}));
  EXPECT_EQ(named_permutation("reverse", 3), (Ranks{2, 1, 0}));
  EXPECT_EQ(named_permutation("reverse", 1), (Ranks{0}));
}

TEST(NamedPermutation, RandomIsAPermutationThatTheSeedFixes) {
  const Ranks order = named_permutation("random:7", 1000);
  Ranks sorted = order;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted, named_permutation("identity", 1000));
  EXPECT_EQ(order, named_permutation("random:7", 1000));
  EXPECT_NE(order, named_permutation("random:8", 1000));
  EXPECT_NE(order, sorted);
}

TEST(NamedPermutation, RandomIsTheSameOnEveryMachine) {
  EXPECT_EQ(named_permutation("random:1", 8), (Ranks{4, 6, 3, 5, 1, 7, 2, 0}));
}

class PermutationFile : public testing::Test {
 protected:
  PermutationFile()
      : path_(std::filesystem::temp_directory_path() / ("permutation_test." + std::to_string(getpid()))) {}
  ~PermutationFile() override { std::filesystem::remove(path_); }

  /// Returns the message without the file's name; the number of ranks if there is no error.
  std::string error_for(const std::string& text, std::uint64_t ranks) {
    std::ofstream(path_) << text;
    try {
      named_permutation("file:" + path_.string(), ranks);
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_TRUE(message.starts_with(path_.string())) << message;
      return message.substr(path_.string().size());
    }
    return "";
  }

  std::filesystem::path path_;
};

TEST_F(PermutationFile, LineIsTheProcessNumberIsTheRank) {
  std::ofstream(path_) << "2\n0\n1\n";
  EXPECT_EQ(named_permutation("file:" + path_.string(), 3), (Ranks{2, 0, 1}));
}

TEST_F(PermutationFile, MistakesAreNamedWithTheirLine) {
  EXPECT_EQ(error_for("0\n1\n0\n", 3), ":3: rank 0 is already in line 1");
  EXPECT_EQ(error_for("0\n3\n1\n", 3), ":2: rank 3: this job has ranks 0 to 2");
  EXPECT_EQ(error_for("0\nx\n1\n", 3), ":2: 'x': expected one whole number");
  EXPECT_EQ(error_for("0\n1 2\n", 3), ":2: '1 2': expected one whole number");
  EXPECT_EQ(error_for("0\n-1\n2\n", 3), ":2: '-1': expected one whole number");
  EXPECT_EQ(error_for("0\n1\n", 3), ": has 2 lines, this job has 3 ranks");
  EXPECT_EQ(error_for("0\n1\n2\n3\n", 3), ":4: more lines than the 3 ranks of this job");
  EXPECT_EQ(error_for("", 3), ": has 0 lines, this job has 3 ranks");
}

TEST_F(PermutationFile, AFileThatIsNotThere) {
  EXPECT_THROW(named_permutation("file:" + path_.string(), 3), InputError);
}

TEST(NamedPermutation, OtherNamesAreRefused) {
  for (const char* name : {"", "revers", "random", "random:", "random:x", "file", "file:", "reverse:1"}) {
    EXPECT_THROW(named_permutation(name, 4), InputError) << name;
  }
}

}  // namespace
}  // namespace topomorph::reorder
