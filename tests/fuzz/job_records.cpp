// Records of jobs, as they are or compressed.
#include <cmath>
#include <string>
#include <vector>

#include "core/accounting/groups.h"
#include "core/accounting/reading.h"
#include "tests/fuzz/support.h"
#include "tests/fuzz/targets.h"

namespace topomorph::fuzz {

void job_records(std::string_view input) {
  const MemoryFile file(input);
  accounting::Groups groups(2);
  const auto use = [&](const accounting::JobRecord& record) {
    require(!record.program.empty(), "a record has a program");
    groups.add(record.program, record);
  };
  accounting::Accounts accounts;
  const accounting::Reading read = accounting::read_records(std::vector{file.path()}, {}, accounts, use);
  groups.settle();
  require(read.records == groups.all().all.jobs, "every record is used");
  const std::uint64_t known = read.records + read.damaged.count + read.foreign.count;
  require(known == read.lines || known == read.lines + 1, "every line is of a kind, and the file may be damaged once");
  require(read.damaged.first.empty() == (read.damaged.count == 0), "the first damage has a place");
  require(groups.size() <= 4, "few groups are kept");
  const accounting::Totals& all = groups.all();
  require(all.poor.jobs + all.unpredicted.jobs <= all.all.jobs, "a job is poor, or not predicted, or neither");
  require(all.would_gain <= all.poor.node_hours * (1 + 1e-9), "nobody gains more than all");
  require(std::isfinite(all.all.node_hours) && all.all.node_hours >= 0, "node-hours can be added up");
  require(std::isfinite(all.gained) && std::isfinite(all.would_gain), "gains can be added up");
}

}  // namespace topomorph::fuzz
