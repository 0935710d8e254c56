// Files of mappings.
#include "core/formats/mapping_file.h"

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

}  // namespace
}  // namespace topomorph::formats
