// Files of mappings.
#include "core/formats/role_files.h"

#include "tests/core/testing.h"

namespace topomorph::formats {

namespace {

TEST(MappingFile, GivesBackWhatWasWritten) {
  const testing::TemporaryFolder folder;
  const Mapping mapping = {3, 0, 18446744073709551615U, 7};
  write_mapping(mapping, folder.file("m"));
  EXPECT_EQ(testing::read_file(folder.file("m")), "3\n0\n18446744073709551615\n7\n");
  EXPECT_EQ(read_mapping(folder.file("m")), mapping);
}

TEST(MappingFile, SaysWhatIsWrong) {
  const testing::TemporaryFolder folder;
  EXPECT_INPUT_ERROR(read_mapping(folder.file("absent")), "cannot be read");
  EXPECT_INPUT_ERROR(read_mapping(folder.write("m", "")), "holds no slot numbers");
  EXPECT_INPUT_ERROR(read_mapping(folder.write("m", "1\nx\n")), "m:2: found \"x\", expected one slot number");
  EXPECT_INPUT_ERROR(read_mapping(folder.write("m", "1 2\n")), "m:1: found \"1 2\"");
  EXPECT_INPUT_ERROR(read_mapping(folder.write("m", "-1\n")), "m:1: found \"-1\"");
}

using ::testing::ElementsAre;

Coordinates read(const std::string& text, std::uint64_t roles) {
  const testing::TemporaryFolder folder;
  return read_coordinates(folder.write("points", text), roles);
}

const Coordinates kTwoPoints = {{1, 3}, {2, -4}};

TEST(Coordinates, ALineARole) { EXPECT_EQ(read("1 2\n3 -4\n", 2), kTwoPoints); }

TEST(Coordinates, ColumnsOfAMatrixMarketArray) {
  EXPECT_EQ(read("%%MatrixMarket matrix array real general\n2 2\n1\n3\n2\n-4\n", 2), kTwoPoints);
}

TEST(Coordinates, BlankLinesAndCommentsAreSkippedAlsoAtTheStart) {
  for (const char* start : {"  \n", "\t# comment\n", "% comment\n", "\n\n# 5 6\n"}) {
    EXPECT_EQ(read(std::string(start) + "1 2\n \n#\n3 -4\n\n", 2), kTwoPoints) << start;
  }
}

/// The extent of denormal numbers has no finite inverse.
TEST(Coordinates, WhatIsNearestTo0Is0) {
  EXPECT_THAT(read("4e-310\n-1e-201\n1e-199\n", 3), ElementsAre(ElementsAre(0, 0, 1e-199)));
}

TEST(Coordinates, AFileWithoutAnyIsRefused) {
  for (const char* nothing : {"", "  \n", "# only a comment\n"}) {
    EXPECT_INPUT_ERROR(read(nothing, 1), "found coordinates of 0 roles, expected 1") << nothing;
  }
}

}  // namespace

}  // namespace topomorph::formats
