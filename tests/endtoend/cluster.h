// A cluster of limited links for one test.
#pragma once

#include <string>

#include "tests/endtoend/process.h"

namespace topomorph::endtoend {

/// Brought up with `options` of tests/cluster/up, taken down in the end. Several at once do not meet.
class Cluster {
 public:
  explicit Cluster(const std::string& options = "--rate 1gbit");
  ~Cluster();
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  /// False where namespaces are not permitted: all ranks are on this host.
  bool several_hosts() const { return several_hosts_; }
  /// Start of a shell command line that runs a job; the command follows.
  std::string job(int ranks, const std::string& options = "--map-by node") const;
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  bool several_hosts_ = false;
};

/// What a job runs, or ends with, that is no MPI program; MOMENT in tests/launchers/launching.py says why.
inline const std::string kMoment = "sleep 0.3";

/// The command line under test, and what else is built.
std::string topomorph();
std::string grid_exchange();
std::string row_transpose();
std::string job_program();
/// A file of tests/endtoend/input.
std::string input(const std::string& name);
/// A script of tests/cluster.
std::string cluster_script(const std::string& name);

/// Runs a job of topomorph profile until its network is measured reliably, which other work on the machine may prevent,
/// at most five times. Returns the last outcome.
Outcome profiled_reliably(const std::string& command, const Workspace& workspace);

}  // namespace topomorph::endtoend
