// Reports of IPM: one that IPM wrote, and small ones of its earlier and odd forms.
#include "core/recordings/ipm.h"

#include "tests/core/testing.h"

namespace topomorph::recordings {
namespace {

constexpr std::uint64_t kTold = 98304;  // of 100000: IPM rounds down

// IPM 2.0.6 wrote it of tests/reorder/job_program.c on four ranks: each sends ten times to the one two further.
TEST(Ipm, AReportOfIpm) {
  const Affinity affinity = read_ipm(TOPOMORPH_CORPUS "/ipm/exchange_of_four");
  std::vector<Traffic> expected;
  for (Role role = 0; role < 4; ++role) expected.push_back({role, (role + 2) % 4, 10 * kTold, 10});
  EXPECT_EQ(testing::traffic_of(affinity), expected);
  EXPECT_EQ(affinity.roles(), 4u);
}

class SmallIpm : public ::testing::Test {
 protected:
  std::string report(const std::string& calls) const {
    return folder_.write("a.ipm.xml",
                         "<task ipm_version=\"0.982\" mpi_rank=\"1\" mpi_size=\"3\" >\n" + calls +
                             "<task mpi_rank=\"0\" mpi_size=\"3\">\n<task mpi_rank=\"2\" mpi_size=\"3\">\n");
  }

  const testing::TemporaryFolder folder_;
};

TEST_F(SmallIpm, EarlierKeysAreNoMessages) {
  const std::string path = report(
      "<hent key=\"1234\" call=\"MPI_Isend\" bytes=\"8\" orank=\"2\" region=\"0\" count=\"5\" >1 1 1</hent>\n"
      "<hent key=\"1235\" call=\"MPI_Isend\" bytes=\"16\" orank=\"2\" region=\"0\" count=\"1\" >1 1 1</hent>\n"
      "<hent key=\"77\" call=\"MPI_Irecv\" bytes=\"8\" orank=\"0\" region=\"0\" count=\"5\" >1 1 1</hent>\n");
  EXPECT_EQ(testing::traffic_of(read_ipm(path)), (std::vector<Traffic>{{1, 2, 56, 6}}));
}

TEST_F(SmallIpm, TheKeyTellsWhatTheAttributesGetWrong) {
  const std::string nobody =
      "<hent key=\"03C0010000000000000180003FFFFFFF\" call=\"MPI_Send\" bytes=\"98304\" orank=\"0\" ";
  const std::string much =
      "<hent key=\"03C00100000000008000000000000002\" call=\"MPI_Send\" bytes=\"-2147483648\" orank=\"2\" ";
  const std::string path = report(nobody + "count=\"7\">0</hent>\n" + much + "count=\"2\">0</hent>\n");
  EXPECT_EQ(testing::traffic_of(read_ipm(path)), (std::vector<Traffic>{{1, 2, std::uint64_t{1} << 32, 2}}));
}

TEST_F(SmallIpm, WrongReportsAreRefused) {
  const std::string send = "<hent key=\"1\" call=\"MPI_Send\" bytes=\"8\" orank=\"2\" ";
  EXPECT_INPUT_ERROR(read_ipm(folder_.write("b.ipm.xml", "<ipm></ipm>\n")), "b.ipm.xml:1: is no report of IPM");
  EXPECT_INPUT_ERROR(read_ipm(report("")), "has no sends by rank: expected a report written with IPM_LOG=full");
  EXPECT_INPUT_ERROR(read_ipm(report(send + ">")), "a.ipm.xml:2: expected count=\"NUMBER\"");
  EXPECT_INPUT_ERROR(read_ipm(report(send + "count=\"18446744073709551615\">")), "more bytes than 64 bits count");
  EXPECT_INPUT_ERROR(read_ipm(report("<task mpi_rank=\"3\" mpi_size=\"3\">\n")), "expected a rank below 3, found 3");
  EXPECT_INPUT_ERROR(read_ipm(report("<task mpi_rank=\"0\" mpi_size=\"4\">\n")), "expected 3 ranks, found 4");
  EXPECT_INPUT_ERROR(read_ipm(report("<task mpi_rank=\"1\" mpi_size=\"3\">\n")), "a.ipm.xml:2: found rank 1 twice");
  EXPECT_INPUT_ERROR(read_ipm(folder_.write("b.ipm.xml", "<task mpi_rank=\"1\" mpi_size=\"60000000\">\n")),
                     "has the calls of 1 of 60000000 ranks: it was cut");
  EXPECT_INPUT_ERROR(read_ipm(folder_.write("b.ipm.xml", send + "count=\"1\">")), "expected a <task> before its calls");
}

}  // namespace
}  // namespace topomorph::recordings
