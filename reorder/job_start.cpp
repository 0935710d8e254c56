// Decides which settings matter in which mode, and starts the job.
#include "reorder/job_start.h"

#include <filesystem>
#include <string_view>

#include "core/base/atomic_file.h"
#include "core/base/digest.h"
#include "core/base/error.h"
#include "core/base/process.h"
#include "core/settings/settings.h"
#include "reorder/agreement/agreement.h"
#include "reorder/agreement/wanted_mode.h"
#include "reorder/automatic.h"
#include "reorder/job.h"
#include "reorder/job_record.h"
#include "reorder/limits.h"
#include "reorder/plan.h"
#include "reorder/steps/collective_error.h"
#include "reorder/steps/collective_step.h"
#include "reorder/steps/messages.h"
#include "reorder/steps/own_comm.h"
#include "reorder/steps/this_process.h"
#include "reorder/steps/waiting.h"
#include "runtime/mpi/call_state.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/contract.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"
#include "runtime/process/engine_client.h"
#include "runtime/process/environment.h"
#include "runtime/process/message.h"
#include "runtime/process/programs.h"

namespace topomorph::reorder {
namespace {

using settings::Id;

bool is_budget(Id id) {
  return id == Id::InitBudget || id == Id::FinalizeBudget || id == Id::GatherBudget || id == Id::MemoryBudget;
}

bool is_of_every_mode(Id id) {
  return is_budget(id) || id == Id::Engine || id == Id::EngineTimeout || id == Id::Quiet || id == Id::Steps ||
         id == Id::Mpmd;
}

/// Whether a setting matters in a mode. The mode itself is not checked here: if it is invalid, there is no mode.
bool has_a_meaning(Id id, Mode mode) {
  if (id == Id::Mode || mode == Mode::Off || mode == Mode::Monitor) return false;
  if (mode == Mode::Profile) return is_of_every_mode(id) || settings::is_for_profile(id);
  if (mode == Mode::Auto) return id != Id::Permutation;
  return !settings::is_for_auto(id) && !settings::is_for_profile(id);
}

/// Throws InputError for the first setting in the environment that has an invalid value and matters in this mode: a job
/// must not be reordered by a part of what its user wanted.
void check_settings(Mode mode) {
  for (const settings::Setting& setting : settings::all()) {
    if (has_a_meaning(setting.id, mode)) settings::text(setting.id);
  }
}

/// Writes one line with the environment variables that look like settings and are none, if there are any.
void complain_of_variables() {
  const std::string unknown = settings::unknown_variables_text();
  if (!unknown.empty()) process::say("not a setting of TopoMorph, ignored: " + unknown);
}

bool needs_everybody(Mode mode) { return mode == Mode::Profile || mode == Mode::Run || mode == Mode::Auto; }

std::string absolute(const std::string& path) {
  std::error_code error;
  const auto result = std::filesystem::absolute(path, error);
  return error ? path : result.string();
}

/// The runner does not name the default profile, which would make it one that the user has named. It says in which
/// folder it was started.
std::string path_of_profile() {
  const std::filesystem::path name(settings::text(settings::Id::Profile));
  const std::filesystem::path folder(job().is_default_profile ? first_variable({"TOPOMORPH_STARTED_IN"}) : "");
  return absolute((folder / name).string());
}

bool is_spawned() {
  MPI_Comm parent = handles::comm_null();
  real::Comm_get_parent(&parent);
  return parent != handles::comm_null();
}

void remember_ranks() {
  job().identity.rank = static_cast<std::uint64_t>(runtime::rank_in(handles::comm_world()));
  job().identity.ranks = static_cast<std::uint64_t>(runtime::size_of(handles::comm_world()));
}

void remember_place() {
  job().identity.host = host_name();
  job().is_default_profile = settings::value(settings::Id::Profile).origin == settings::Origin::Default;
  job().profile = path_of_profile();
  job().parts = job().profile + ".parts";
  process::engine_path();
  check_settings(mode());
}

process::FixedString unknown_function() {
  const char* const function = runtime::unwrapped_function();
  return function == nullptr
             ? process::FixedString()
             : process::FixedString("the MPI library has ") << function << ", which this library does not wrap";
}

/// Throws if the MPI library has a function without a wrapper: its ranks could not be translated, so the order must
/// stay.
void check_contract() {
  const bool reorders = mode() == Mode::Run || mode() == Mode::Auto;
  const process::FixedString unknown = reorders ? unknown_function() : process::FixedString();
  if (!unknown.empty()) throw CollectiveError(unknown);
}

/// Throws if the program has ranks beside MPI's, which would stay where they are.
void check_other_ranks() {
  const bool reorders = mode() == Mode::Run || mode() == Mode::Auto;
  if (reorders && process::has_openshmem())
    throw CollectiveError("the program uses OpenSHMEM, whose PEs keep the launcher's numbers");
}

/// Reports an invalid mode once, which is the same on all processes, and what a profile will lack.
void complain() {
  if (job().identity.rank != 0) return;
  process::FixedString unknown = mode() == Mode::Profile ? unknown_function() : process::FixedString();
  if (!unknown.empty()) process::say(unknown << ": its messages are not counted");
  const settings::Setting& setting = settings::get(settings::Id::Mode);
  try {
    settings::check(setting, wanted_mode(), setting.variable);
  } catch (const InputError& error) {
    throw InputError(std::string(error.what()) + ": nothing is measured or reordered");
  }
  if (mode() != Mode::Off && !is_spawned()) complain_of_variables();
}

/// What a process brings to the first step of the start, which it takes with all others.
struct Start {
  std::string permutation;  ///< as the user has named it
  Source source;            ///< of a plan by a profile
  std::size_t program = 0;  ///< a digest of the executed program
  bool has_named = false;   ///< rank 0 has a permutation; known to all after the first step
};

/// Returns a plan by the profile, or the permutation that rank 0's user has named.
Plan wanted_plan(const OwnComm& comm, Start& start) {
  if (start.has_named) {
    return comm.rank() == 0 ? named_plan(start.permutation, static_cast<std::uint64_t>(comm.size())) : Plan();
  }
  const Budget budget(settings::Id::InitBudget);
  start.source.budget = &budget;
  return ask_for_plan(comm, start.source);
}

void reorder_world(const OwnComm& comm, Start& start, const Installation& installation) {
  const double started = real::Wtime();
  Plan plan = wanted_plan(comm, start);
  const MPI_Comm reordered = carry_out(comm, plan, started, &installation);
  job().keeps_topologies = !start.has_named && reordered != handles::comm_null();
  if (comm.rank() == 0)
    note_order(plan, reordered == handles::comm_null() ? WorldOrder::Launchers : WorldOrder::Reordered);
}

/// Fails now if the profile could not be written at the end.
void start_profile(const OwnComm& comm) {
  run_collectively(comm, [&] {
    if (comm.rank() == 0) {
      check_profile_target(job().profile);
      clear_spool(job().parts);
    }
  });
  job().profiled = true;
}

/// Says, on the first process that the launcher has started, that this MPI library does not know the others. Returns
/// whether that is so.
bool is_of_foreign_launcher() {
  if (job().launched_ranks < 2) return false;
  if (job().launched_rank == 0) {
    process::FixedString line("the launcher has started ");
    process::say(line << job().launched_ranks
                      << " processes, of which this MPI library knows one: is the launcher another library's?");
  }
  return true;
}

void start_in_mode(const OwnComm& comm, Start& start, const Installation& installation) {
  const bool is_foreign = comm.size() == 1 && is_of_foreign_launcher();
  if (comm.size() == 1 && mode() != Mode::Profile) {
    if (!is_foreign) process::say("one rank: nothing to reorder");
    return;
  }
  switch (mode()) {
    case Mode::Run:
      return reorder_world(comm, start, installation);
    case Mode::Auto:
      return automatic_world(comm, installation);
    default:
      return start_profile(comm);
  }
}

/// Returns what follows from a failure at the start.
const char* consequence() {
  return mode() == Mode::Run    ? ": order kept"
         : mode() == Mode::Auto ? ": order kept, nothing is learnt"
                                : ": no profile will be written";
}

constexpr char kSeveralPrograms[] = "a job of several programs (--mpmd says that ranks may move from one to another)";

/// Throws for jobs of several programs, between which roles would move, unless the user allows it.
void check_programs() {
  if (mode() != Mode::Profile && process::is_of_several_programs(agreement::told_of_several_programs())) {
    throw CollectiveError(kSeveralPrograms);
  }
}

constexpr std::size_t kMostDigest = 0x7fffffff;

/// Returns a digest of the executed program; 0 if it may be another than that of rank 0.
std::size_t program_digest() {
  if (mode() == Mode::Profile || process::is_on(Id::Mpmd)) return 0;
  return fnv1a(process::own_program().text()) % kMostDigest + 1;
}

/// Returns what is wrong if this process executes another program than rank 0. Launchers do not tell of programs that
/// Slurm's --multi-prog or a script has chosen. Collective.
process::FixedString other_program(const OwnComm& comm) {
  const process::FixedString own = process::own_program(), first = broadcast(comm, own);
  if (own.text() == first.text() || process::is_on(Id::Mpmd)) return {};
  process::FixedString line("rank ");
  return line << comm.rank() << " executes " << own << ", rank 0 " << first << ": " << kSeveralPrograms;
}

/// Reads what only this process can say.
Start own_start() {
  Start start;
  start.program = program_digest();
  if (mode() != Mode::Run) return start;
  start.permutation = settings::text(settings::Id::Permutation);
  start.source.world_rank = job().identity.rank;
  start.source.profile = job().profile;
  start.source.is_default = job().is_default_profile;
  return start;
}

/// Takes the first step, which brings together all that may end the matter: each further one would cost as much.
/// `problem` is an earlier failure of this process alone. Collective; throws CollectiveError.
Start first_step(const OwnComm& comm, const process::FixedString& problem) {
  Start start;
  const process::FixedString failure = problem.empty() ? failure_of([&] { start = own_start(); }) : problem;
  const std::size_t named = comm.rank() == 0 ? start.permutation.size() : 0;  // rank 0's settings count
  const Numbers most = share_failure(comm, failure, {named, start.program, kMostDigest - start.program});
  if (most[1] + most[2] != kMostDigest) share_failure(comm, other_program(comm));
  start.has_named = most[0] != 0;
  return start;
}

/// Does all collective steps of the start over MPI_COMM_WORLD. `problem` is an earlier failure of this process alone.
void start_together(const process::FixedString& problem, const Installation& installation) {
  try {
    check_programs();
    const OwnComm comm = OwnComm::duplicate_of_world_at_start();
    if (!comm.valid()) {
      throw CollectiveError("MPI_Comm_create_group failed");
    }
    Start start = first_step(comm, problem);
    start_in_mode(comm, start, installation);
  } catch (const CollectiveError& reason) {
    note_error();
    if (job().identity.rank == 0) {
      process::say(process::FixedString(reason.why()) << consequence());
    }
  }
}

void say_disagreement(const agreement::Outcome& outcome) {
  note_error();
  if (!outcome.says || is_switched_off()) return;
  process::say(process::FixedString(outcome.why) << ": the job runs as without TopoMorph");
}

}  // namespace

void before_init() noexcept {
  job().launched_ranks = launched_rank_count();
  job().launched_rank = launched_rank().value_or(0);
}

bool counts() noexcept {
  return mode() == Mode::Monitor || mode() == Mode::Profile || (mode() == Mode::Auto && is_learning());
}

monitoring::recording::Limits trace_limits() noexcept {
  if (!job().profiled || value_or_default(Id::Trace) == 0) return {};
  return {most_trace_bytes(), value_or_default(Id::TraceBudget) / 100};
}

void at_init(const Installation& installation) noexcept {
  remember_ranks();
  process::FixedString problem = failure_of(remember_place);
  if (problem.empty()) problem = failure_of(check_contract);
  if (problem.empty()) problem = failure_of(check_other_ranks);
  job().keeps_topologies = mode() == Mode::Auto;  // until the engine permits another order
  const agreement::Outcome& outcome = agreement::conclude(static_cast<int>(job().identity.ranks));
  if (is_spawned()) forgo_job_record();  // they have a world of their own, which no profile contains
  if (!outcome.everybody) return say_disagreement(outcome);
  harmlessly(complain);
  if (is_spawned() || !needs_everybody(mode())) return;
  start_together(problem, installation);
}

}  // namespace topomorph::reorder
