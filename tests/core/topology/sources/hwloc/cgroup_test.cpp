// Tests that a machine has only the CPUs that its cgroup allows.
#include <fstream>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/topology/sources/hwloc/machine.h"
#include "core/topology/sources/hwloc/tree_of_machine.h"
#include "tests/core/testing.h"

namespace topomorph::topology {
namespace {

namespace fs = std::filesystem;

bool put(const fs::path& file, const std::string& text) {
  return static_cast<bool>(std::ofstream(file) << text << std::flush);
}

/// A cpuset of one CPU, version 1 or 2; the destructor removes it.
class OneCpu {
 public:
  explicit OneCpu(std::uint32_t cpu) {
    for (const char* root : {"/sys/fs/cgroup/cpuset", "/sys/fs/cgroup"}) {
      const fs::path parent = root;
      std::error_code error;
      folder_ = parent / fmt::format("topomorph-test-{}", getpid());
      if (!fs::exists(parent / "cgroup.procs", error) || !fs::create_directory(folder_, error)) continue;
      const fs::path nodes =
          fs::exists(parent / "cpuset.mems", error) ? parent / "cpuset.mems" : parent / "cpuset.mems.effective";
      if (put(folder_ / "cpuset.cpus", fmt::format("{}", cpu)) &&
          put(folder_ / "cpuset.mems", testing::read_file(nodes.string()))) {
        made_ = true;
        return;
      }
      fs::remove(folder_, error);
    }
  }
  ~OneCpu() {
    if (made_) rmdir(folder_.c_str());
  }
  OneCpu(const OneCpu&) = delete;
  OneCpu& operator=(const OneCpu&) = delete;

  bool made() const { return made_; }
  bool enter() const { return put(folder_ / "cgroup.procs", fmt::format("{}", getpid())); }

 private:
  fs::path folder_;
  bool made_ = false;
};

TEST(Hwloc, OfThisHostOnlyWhatTheCgroupAllows) {
  const std::vector<std::vector<std::uint32_t>> cpus = pus_of_slots(Machine::this_host());
  if (cpus.size() < 2) GTEST_SKIP() << "this host has one core";
  const OneCpu cgroup(cpus.back().front());
  if (!cgroup.made()) GTEST_SKIP() << "cgroups cannot be made here";
  constexpr int kNotEntered = 77;
  const pid_t child = fork();
  if (child == 0) {
    if (!cgroup.enter()) _exit(kNotEntered);
    const Machine machine = Machine::this_host();
    _exit(tree_of(machine).slots() == 1 && pus_of_slots(machine)[0][0] == cpus.back().front() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WEXITSTATUS(status) == kNotEntered) GTEST_SKIP() << "cgroups cannot be entered here";
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace topomorph::topology
