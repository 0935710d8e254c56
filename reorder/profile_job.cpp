// The end of a job that is profiled: everybody's record into one file, or, after an abort, into a file each.
#include <atomic>

#include "monitoring/monitor.h"
#include "plugin/interception/handles.h"
#include "reorder/automatic.h"
#include "reorder/binding.h"
#include "reorder/hand_in.h"
#include "reorder/job.h"
#include "reorder/job_state.h"
#include "reorder/locate.h"
#include "reorder/steps.h"
#include "reorder/termination.h"
#include "reorder/together.h"

namespace topomorph::reorder {
namespace {

/// Where the process is, and what it has counted. Without a place, counts are still worth having.
wire::Buffer own_record(const OwnComm& comm) {
  Place place;
  try {
    place = locate(comm);
  } catch (const GivenUp&) {
    place = {};
  }
  wire::Buffer record;
  together(comm, [&] { record = process_record(job().identity, place.cpuset, place.path); });
  return record;
}

/// "; traffic of 96 ranks is summarised (--finalize-budget, --gather-budget)"
Line summarised_words(const wire::Buffer& answer) {
  wire::FrameReader reader(answer);
  while (const auto frame = reader.next()) {
    if (frame->type != wire::FrameType::Summary) continue;
    const auto ranks = wire::unsigned_value(wire::decode_key_values(wire::text(*frame)), "summarised");
    if (ranks == 0) return {};
    return Line("; traffic of ") << ranks << (ranks == 1 ? " rank" : " ranks")
                                 << " is summarised (--finalize-budget, --gather-budget, --memory-budget)";
  }
  return {};
}

/// What is to be said of it. Throws GivenUp where there is no profile.
Line gather_profile(const OwnComm& comm) {
  const Budget budget(settings::Id::FinalizeBudget);
  const wire::Buffer record = [&] {
    const Step step("locate");
    return own_record(comm);
  }();
  const Step step("gather and write");
  const wire::Buffer answer = hand_in(
      comm,
      [] {
        return std::vector<std::string>{"write", job().profile};
      },
      [] { return meta_frame(job().identity); }, record, budget);
  Line words;
  failure_of([&] { words = summarised_words(answer); });
  return words;
}

void profile_job() {
  const monitoring::Unwatched unwatched;
  const OwnComm comm = OwnComm::duplicate_of(handles::comm_world());
  if (!comm.valid()) {
    return;
  }
  Line line;
  try {
    const Line more = gather_profile(comm);
    job().spool.remove();
    line = Line("profile of ") << comm.size() << (comm.size() == 1 ? " rank: " : " ranks: ") << job().profile << more;
  } catch (const GivenUp& reason) {
    // What was measured in hours is left in parts, to be put together where the engine works.
    const bool left = agree(comm, job().spool.leave().empty());
    line = reason.why();
    line << ": no profile" << (left ? "; the records are in " : "")
         << (left ? std::string_view(job().spool.directory()) : "");
  }
  if (comm.rank() == 0) {
    say(line);
  }
}

}  // namespace

void at_finalize() noexcept {
  if (is_learning()) {
    harmlessly(learn_job);
  } else if (job().profiled) {
    harmlessly(profile_job);
  }
  if (job().profiled) stop_watching();
  job().profiled = false;
}

void at_warning() noexcept {
  if (job().profiled) job().spool.leave();
}

void at_abort() noexcept {
  static std::atomic<bool> told{false};
  if (told.exchange(true)) return;
  if (!job().profiled) {
    if (is_learning() && job().identity.rank == 0) say("no MPI_Finalize: nothing is learnt of this run");
    return;
  }
  const Line problem = job().spool.leave();
  if (job().identity.rank == 0) {
    Line line = problem;
    say(problem.empty() ? Line("no MPI_Finalize: what was measured is in ") << job().spool.directory()
                        : line << ": no profile");
  }
}

}  // namespace topomorph::reorder
