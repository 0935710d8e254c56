// Logs of jobs in the Standard Workload Format.
#include "core/workload/swf.h"
#include "tests/fuzz/support.h"
#include "tests/fuzz/targets.h"

namespace topomorph::fuzz {

void workload(std::string_view input) {
  const MemoryFile file(input);
  const workload::Workload read = workload::read_workload(file.path());
  require(!read.jobs.empty(), "a log has jobs");
  for (const workload::SwfJob& job : read.jobs)
    require(job.number >= 0 && job.submit >= 0, "a job has a number and came");
  const std::string path = (scratch_folder() / "again.swf").string();
  workload::write_workload(read, path);
  const workload::Workload again =
      without_error("a log of ours can be read", [&] { return workload::read_workload(path); });
  require(again.jobs == read.jobs, "it has the same jobs");
  require(again.header == read.header, "and the same header");
}

}  // namespace topomorph::fuzz
