// Starts and ends the plugin's work inside the application's MPI_Init and MPI_Finalize.
#include "plugin/lifecycle.h"

#include <cstdlib>

#include <unistd.h>

#include "core/base/launched.h"
#include "monitoring/monitor.h"
#include "plugin/implementation/implementation.h"
#include "plugin/interception/handles.h"
#include "plugin/interception/inside.h"
#include "plugin/interception/jump.h"
#include "plugin/interception/own_handle.h"
#include "plugin/preload.h"
#include "plugin/world/world.h"
#include "reorder/agreement/agreement.h"
#include "reorder/budget.h"
#include "reorder/job.h"
#include "reorder/message.h"
#include "reorder/steps.h"

namespace topomorph::lifecycle {
namespace {

/// The process that called MPI_Init: a child that it forks has nothing to leave. 0: nothing to leave.
pid_t unfinished_process = 0;

/// In mode auto it is not known yet, and Open MPI must be asked before MPI_Init.
bool may_count(reorder::Mode mode) { return mode != reorder::Mode::Run && mode != reorder::Mode::Off; }

void leave_record() {
  if (unfinished_process != getpid()) return;
  unfinished_process = 0;
  const interception::Enter enter;
  reorder::at_abort();
}

void leave_at_last(int, void*) { leave_record(); }

/// At exit(), when the application's exit handlers and static objects are done, any of which may finalize. The
/// destructors of other libraries, which may finalize too, come in any order: what on_exit() adds while the process
/// ends comes after all of them. (Not atexit(): that would be this library's own, and run with it.)
[[gnu::destructor]] void leave_behind_all_others() {
  if (unfinished_process == getpid() && on_exit(leave_at_last, nullptr) != 0) leave_record();
}

void watch_for_exit() {
  reorder::watch_for_the_end();
  unfinished_process = getpid();
}

bool is_first() {
  int process = -1;
  real::Comm_rank(handles::comm_world(), &process);
  return process == 0;
}

bool install(MPI_Comm reordered) { return world::install(reordered) == MPI_SUCCESS; }

void start(reorder::Mode mode) {
  if (mode != reorder::Mode::Off) implementation::after_init();
  if (reorder::is_switched_off() && !reorder::agreement::needs_everybody()) return;
  {
    const reorder::Step step("order");
    reorder::at_init({install, world::uninstall});
  }
  if (mode == reorder::Mode::Off) return;
  preload::hide();
  const reorder::Step step("monitor");
  monitoring::limit_peers(reorder::most_peers());
  monitoring::start(world::substitute(handles::comm_world()), reorder::counts());
  watch_for_exit();
  interception::active = true;
}

/// Another MPI library than the one we were built for: its handles are unknown, so everything is forwarded as it is and
/// nothing is done. One line of a job: its library cannot be asked for the rank.
void say_foreign() {
  if (launched_rank().value_or(0) == 0) {
    reorder::say("built for another MPI library than the application's: nothing is measured or reordered");
  }
}

/// A pointer to a function may be looked up before MPI_Init, and kept.
[[gnu::constructor]] void at_load() {
  if (reorder::mode() != reorder::Mode::Off) interception::catch_lookups_in_own_handle();
}

/// `initialize` calls the next library; what it does to the environment and when it may start is the same for both
/// functions.
template <class Initialize>
int around(Initialize initialize) {
  const reorder::Mode mode = reorder::mode();
  if (!implementation::is_loaded()) {
    if (mode != reorder::Mode::Off) say_foreign();
    return initialize();
  }
  reorder::agreement::prepare(!reorder::is_switched_off());
  if (mode != reorder::Mode::Off) {
    interception::catch_lookups_in_own_handle();
    implementation::before_init(may_count(mode));
  }
  const int result = [&] {
    const reorder::Step step("MPI_Init itself");
    return initialize();
  }();
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

int finalize(real::Finalize_t next) {
  const bool first = is_first();
  {
    const reorder::Step step("record");
    reorder::at_finalize();
    monitoring::stop();
  }
  unfinished_process = 0;
  world::before_finalize();
  const int result = [&] {
    const reorder::Step step("MPI_Finalize itself");
    return next();
  }();
  interception::active = false;
  jump::clear();
  preload::restore();
  if (first) reorder::say_steps();
  return result;
}

int abort(real::Abort_t next, MPI_Comm comm, int code) {
  leave_record();
  return next(comm, code);
}

}  // namespace topomorph::lifecycle
