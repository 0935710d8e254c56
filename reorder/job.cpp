// The start of a job: its settings are read, and in mode run its ranks get a new order.
#include "reorder/job.h"

#include <filesystem>

#include "core/settings/settings.h"
#include "core/support/error.h"
#include "plugin/interception/handles.h"
#include "real_mpi.h"
#include "reorder/binding.h"
#include "reorder/engine_client.h"
#include "reorder/job_state.h"
#include "reorder/plan.h"
#include "reorder/programs.h"

namespace topomorph::reorder {
namespace {

/// The text of a setting, or none with `problem` set.
std::string text_of(settings::Id id, std::string& problem) {
  try {
    return settings::text(id);
  } catch (const InputError& error) {
    problem = error.what();
    return "";
  }
}

std::string absolute(const std::string& path) {
  std::error_code error;
  const auto result = std::filesystem::absolute(path, error);
  return error ? path : result.string();
}

Mode mode_of(const std::string& text) {
  return text == "monitor" ? Mode::Monitor : text == "profile" ? Mode::Profile : text == "run" ? Mode::Run : Mode::Off;
}

bool needs_everybody(Mode mode) { return mode == Mode::Profile || mode == Mode::Run; }

bool is_spawned() {
  MPI_Comm parent = handles::comm_null();
  real::Comm_get_parent(&parent);
  return parent != handles::comm_null();
}

void remember_job() {
  int rank = 0, ranks = 0;
  real::Comm_rank(handles::comm_world(), &rank);
  real::Comm_size(handles::comm_world(), &ranks);
  job().identity = {static_cast<std::uint64_t>(rank), static_cast<std::uint64_t>(ranks), host_name()};
  job().profile = absolute(settings::text(settings::Id::Profile));
  engine_path();
}

MPI_Comm reordered_world() {
  const double started = real::Wtime();
  const OwnComm comm = OwnComm::duplicate_of(handles::comm_world());
  if (!comm.valid() || comm.size() == 1) {
    return handles::comm_null();
  }
  const std::string permutation = settings::text(settings::Id::Permutation);
  const bool named = broadcast(comm, permutation.empty() ? 0 : 1) != 0;  // rank 0's settings count
  if (!named) {
    return carry_out(comm, ask_for_plan(comm, {job().profile, {}, job().identity.rank}), started);
  }
  Plan plan;
  if (comm.rank() == 0) {
    plan = named_plan(permutation, static_cast<std::uint64_t>(comm.size()));
  }
  return carry_out(comm, std::move(plan), started);
}

void start_job(MPI_Comm& reordered) {
  std::string problem;
  const Mode wanted = mode_of(text_of(settings::Id::Mode, problem));
  remember_job();
  const bool first = job().identity.rank == 0;
  if (needs_everybody(wanted) && mode() == Mode::Off && is_first_of_its_program()) {
    say("a job of several programs, not all of which need have this library (--mpmd says that they have): " +
        std::string(wanted == Mode::Run ? "order kept" : "nothing is measured"));
  }
  if (!problem.empty() && first) {
    say(problem + ": nothing is measured or reordered");
  }
  if (is_spawned()) {
    return;  // a world of its own, of which no profile knows
  }
  job().profiled = mode() == Mode::Profile;
  if (job().profiled && first) {
    clear_spool(job().parts());
  } else if (mode() == Mode::Run) {
    reordered = reordered_world();
  }
}

}  // namespace

Job& job() {
  static Job* const only = new Job;  // never destroyed: at_abort() comes from exit handlers
  return *only;
}

Mode mode() {
  std::string problem;
  const std::string text = text_of(settings::Id::Mode, problem);
  const Mode wanted = mode_of(text);
  return needs_everybody(wanted) && others_may_lack_the_library() ? Mode::Off : wanted;
}

MPI_Comm at_init() {
  MPI_Comm reordered = handles::comm_null();
  harmlessly([&] { start_job(reordered); });
  return reordered;
}

}  // namespace topomorph::reorder
