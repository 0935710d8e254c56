// What happens to a whole job: its ranks in a new order at the start, its profile at the end.
#include "reorder/job.h"

#include <filesystem>

#include "core/settings/settings.h"
#include "core/support/error.h"
#include "monitoring/monitor.h"
#include "plugin/interception/handles.h"
#include "plugin/world/world.h"
#include "real_mpi.h"
#include "reorder/attempt.h"
#include "reorder/binding.h"
#include "reorder/locate.h"
#include "reorder/message.h"
#include "reorder/plan.h"
#include "reorder/record.h"

namespace topomorph::reorder {
namespace {

/// What at_init() finds out for later, when the application may have changed its directory, or can ask MPI no more.
struct Job {
  Identity identity;
  std::string profile;
  bool profiled = false;  ///< this process hands in a record at its end

  std::string parts() const { return profile + ".parts"; }
};

Job& job() {
  static Job* const only = new Job;  // never destroyed: at_abort() comes from exit handlers
  return *only;
}

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
  std::string problem;
  const std::string permutation = text_of(settings::Id::Permutation, problem);
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

/// Streams everybody's record through the engine into the file. The failure, on rank 0; empty: none.
std::string write_profile(const OwnComm& comm, std::span<const char> record) {
  Attempt engine;
  if (comm.rank() == 0) {
    engine.start({"write", job().profile});
    engine.send(meta_frame(job().identity));
  }
  stream_to_first(comm, record, [&](auto piece) { return engine.send(piece); });
  if (comm.rank() == 0) {
    engine.finish();
  }
  return engine.failure();
}

/// After a failure: what was measured in hours is left in parts, to be put together where the engine works.
std::string leave_parts(const OwnComm& comm, std::span<const char> record) {
  const bool everybody_left = agree(comm, spool(job().parts(), job().identity, record).empty());
  return everybody_left ? "; the records are in " + job().parts() : "";
}

void profile_job() {
  const monitoring::Unwatched unwatched;
  const OwnComm comm = OwnComm::duplicate_of(handles::comm_world());
  if (!comm.valid()) {
    return;
  }
  const Place place = locate(comm);
  const wire::Buffer record = process_record(job().identity, place.cpuset, place.path);
  const std::string failure = write_profile(comm, record);
  const bool written = broadcast(comm, failure.empty() ? 1 : 0) != 0;
  const std::string parts = written ? "" : leave_parts(comm, record);
  if (comm.rank() == 0) {
    say(written ? "profile of " + std::to_string(comm.size()) + " ranks: " + job().profile
                : failure + ": no profile" + parts);
  }
}

/// A failure that at_init() and at_finalize() cannot foresee (no memory) is said, and the job goes on.
template <typename Work>
void harmlessly(Work work) {
  try {
    work();
  } catch (const std::exception& error) {
    say(error.what());
  }
}

void start_job(MPI_Comm& reordered) {
  std::string problem;
  text_of(settings::Id::Mode, problem);
  remember_job();
  const bool first = job().identity.rank == 0;
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

std::uint64_t visible_world_rank() {
  int rank = 0;
  real::Comm_rank(world::substitute(handles::comm_world()), &rank);
  return static_cast<std::uint64_t>(rank);
}

/// The processes of `comm` in its own order. Not Comm_dup: as in a new order, attributes stay where they are.
int same_order(MPI_Comm comm, MPI_Comm* copy) {
  int rank = 0;
  real::Comm_rank(comm, &rank);
  return real::Comm_split(comm, 0, rank, copy);
}

void copy_errhandler(MPI_Comm from, MPI_Comm to) {
  MPI_Errhandler handler = handles::errhandler_null();
  if (real::Comm_get_errhandler(from, &handler) == MPI_SUCCESS) {
    real::Comm_set_errhandler(to, handler);
    real::Errhandler_free(&handler);
  }
}

MPI_Comm better_order(MPI_Comm comm) {
  const double started = real::Wtime();
  const wire::Buffer record = process_record(job().identity, "", "");
  const OwnComm own = OwnComm::duplicate_of(comm);
  if (!own.valid() || own.size() == 1) {
    return handles::comm_null();
  }
  return carry_out(own, ask_for_plan(own, {"", record, visible_world_rank()}), started);
}

}  // namespace

Mode mode() {
  std::string problem;
  const std::string text = text_of(settings::Id::Mode, problem);
  return text == "monitor" ? Mode::Monitor : text == "profile" ? Mode::Profile : text == "run" ? Mode::Run : Mode::Off;
}

MPI_Comm at_init() {
  MPI_Comm reordered = handles::comm_null();
  harmlessly([&] { start_job(reordered); });
  return reordered;
}

void at_finalize() {
  if (job().profiled) {
    job().profiled = false;
    harmlessly(profile_job);
  }
}

void at_abort() {
  if (!job().profiled) {
    return;
  }
  job().profiled = false;
  harmlessly([] {
    const std::string problem = spool(job().parts(), job().identity, process_record(job().identity, cpu_list(), ""));
    if (job().identity.rank == 0) {
      say(problem.empty() ? "no MPI_Finalize: what was measured is in " + job().parts() : problem + ": no profile");
    }
  });
}

int reorder_communicator(MPI_Comm comm, MPI_Comm* reordered) {
  const monitoring::Unwatched unwatched;
  *reordered = handles::comm_null();
  harmlessly([&] { *reordered = better_order(comm); });
  if (*reordered == handles::comm_null()) {
    const int error = same_order(comm, reordered);
    if (error != MPI_SUCCESS) {
      return error;
    }
  }
  copy_errhandler(comm, *reordered);
  return MPI_SUCCESS;
}

}  // namespace topomorph::reorder
