// Collects the facts of a job on rank 0, and writes them as one JSON object.
#include "reorder/job_record.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <string_view>

#include "core/base/digest.h"
#include "core/base/file_name.h"
#include "core/base/library_name.h"
#include "core/base/number.h"
#include "core/base/process.h"
#include "core/settings/site.h"
#include "core/wire/declared.h"
#include "monitoring/declared_topologies.h"
#include "monitoring/record.h"
#include "reorder/agreement/wanted_mode.h"
#include "reorder/job.h"
#include "reorder/steps/collective_error.h"
#include "reorder/steps/this_process.h"
#include "runtime/process/json_line.h"
#include "runtime/process/programs.h"
#include "runtime/process/sink.h"

namespace topomorph::reorder {
namespace {

struct Facts {
  bool wanted = true;
  double began = 0, added = 0, mpi_seconds = 0;
  WorldOrder order = WorldOrder::Launchers;
  process::FixedString reason, moved;  ///< why the order was kept; the calls that moved ranks of virtual topologies
  double cost_before = -1, cost_after = -1;  ///< negative: no plan was made
  double predicted_gain = 0;
  double told_seconds = 0, reordered_at = 0;  ///< of the job from there on, as the line has said; 0: it has not
  double measured_gain = NAN;
  std::uint64_t hosts = 0;
};

Facts& facts() {
  static constinit Facts only;
  return only;
}

double seconds_now() noexcept {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Ranks moved in virtual topologies are a new order too.
const char* word(const Facts& known) {
  const WorldOrder order = known.moved.empty() ? known.order : WorldOrder::Reordered;
  return order == WorldOrder::Reordered ? "reordered" : order == WorldOrder::Dropped ? "dropped" : "launcher";
}

std::uint64_t host_count() {
  if (facts().hosts > 0) return facts().hosts;
  const std::string_view said = first_variable({"SLURM_STEP_NUM_NODES", "SLURM_NNODES", "OMPI_MCA_orte_num_nodes"});
  return parse_count(said).value_or(0);
}

bool leaves_records() { return !settings::site().of(settings::SiteId::Records).empty(); }

/// `topomorph doctor` starts a job of its own program to see whether it works.
bool is_own_trial() { return file_name(process::own_program_or_script()).starts_with("topomorph-links"); }

bool hides_names() { return !settings::site().of(settings::SiteId::HashNames).empty(); }

/// Adds a name, or its hash if the site wants that.
void add_name(process::JsonLine& line, const char* member, std::string_view name) {
  if (name.empty()) name = "?";
  if (!hides_names()) return line.text(member, name);
  const SipKey key = sip_key_of(settings::site().of(settings::SiteId::HashNames));
  line.text(member, hashed_name(name, key).data());
}

/// What a record says of an error: its own words have names of files and hosts.
constexpr std::string_view kError = "an error, which the job has printed: order kept";

/// Returns a decision without what is in parentheses, which names the topology.
process::FixedString without_names(std::string_view message) {
  if (message.find('/') != message.npos) return kError;
  process::FixedString plain;
  while (!message.empty()) {
    const std::size_t open = message.find(" ("), close = message.find(')', std::min(open, message.size()));
    plain << message.substr(0, open);
    message.remove_prefix(close == message.npos ? message.size() : close + 1);
  }
  return plain;
}

void add_job(process::JsonLine& line) {
  line.number("topomorph", 1);
  line.number("end", static_cast<std::uint64_t>(std::time(nullptr)));
  line.text("job", first_variable({"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "JOB_ID"}));
  line.text("step", first_variable({"SLURM_STEP_ID"}));
  add_name(line, "user", user_name());
  line.text("partition", partition_name());
  add_name(line, "program", process::own_program_or_script());
  line.number("ranks", job().identity.ranks);
  if (const std::uint64_t hosts = host_count(); hosts > 0) line.number("hosts", hosts);
  failure_of([&] { line.text("library", short_library_name(mpi_version())); });
}

/// In modes that send no records rank 0 says what it has taken part in.
void note_moved() noexcept {
  if (!facts().moved.empty()) return;
  failure_of([&] { facts().moved << wire::words_of_calls(monitoring::declared::changed_calls()); });
}

void add_order(process::JsonLine& line) {
  note_moved();
  const Facts& known = facts();
  const bool predicts = known.moved.empty() || known.order == WorldOrder::Reordered;
  line.text("mode", wanted_mode());
  line.text("order", word(known));
  line.text("topologies", known.moved.text());
  if (!hides_names() && predicts) line.text("reason", known.reason.text());
  if (known.cost_before >= 0 && predicts) {
    line.real("cost_before", known.cost_before);
    line.real("cost_after", known.cost_after);
    line.real("predicted_gain", known.predicted_gain, 4);
  }
  line.real("measured_gain", known.measured_gain, 4);
}

void add_times(process::JsonLine& line) {
  Facts& known = facts();
  if (known.mpi_seconds == 0) failure_of([&] { known.mpi_seconds = monitoring::mpi_seconds(); });
  line.real("seconds", seconds_now() - known.began);
  if (known.mpi_seconds > 0) line.real("mpi_seconds", known.mpi_seconds);
  line.real("added_ms", known.added * 1000);
}

}  // namespace

void begin_job_record() noexcept {
  facts().began = seconds_now();
  if (leaves_records()) process::own_program_or_script();  // the program may change its folder
}

AddedTime::AddedTime() noexcept : began_(seconds_now()) {}
AddedTime::~AddedTime() { facts().added += seconds_now() - began_; }

void note_order(const Plan& plan, WorldOrder order) noexcept {
  Facts& known = facts();
  known.order = order;
  if (order != WorldOrder::Reordered)
    known.reason = plan.failed ? process::FixedString(kError) : without_names(plan.message);
  failure_of([&] {
    known.cost_before = wire::real_value(plan.summary, "cost_before", -1);
    known.cost_after = wire::real_value(plan.summary, "cost_after", known.cost_before);
    known.predicted_gain = 1 - wire::real_value(plan.summary, "mpi_ratio", 1);
    known.hosts = wire::unsigned_value(plan.summary, "hosts");
    known.told_seconds = order == WorldOrder::Reordered ? wire::real_value(plan.summary, "job_seconds", 0) : 0;
    known.reordered_at = seconds_now();
  });
}

void note_error() noexcept { facts().reason = kError; }

void forgo_job_record() noexcept { facts().wanted = false; }

void note_measured(const wire::KeyValues& learnt) noexcept {
  failure_of([&] {
    facts().measured_gain = wire::real_value(learnt, "measured_gain", NAN);
    facts().mpi_seconds = wire::real_value(learnt, "mpi_seconds", 0);
    if (const auto moved = learnt.find("moved"); moved != learnt.end()) facts().moved << moved->second;
  });
}

void say_how_long_it_took() noexcept {
  const Facts& known = facts();
  const double took = seconds_now() - known.reordered_at;
  constexpr double kWorthALine = 1;  // in seconds
  if (known.told_seconds <= 0 || std::max(took, known.told_seconds) < kWorthALine) return;
  failure_of([&] {
    constexpr int kDigits = 3;  // as in the line that has predicted it
    process::say(process::FixedString("the job took ")
                 << significant(took, kDigits) << " s, predicted " << significant(known.told_seconds, kDigits) << " s");
  });
}

void leave_job_record() noexcept {
  if (!leaves_records() || !facts().wanted || mode() == Mode::Off || is_own_trial()) return;
  process::JsonLine line;
  add_job(line);
  add_order(line);
  add_times(line);
  process::deliver(settings::site().of(settings::SiteId::Records), line.close());
}

}  // namespace topomorph::reorder
