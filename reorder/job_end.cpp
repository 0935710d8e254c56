// Ends a job: all records into one file, or each into a file of its own; and handles SIGTERM, by which launchers and
// batch systems end a job.
#include "reorder/job_end.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>

#include <signal.h>
#include <unistd.h>

#include "monitoring/monitor.h"
#include "reorder/automatic.h"
#include "reorder/engine_session.h"
#include "reorder/job.h"
#include "reorder/limits.h"
#include "reorder/locate.h"
#include "reorder/network.h"
#include "reorder/process_record.h"
#include "reorder/steps/collective_error.h"
#include "reorder/steps/collective_step.h"
#include "reorder/steps/own_comm.h"
#include "reorder/steps/this_process.h"
#include "runtime/mpi/handles.h"
#include "runtime/process/phase_timer.h"

namespace topomorph::reorder {
namespace {

/// Returns the place of this process, what it has counted, and what it measures of the network. The counts are reported
/// even if the place is unknown.
wire::Buffer own_record(const OwnComm& comm) {
  Place place;
  try {
    const process::PhaseTimer timer("locate");
    place = locate(comm);
  } catch (const CollectiveError&) {
    place = {};
  }
  const wire::Buffer network = measured_network(comm, place);
  wire::Buffer record;
  run_collectively(comm, [&] {
    record = process_record(job().identity, place);
    record.insert(record.end(), network.begin(), network.end());
  });
  return record;
}

/// Returns "; traffic of 96 ranks is summarised (--finalize-budget, --gather-budget, --memory-budget)".
process::FixedString summarised_words(const wire::Buffer& answer) {
  const auto ranks = wire::unsigned_value(summary_of(answer), "summarised");
  if (ranks == 0) return {};
  return process::FixedString("; traffic of ")
         << ranks << (ranks == 1 ? " rank" : " ranks")
         << " is summarised (--finalize-budget, --gather-budget, --memory-budget)";
}

/// Returns "; trace of 1000000 steps, folded to 240 (a window: more memory than --trace-memory)", if the user has asked
/// for a trace.
process::FixedString trace_words(const wire::Buffer& answer) {
  if (std::getenv(settings::get(settings::Id::Trace).variable) == nullptr) return {};
  const wire::KeyValues summary = summary_of(answer);
  const auto trace = summary.find("trace");
  return trace == summary.end() ? process::FixedString() : process::FixedString("; ") << trace->second;
}

/// Returns "; rank 3 on node0 runs on CPUs 0-3, far from its GPU nvml2 (near CPUs 8-11)", if a process does.
process::FixedString gpu_words(const wire::Buffer& answer) {
  const wire::KeyValues summary = summary_of(answer);
  const auto far = summary.find("far_from_gpu");
  return far == summary.end() ? process::FixedString() : process::FixedString("; ") << far->second;
}

/// Returns "; the network could not be measured reliably: 684 us inside hosts against 104 us between them", if so.
process::FixedString network_words(const wire::Buffer& answer) {
  const wire::KeyValues summary = summary_of(answer);
  const auto doubt = summary.find("network_doubt");
  return doubt == summary.end() ? process::FixedString() : process::FixedString("; ") << doubt->second;
}

/// Returns what the message is to say of the profile. Throws CollectiveError if there is no profile.
process::FixedString gather_profile(const OwnComm& comm) {
  const Budget budget(settings::Id::FinalizeBudget);
  const wire::Buffer record = own_record(comm);
  const process::PhaseTimer timer("gather and write");
  const wire::Buffer answer = send_records(
      comm,
      [] {
        return std::vector<std::string>{"write", job().profile};
      },
      [] { return meta_frame(job().identity); }, record, budget);
  process::FixedString words;
  if (comm.rank() == 0)
    failure_of([&] {
      words = summarised_words(answer) << trace_words(answer).text() << gpu_words(answer).text()
                                       << network_words(answer).text();
    });
  return words;
}

void profile_job() {
  const monitoring::PauseCounting paused;
  const OwnComm comm = OwnComm::duplicate_of(handles::comm_world());
  if (!comm.valid()) {
    return;
  }
  process::FixedString line;
  try {
    const process::FixedString more = gather_profile(comm);
    job().spool.remove();
    line = process::FixedString("profile of ")
           << comm.size() << (comm.size() == 1 ? " rank: " : " ranks: ") << job().profile << more;
  } catch (const CollectiveError& reason) {
    // Hours of measurement are left in parts, so that a working engine can assemble them.
    const bool left = agree(comm, job().spool.leave().empty());
    line = reason.why();
    line << ": no profile" << (left ? "; the records are in " : "")
         << (left ? std::string_view(job().spool.directory()) : "");
  }
  if (comm.rank() == 0) {
    process::say(line);
  }
}

/// The process with the handler. Forked children inherit the handler, but have no record to leave.
volatile pid_t watched_process = 0;

void restore_default() noexcept {
  struct sigaction ending {};
  ending.sa_handler = SIG_DFL;
  sigaction(SIGTERM, &ending, nullptr);
}

void leave_and_end(int signal);

/// Whether our handler is the installed one. Otherwise the application's handler has called ours as the previous one
/// and expects it to return.
bool is_in_place() noexcept {
  struct sigaction present {};
  return sigaction(SIGTERM, nullptr, &present) == 0 && present.sa_handler == leave_and_end;
}

/// Takes no memory and no lock. The signal is blocked while it is handled: raised again, it ends the process when the
/// handler returns, with the status of SIGTERM.
void end(int signal) noexcept {
  if (watched_process == getpid()) at_abort();
  restore_default();
  raise(signal);
}

void leave_and_end(int signal) {
  const int error = errno;
  if (is_in_place()) {
    end(signal);
  } else if (watched_process == getpid()) {
    at_warning();
  }
  errno = error;
}

void watch_for_termination() noexcept {
  struct sigaction present {};
  if (sigaction(SIGTERM, nullptr, &present) != 0 || (present.sa_flags & SA_SIGINFO) != 0 ||
      present.sa_handler != SIG_DFL) {
    return;
  }
  watched_process = getpid();
  struct sigaction ours {};
  ours.sa_handler = leave_and_end;
  ours.sa_flags = SA_RESTART;
  sigemptyset(&ours.sa_mask);
  sigaction(SIGTERM, &ours, nullptr);
}

void stop_watching() noexcept {
  if (is_in_place()) restore_default();
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
    if (is_learning() && job().identity.rank == 0) process::say("no MPI_Finalize: nothing is learnt of this run");
    return;
  }
  const process::FixedString problem = job().spool.leave();
  if (job().identity.rank == 0) {
    process::say(problem.empty()
                     ? process::FixedString("no MPI_Finalize: what was measured is in ") << job().spool.directory()
                     : process::FixedString(problem) << ": no profile");
  }
}

void watch_for_the_end() noexcept {
  if (!job().profiled) {
    return;
  }
  // If there is no memory for it, leave() says so.
  failure_of([] { job().spool.prepare(job().parts, meta_frame(job().identity), job().identity, cpu_list(), ""); });
  watch_for_termination();
}

}  // namespace topomorph::reorder
