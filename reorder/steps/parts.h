// Communicators of some of the processes of another one: those of a host, the first one of each host.
#pragma once

#include "reorder/steps/own_comm.h"

namespace topomorph::reorder {

/// Makes a communicator of the processes of `comm` with `in` true, in the order of `comm`; not valid elsewhere.
/// Collective; throws CollectiveError.
OwnComm part_of(const OwnComm& comm, bool in);

/// Makes a communicator of the processes of `comm` that share a host with this one, as MPI says or, where that
/// cannot be trusted, the name of the host. Collective; throws CollectiveError.
OwnComm host_of(const OwnComm& comm);

}  // namespace topomorph::reorder
