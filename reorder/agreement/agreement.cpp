// Chooses how the processes are asked, and keeps the outcome. Defines PMIx_Commit in place of libpmix's.
//
// The MPI library calls PMIx_Commit in MPI_Init to publish what this process has put on the board; the card goes with
// it. What is put before the fence of MPI_Init is visible to all processes after it. A fence of our own would be
// matched with that of a process without the library. The price is one exported function, which only forwards outside
// of MPI_Init.
#include "reorder/agreement/agreement.h"

#include "reorder/agreement/by_host.h"
#include "reorder/agreement/by_process.h"
#include "reorder/agreement/card.h"
#include "reorder/steps/collective_error.h"
#include "reorder/steps/collective_step.h"
#include "reorder/steps/messages.h"
#include "reorder/steps/own_comm.h"
#include "reorder/steps/this_process.h"
#include "reorder/steps/waiting.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/implementation.h"
#include "runtime/process/phase_timer.h"
#include "runtime/process/pmi.h"
#include "runtime/process/pmi_relay.h"
#include "runtime/process/pmix.h"
#include "runtime/process/programs.h"

namespace topomorph::reorder::agreement {
namespace {

/// The state of one process, whose MPI_Init runs once and on one thread.
struct State {
  bool initializing = false, leaves_card = false;
  bool has_pmi = false;   ///< the launcher has a board for jobs of MPICH
  bool in_relay = false;  ///< whether it has one is known after MPI_Init
  Outcome outcome = {.everybody = false};
};

State& state() {
  static constinit State only;
  return only;
}

/// Nothing may be sent, because nothing is known of the other processes.
Outcome not_asked() {
  Outcome outcome{.everybody = false, .says = process::is_first_of_its_program()};
  outcome.why = "a job of several programs, some of which may be without this library (--mpmd says that none is)";
  return outcome;
}

process::FixedString host_here() {
  process::FixedString host;
  failure_of([&] { host = process::FixedString(std::string_view(host_name())); });
  return host;
}

/// Compares all cards with that of rank 0. Collective over MPI_COMM_WORLD, in any mode: processes without the library
/// are waited for.
Outcome ask_over_world(const process::FixedString& card) noexcept {
  Outcome outcome;
  outcome.means = Means::World;
  try {
    const OwnComm comm = OwnComm::duplicate_of(handles::comm_world());
    outcome.says = runtime::rank_in(handles::comm_world()) == 0;
    if (!comm.valid()) throw CollectiveError("MPI_Comm_split failed");
    const process::FixedString first = broadcast(comm, card), host = host_here();
    share_failure(comm, difference(card, {static_cast<std::uint32_t>(comm.rank()), host}, first, 0));
  } catch (const CollectiveError& reason) {
    outcome.everybody = false;
    outcome.why = reason.why();
  }
  return outcome;
}

void prepare_pmi(process::pmi::Launcher launcher) {
  const process::FixedString card = state().leaves_card ? own_card() : process::FixedString();
  state().has_pmi = launcher != process::pmi::Launcher::Other;
  if (launcher == process::pmi::Launcher::Slurm) {
    state().in_relay = leave_card_when_greeted(card, waiting_limit());
  } else if (state().has_pmi && state().leaves_card) {
    leave_card_for_all(card, waiting_limit());
  }
}

}  // namespace

void prepare(bool leaves_card) noexcept {
  state().initializing = true;
  state().leaves_card = leaves_card;
  if (runtime::speaks_pmi()) prepare_pmi(process::pmi::launcher());
}

/// A process that could not begin the relay would not know what the others have learnt by it. It takes the launcher for
/// one that speaks PMI-1 and finds an empty board, so that nothing is sent.
void after_init() noexcept {
  state().initializing = false;
  if (state().in_relay) state().has_pmi = process::pmi::end_relay();
  state().in_relay = false;
}

int commit(const void* caller) noexcept {
  const process::pmix::CommitFunction next = process::pmix::next_commit(caller);
  if (state().initializing && !process::pmix::is_open() && process::pmix::open(caller) && state().leaves_card)
    leave_card(own_card());
  return next == nullptr ? process::pmix::kNotSupported : next();
}

const Outcome& conclude(int processes) noexcept {
  const process::PhaseTimer timer("agreement");
  Outcome& outcome = state().outcome;
  if (processes == 1) {
    outcome = {};
  } else if (process::pmix::is_open()) {
    outcome = ask_by_host(own_card(), static_cast<std::uint32_t>(processes), static_cast<int>(waiting_limit()));
  } else if (state().has_pmi) {
    outcome = ask_by_process(own_card(), processes, waiting_limit());
  } else {
    outcome = process::others_may_lack_the_library() ? not_asked() : ask_over_world(own_card());
  }
  return outcome;
}

bool needs_everybody() noexcept { return !process::pmix::is_open() && !state().has_pmi; }

bool everybody() noexcept { return state().outcome.everybody; }

bool knows_local_peers() noexcept { return everybody() && state().outcome.means == Means::Pmix; }

bool told_of_several_programs() noexcept { return state().outcome.several_programs; }

process::FixedString means() noexcept {
  switch (state().outcome.means) {
    case Means::Pmix:
      return process::pmix::version();
    case Means::Pmi:
      return "PMI";
    case Means::World:
      return "MPI";
    case Means::Nothing:
      break;
  }
  return {};
}

}  // namespace topomorph::reorder::agreement

extern "C" int PMIx_Commit() { return topomorph::reorder::agreement::commit(__builtin_return_address(0)); }
