// Starts and ends the work of the plugin inside the application's MPI_Init and MPI_Finalize.
#include "plugin/lifecycle.h"

#include <cstdlib>

#include <unistd.h>

#include "core/base/process.h"
#include "monitoring/monitor.h"
#include "monitoring/recording/recording.h"
#include "plugin/fast_path.h"
#include "plugin/preload.h"
#include "plugin/world/world.h"
#include "reorder/agreement/agreement.h"
#include "reorder/agreement/wanted_mode.h"
#include "reorder/job_end.h"
#include "reorder/job_record.h"
#include "reorder/job_start.h"
#include "reorder/limits.h"
#include "runtime/mpi/call_state.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/implementation.h"
#include "runtime/mpi/resolve.h"
#include "runtime/process/gpu_signs.h"
#include "runtime/process/message.h"
#include "runtime/process/phase_timer.h"
#include "runtime/process/processors.h"

namespace topomorph::plugin::lifecycle {
namespace {

/// The process that has to leave a record if it ends too early; 0: none. A forked child differs from it and leaves
/// none.
pid_t unfinished_process = 0;

/// In mode auto this is decided later, but Open MPI must be asked before MPI_Init.
bool may_count(reorder::Mode mode) { return mode != reorder::Mode::Run && mode != reorder::Mode::Off; }

void leave_record() {
  if (unfinished_process != getpid()) return;
  unfinished_process = 0;
  const runtime::ReentrancyGuard guard;
  reorder::at_abort();
}

void leave_at_last(int, void*) { leave_record(); }

/// Runs at exit(), after the application's exit handlers and the destructors of its static objects, any of which may
/// call MPI_Finalize. Destructors of other libraries may call it too and run in any order. A function that on_exit()
/// adds while the process ends runs after all of them. (One that atexit() adds would run with this library's
/// destructors.)
[[gnu::destructor]] void leave_behind_all_others() {
  if (unfinished_process == getpid() && on_exit(leave_at_last, nullptr) != 0) leave_record();
}

void watch_for_exit() {
  reorder::watch_for_the_end();
  unfinished_process = getpid();
}

/// Whether the program has opened a session, and whether it has called MPI_Init.
bool has_sessions = false, has_world = false;

/// The rank comes from the launcher: MPI has ended, or never began.
[[gnu::destructor]] void say_what_sessions_lack() {
  if (!has_sessions || has_world || launched_rank().value_or(0) != 0) return;
  const reorder::Mode mode = reorder::mode();
  if (mode == reorder::Mode::Off || mode == reorder::Mode::Monitor) return;
  process::say("the program uses sessions without MPI_Init: nothing was measured or reordered");
}

bool install(MPI_Comm reordered) { return world::install(reordered) == MPI_SUCCESS; }

/// The fast path leaves no time to record a call.
void begin_recording(const monitoring::recording::Limits& limits) {
  if (limits.bytes == 0) return;
  monitoring::noexcept_hook([&] {
    monitoring::recording::begin(limits, allow_fast_path);
    forbid_fast_path();
  });
}

void start(reorder::Mode mode) {
  if (mode != reorder::Mode::Off) runtime::after_init();
  if (reorder::is_switched_off() && !reorder::agreement::needs_everybody()) return;
  const reorder::AddedTime added;
  {
    const process::PhaseTimer timer("order");
    reorder::at_init({install, world::uninstall});
  }
  if (mode == reorder::Mode::Off) return;
  preload::hide();
  const process::PhaseTimer timer("monitor");
  monitoring::limit_peers(reorder::most_peers());
  monitoring::start(runtime::substitute(handles::comm_world()), reorder::counts());
  begin_recording(reorder::trace_limits());
  watch_for_exit();
  process::note_begin_of_program();
  runtime::active = true;
}

/// Does what is common to MPI_Init and MPI_Init_thread. `initialize` calls the next library.
template <class Initialize>
int around(Initialize initialize) {
  const reorder::Mode mode = reorder::mode();
  has_world = true;
  reorder::begin_job_record();
  reorder::say_what_the_site_has();
  reorder::before_init();
  reorder::agreement::prepare(!reorder::is_switched_off());
  if (mode != reorder::Mode::Off) {
    runtime::front()->catch_lookups_in_own_handle();
    runtime::before_init(may_count(mode));
    process::note_libraries_before_init();
  }
  const int result = [&] {
    const process::PhaseTimer timer("MPI_Init itself");
    return initialize();
  }();
  if (mode != reorder::Mode::Off) process::note_libraries_after_init();
  reorder::agreement::after_init();
  if (result == MPI_SUCCESS) start(mode);
  return result;
}

}  // namespace

int init(real::Init_t next, int* argc, char*** argv) {
  return around([=] { return next(argc, argv); });
}

int init_thread(real::Init_thread_t next, int* argc, char*** argv, int required, int* provided) {
  return around([=] { return next(argc, argv, required, provided); });
}

int session_init(real::Session_init_t next, MPI_Info info, MPI_Errhandler handler, MPI_Session* session) {
  has_sessions = true;
  return next(info, handler, session);
}

int finalize(real::Finalize_t next) {
  process::note_end_of_program();
  const bool first = runtime::rank_in(handles::comm_world()) == 0;
  if (first) reorder::say_how_long_it_took();
  {
    const reorder::AddedTime added;
    const process::PhaseTimer timer("record");
    monitoring::recording::finish();
    reorder::at_finalize();
    monitoring::stop();
  }
  if (first) reorder::leave_job_record();
  unfinished_process = 0;
  world::before_finalize();
  const int result = [&] {
    const process::PhaseTimer timer("MPI_Finalize itself");
    return next();
  }();
  runtime::active = false;
  clear_fast_path();
  preload::restore();
  if (first) process::report_phase_timers();
  return result;
}

int abort(real::Abort_t next, MPI_Comm comm, int code) {
  leave_record();
  return next(comm, code);
}

}  // namespace topomorph::plugin::lifecycle
