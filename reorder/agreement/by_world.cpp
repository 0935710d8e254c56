// Compares cards by messages.
#include "reorder/agreement/by_world.h"

#include "plugin/interception/handles.h"
#include "real_mpi.h"
#include "reorder/agreement/card.h"
#include "reorder/binding.h"
#include "reorder/comm.h"
#include "reorder/together.h"

namespace topomorph::reorder::agreement {
namespace {

Line host_here() {
  Line host;
  failure_of([&] { host = Line(std::string_view(host_name())); });
  return host;
}

}  // namespace

Outcome ask_over_world(const Line& card) noexcept {
  Outcome outcome;
  outcome.means = Means::World;
  try {
    const OwnComm comm = OwnComm::duplicate_of(handles::comm_world());
    int rank = 0;
    real::Comm_rank(handles::comm_world(), &rank);
    outcome.says = rank == 0;
    if (!comm.valid()) throw GivenUp("MPI_Comm_split failed");
    const Line first = broadcast(comm, card), host = host_here();
    settle(comm, difference(card, {static_cast<std::uint32_t>(comm.rank()), host}, first, 0));
  } catch (const GivenUp& reason) {
    outcome.everybody = false;
    outcome.why = reason.why();
  }
  return outcome;
}

}  // namespace topomorph::reorder::agreement
