// Records of jobs, as they are or compressed, with holes, of an owner who is believed or not.
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include "core/accounting/groups.h"
#include "core/accounting/reading.h"
#include "tests/fuzz/support.h"
#include "tests/fuzz/targets.h"

namespace topomorph::fuzz {

namespace {

using accounting::Account;
using accounting::Accounts;
using accounting::Groups;
using accounting::Reading;
using accounting::ReadingOptions;

/// A third of it lies behind a hole of a terabyte, as anybody can make one.
constexpr off_t kHole = off_t{1} << 40;

/// Reads the file and checks what holds for every file.
Reading sums_of(const MemoryFile& file, Accounts& accounts, const ReadingOptions& options, Groups& groups) {
  const auto use = [&](const accounting::JobRecord& record) {
    require(!record.program.empty(), "a record has a program");
    require(record.account != nullptr, "somebody answers for a record");
    require(!record.account->is_limited() || record.user == record.owner, "the owner is the user");
    groups.add(record.program, record);
  };
  const Reading read = accounting::read_records(std::vector{file.path()}, options, accounts, use);
  groups.settle();
  require(read.records == groups.all().all.jobs, "every record is used");
  const std::uint64_t known = read.records + read.damaged.count + read.foreign.count + read.impossible;
  require(known == read.lines || known == read.lines + 1, "every line is of a kind, and the file may be damaged once");
  require(read.damaged.first.empty() == (read.damaged.count == 0), "the first damage has a place");
  return read;
}

void check_sums(const accounting::Totals& all) {
  require(all.poor.jobs + all.unpredicted.jobs <= all.all.jobs, "a job is poor, or not predicted, or neither");
  require(all.would_gain <= all.poor.node_hours * (1 + 1e-9), "nobody gains more than all");
  require(std::isfinite(all.all.node_hours) && all.all.node_hours >= 0, "node-hours can be added up");
  require(std::isfinite(all.gained) && std::isfinite(all.would_gain), "gains can be added up");
}

void believed(std::string_view input) {
  const MemoryFile file(input);
  require(fchmod(file.descriptor(), 0600) == 0, "a file of this user has the mode that it wants");
  Groups groups(2);
  Accounts accounts;
  sums_of(file, accounts, {}, groups);
  require(groups.size() <= 4, "few groups are kept");
  check_sums(groups.all());
}

/// As of a user who is not believed: all may write to the file. Small limits, and no word of it in a message.
void limited(std::string_view input) {
  const MemoryFile file(input.substr(0, input.size() - input.size() / 3));
  const std::string_view rest = input.substr(input.size() - input.size() / 3);
  require(ftruncate(file.descriptor(), kHole) == 0, "a file in memory can have a hole");
  require(pwrite(file.descriptor(), rest.data(), rest.size(), kHole) == static_cast<ssize_t>(rest.size()),
          "a file can be written to behind a hole");
  require(fchmod(file.descriptor(), 0666) == 0, "a file of this user has the mode that it wants");
  accounting::Limits limits;
  limits.most_hosts = 100;
  limits.most_names = 3;
  limits.most_bytes = 20'000;
  Accounts accounts({}, limits);
  ReadingOptions options;
  options.naming = accounting::Naming::Hidden;
  options.sender_mark = "u";
  Groups groups(100);
  const Reading read = sums_of(file, accounts, options, groups);
  require(groups.size() <= limits.most_names, "an owner begins few groups");
  require(read.bytes <= limits.most_bytes, "of an owner little is read");
  require(read.damaged.count == 0 || read.damaged.first.starts_with("file 1:"), "no name of a file is said");
  for (const Account* account : accounts.in_trouble()) require(account->is_limited(), "a limited owner is in trouble");
  check_sums(groups.all());
}

}  // namespace

void job_records(std::string_view input) {
  believed(input);
  limited(input);
}

}  // namespace topomorph::fuzz
