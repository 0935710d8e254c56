// Clusters of the end-to-end tests.
#include "tests/endtoend/cluster.h"

#include <atomic>
#include <stdexcept>

#include <unistd.h>

namespace topomorph::endtoend {

namespace {

constexpr int kOneHost = 3;  // exit status of `up` where namespaces are not permitted

}  // namespace

Cluster::Cluster(const std::string& options) {
  static std::atomic<int> number{0};
  const Workspace workspace;
  name_ = "test" + std::to_string(getpid()) + "." + std::to_string(number++);
  const Outcome up = run(
      cluster_script("up") + " --name " + name_ + " --owner " + std::to_string(getpid()) + " " + options, workspace);
  if (up.status != 0 && up.status != kOneHost) throw std::runtime_error("no cluster: " + up.err);
  several_hosts_ = up.status == 0;
}

Cluster::~Cluster() { run(cluster_script("down") + " --name " + name_, Workspace()); }

std::string Cluster::job(int ranks, const std::string& options) const {
  return cluster_script("run") + " --name " + name_ + " -n " + std::to_string(ranks) + " " + options + " -- ";
}

std::string topomorph() { return TOPOMORPH_CLI; }
std::string grid_exchange() { return TOPOMORPH_GRID_EXCHANGE; }
std::string row_transpose() { return TOPOMORPH_ROW_TRANSPOSE; }
std::string job_program() { return TOPOMORPH_JOB_PROGRAM; }
std::string input(const std::string& name) { return std::string(TOPOMORPH_TEST_SOURCE) + "/endtoend/input/" + name; }
std::string cluster_script(const std::string& name) { return std::string(TOPOMORPH_TEST_SOURCE) + "/cluster/" + name; }

Outcome profiled_reliably(const std::string& command, const Workspace& workspace) {
  Outcome outcome = run(command, workspace);
  for (int tries = 1; tries < 5 && !lines_like(outcome.err, "could not be measured reliably").empty(); ++tries) {
    outcome = run(command, workspace);
  }
  return outcome;
}

}  // namespace topomorph::endtoend
