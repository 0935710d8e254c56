// topomorph doctor as a job: one report of all hosts.
#include <gtest/gtest.h>

#include "tests/endtoend/cluster.h"

namespace topomorph::endtoend {
namespace {

class DoctorOfHosts : public testing::Test {
 protected:
  const Cluster cluster_{"--hosts 3 --slots 2"};
  const Workspace workspace_;

  void SetUp() override {
    if (!cluster_.several_hosts()) GTEST_SKIP() << "network namespaces are not permitted here";
  }
  Outcome doctor(int ranks, const std::string& before) {
    workspace_.write("doctor", before + "\nexec " + topomorph() + " doctor\n");
    return run(cluster_.job(ranks) + "sh ./doctor", workspace_);
  }
};

TEST_F(DoctorOfHosts, OneReportWhereAllAreAlike) {
  const Outcome outcome = doctor(6, "");
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  EXPECT_EQ(lines_like(outcome.out, "hosts +6 ranks on 3 hosts, which have the same ").size(), 1u) << outcome.out;
  EXPECT_EQ(lines_like(outcome.out, " library ").size(), 1u) << outcome.out;
}

TEST_F(DoctorOfHosts, NamesTheHostThatDiffers) {
  const Outcome outcome =
      doctor(3, "test $(hostname) = node1 && export TOPOMORPH_ENGINE=/bin/false TOPOMORPH_MIN_GAIN=3");
  EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
  EXPECT_EQ(lines_like(outcome.out, "hosts +engine differs: /bin/false .* on node1, .* on node0, node2").size(), 1u)
      << outcome.out << outcome.err;
  EXPECT_EQ(lines_like(outcome.out, "hosts +settings differs: .*TOPOMORPH_MIN_GAIN=3.* on node1, none on node0, node2")
                .size(),
            1u)
      << outcome.out;
  EXPECT_EQ(lines_like(outcome.out, "^(failure|warning) +hosts ").size(), 2u) << outcome.out;
}

}  // namespace
}  // namespace topomorph::endtoend
