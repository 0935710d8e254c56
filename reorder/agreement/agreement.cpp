// Chooses how the processes are asked, and keeps what came of it.
#include "reorder/agreement/agreement.h"

#include "plugin/implementation/implementation.h"
#include "reorder/agreement/by_host.h"
#include "reorder/agreement/by_process.h"
#include "reorder/agreement/by_world.h"
#include "reorder/agreement/card.h"
#include "reorder/agreement/pmi.h"
#include "reorder/agreement/pmix.h"
#include "reorder/limited.h"
#include "reorder/programs.h"
#include "reorder/steps.h"

namespace topomorph::reorder::agreement {
namespace {

/// Of one process, whose MPI_Init runs once and on one thread.
struct State {
  bool initializing = false, leaves_card = false, has_pmi = false;
  Outcome outcome = {.everybody = false};
};

State& state() {
  static constinit State only;
  return only;
}

/// Of the others nothing is known, so nothing may be sent to them.
Outcome not_asked() {
  Outcome outcome{.everybody = false, .says = is_first_of_its_program()};
  outcome.why = "a job of several programs, not all of which need have this library (--mpmd says that they have)";
  return outcome;
}

}  // namespace

void prepare(bool leaves_card) noexcept {
  state().initializing = true;
  state().leaves_card = leaves_card;
  state().has_pmi = implementation::speaks_pmi() && pmi::is_offered();
  if (state().has_pmi && leaves_card) leave_card_for_all(own_card(), waiting_limit());
}

int commit(const void* caller) noexcept {
  const pmix::CommitFunction next = pmix::next_commit(caller);
  if (state().initializing && !pmix::is_open() && pmix::open(caller) && state().leaves_card) leave_card(own_card());
  return next == nullptr ? pmix::kNotSupported : next();
}

const Outcome& conclude(int processes) noexcept {
  const Step step("agreement");
  state().initializing = false;
  Outcome& outcome = state().outcome;
  if (processes == 1) {
    outcome = {};
  } else if (pmix::is_open()) {
    outcome = ask_by_host(own_card(), static_cast<std::uint32_t>(processes), static_cast<int>(waiting_limit()));
  } else if (state().has_pmi) {
    outcome = ask_by_process(own_card(), processes, waiting_limit());
  } else {
    outcome = others_may_lack_the_library() ? not_asked() : ask_over_world(own_card());
  }
  return outcome;
}

bool needs_everybody() noexcept { return !pmix::is_open() && !state().has_pmi; }

bool everybody() noexcept { return state().outcome.everybody; }

bool told_of_several_programs() noexcept { return state().outcome.several_programs; }

Line means() noexcept {
  switch (state().outcome.means) {
    case Means::Pmix:
      return pmix::version();
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
