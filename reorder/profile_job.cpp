// The end of a job that is profiled: everybody's record into one file, or, after an abort, into a file each.
#include "monitoring/monitor.h"
#include "plugin/interception/handles.h"
#include "reorder/attempt.h"
#include "reorder/binding.h"
#include "reorder/job.h"
#include "reorder/job_state.h"
#include "reorder/locate.h"

namespace topomorph::reorder {
namespace {

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

}  // namespace

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

}  // namespace topomorph::reorder
