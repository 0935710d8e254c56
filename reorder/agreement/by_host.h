// The agreement over PMIx: one process of each host speaks for its host.
#pragma once

#include "reorder/agreement/agreement.h"

namespace topomorph::reorder::agreement {

/// Before the MPI library's commit: leaves `card` where those see it who will ask for it. The first process of a host
/// is asked by all hosts, the others by their own only, so that what MPI_Init distributes grows by one card a host.
bool leave_card(const Line& card) noexcept;

/// Behind MPI_Init's fence. The first process of each host compares the cards of its host, and those of the other
/// hosts' first processes. Where the latter are all equal, all of them will come to a fence of their own, in which they
/// tell each other what they have found; then each tells its host. So it takes a process one question, a first process
/// as many as it has neighbours and there are hosts, and nobody waits for somebody who is not known to come; `seconds`
/// are for processes that end meanwhile.
Outcome ask_by_host(const Line& card, int seconds) noexcept;

}  // namespace topomorph::reorder::agreement
