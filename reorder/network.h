// The network of the job, measured at its end.
#pragma once

#include "core/wire/frame_io.h"
#include "reorder/locate.h"
#include "reorder/steps/own_comm.h"

namespace topomorph::reorder {

/// Lets a few pairs of processes measure what messages cost, inside a package, a host, and between hosts, one kind
/// after the other, in about 50 ms whatever the number of processes, and in twice that where repetitions differ; the
/// others sleep. Returns a Network frame on the
/// processes that have measured, else nothing. Any failure, and TOPOMORPH_MEASURE_NETWORK=0 on rank 0, means that
/// nothing is returned. `place` is that of this process. Collective; leaves `comm` as it was.
wire::Buffer measured_network(const OwnComm& comm, const Place& place) noexcept;

}  // namespace topomorph::reorder
